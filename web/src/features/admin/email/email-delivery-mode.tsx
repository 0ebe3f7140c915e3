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
    text: "There's no mail server. Administrators can read emails under Outbox; nothing is sent.",
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

/** A message with the settings as they are, to whoever asks for it. */
function TestEmail({ company, verifiedAt }: TestEmailProps) {
  const { user } = useSession();
  const refresh = useRefresh();
  const test = useMutation(MailService.method.configureEmail, {
    onSuccess: async () => {
      toast.success({
        title: "The mail server accepted a test message.",
        text: `To ${user.email}`,
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
          Send a test to me
        </Button>
      </div>
    </>
  );
}

type Props = { company: Company; configuration: EmailConfiguration };

/** Which way mail leaves now, and a test of it. */
export function EmailDeliveryMode({ company, configuration }: Props) {
  const { title, text } = deliveryModes[configuration.transport] ?? {
    title: "Not known",
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
