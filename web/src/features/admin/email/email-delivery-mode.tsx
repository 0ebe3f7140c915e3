import { useMutation } from "@connectrpc/connect-query";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { FormProblem } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  type EmailConfiguration,
  EmailTransport,
  MailService,
} from "../../../gen/parlor/v1/mail_service_pb";
import { Badge, Button, toast } from "../../../ui";
import { formatMoment, sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { deliveryModes, labels } from "./labels";

type TestEmailProps = { company: Company; verifiedAt: EmailConfiguration["verifiedAt"] };

/** Sends a test message to the user with the current settings. */
function TestEmail({ company, verifiedAt }: TestEmailProps) {
  const { user } = useSession();
  const refresh = useRefresh();
  const test = useMutation(MailService.method.configureEmail, {
    onSuccess: async () => {
      toast.success({
        title: labels.testAccepted,
        text: labels.testSentTo(user.email),
      });
      await refresh();
    },
  });
  return (
    <>
      <p>
        {verifiedAt ? (
          <Badge tone="success" icon="ok">
            {labels.tested(formatMoment(verifiedAt))}
          </Badge>
        ) : (
          <Badge tone="warning">{labels.neverTested}</Badge>
        )}
      </p>
      <FormProblem problem={test.error ? toProblem(test.error) : undefined} />
      <div>
        <Button
          icon="mail"
          pending={test.isPending}
          onPress={() => test.mutate({ id: company.id })}
        >
          {labels.sendTest}
        </Button>
      </div>
    </>
  );
}

type Props = { company: Company; configuration: EmailConfiguration };

/** Shows how email is sent now, with a test. */
export function EmailDeliveryMode({ company, configuration }: Props) {
  const { title, text } = deliveryModes[configuration.transport] ?? {
    title: sharedLabels.unknown,
    text: "",
  };
  return (
    <section className="panel" aria-label={labels.deliveryMode}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.deliveryMode}</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <div className="stack stack--tight">
          <p className="strong">{title}</p>
          <p className="small secondary">{text}</p>
        </div>
        {configuration.transport === EmailTransport.OUTBOX ? null : (
          <TestEmail company={company} verifiedAt={configuration.verifiedAt} />
        )}
      </div>
    </section>
  );
}
