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
import { formatMoment } from "../labels";
import { useRefresh } from "../use-refresh";

const deliveryModes: Partial<Record<EmailTransport, { title: string; text: string }>> = {
  [EmailTransport.OUTBOX]: {
    title: "Saved to the outbox",
    text: "There's no mail server, so nothing is sent. Administrators can read emails in Outbox.",
  },
  [EmailTransport.PLATFORM]: {
    title: "Sent by Parlor's mail server",
    text: "Set up your own mail server to send from your own address.",
  },
  [EmailTransport.COMPANY]: {
    title: "Sent by your own mail server",
    text: "Emails come from your address.",
  },
};

type TestEmailProps = { company: Company; verifiedAt: EmailConfiguration["verifiedAt"] };

/** Sends a test message to the user with the current settings. */
function TestEmail({ company, verifiedAt }: TestEmailProps) {
  const { user } = useSession();
  const refresh = useRefresh();
  const test = useMutation(MailService.method.configureEmail, {
    onSuccess: async () => {
      toast.success({
        title: "The mail server accepted a test message.",
        text: `Sent to ${user.email}.`,
      });
      await refresh();
    },
  });
  return (
    <>
      <p>
        {verifiedAt ? (
          <Badge tone="success" icon="ok">
            Tested {formatMoment(verifiedAt)}
          </Badge>
        ) : (
          <Badge tone="warning">Never tested</Badge>
        )}
      </p>
      <FormProblem problem={test.error ? toProblem(test.error) : undefined} />
      <div>
        <Button
          icon="mail"
          pending={test.isPending}
          onPress={() => test.mutate({ id: company.id })}
        >
          Send me a test
        </Button>
      </div>
    </>
  );
}

type Props = { company: Company; configuration: EmailConfiguration };

/** Shows how email is sent now, with a test. */
export function EmailDeliveryMode({ company, configuration }: Props) {
  const { title, text } = deliveryModes[configuration.transport] ?? {
    title: "Unknown",
    text: "",
  };
  return (
    <section className="panel" aria-label="How email is sent">
      <div className="panel__head">
        <h2 className="panel-title">How email is sent</h2>
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
