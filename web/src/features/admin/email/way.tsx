import { useMutation } from "@connectrpc/connect-query";
import { FormProblem } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import {
  type EmailConfiguration,
  EmailWay,
  MailService,
} from "../../../gen/parlor/v1/mail_service_pb";
import { useCurrent } from "../../../rpc/current";
import { toProblem } from "../../../rpc/problem";
import { Badge, Button, toast } from "../../../ui";
import { useReadAgain } from "../use-read-again";
import { momentWords } from "../words";

const ways: Partial<Record<EmailWay, { title: string; text: string }>> = {
  [EmailWay.OUTBOX]: {
    title: "It stays in the outbox",
    text: "There is no mail server. Administrators read it under Outbox; nothing leaves.",
  },
  [EmailWay.PLATFORM]: {
    title: "By Parlor's mail server",
    text: "Give a server of your own to send from your own address.",
  },
  [EmailWay.COMPANY]: { title: "By your own mail server", text: "It sends from your address." },
};

type TestProps = { company: Company; verifiedAt: EmailConfiguration["verifiedAt"] };

/** A message with the settings as they are, to whoever asks for it. */
function Test({ company, verifiedAt }: TestProps) {
  const { user } = useCurrent();
  const readAgain = useReadAgain();
  const test = useMutation(MailService.method.configureEmail, {
    onSuccess: async () => {
      toast.success({ title: "The mail server took a test message.", text: `To ${user.email}` });
      await readAgain();
    },
  });
  return (
    <>
      <p>
        {verifiedAt ? (
          <Badge tone="success" icon="ok">
            Tested {momentWords(verifiedAt)}
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
export function Way({ company, configuration }: Props) {
  const { title, text } = ways[configuration.way] ?? { title: "Not known", text: "" };
  return (
    <section className="panel" aria-label="How mail leaves now">
      <div className="panel__head">
        <h2 className="panel-title">How mail leaves now</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <div className="stack stack--tight">
          <p className="strong">{title}</p>
          <p className="small secondary">{text}</p>
        </div>
        {configuration.way === EmailWay.OUTBOX ? null : (
          <Test company={company} verifiedAt={configuration.verifiedAt} />
        )}
      </div>
    </section>
  );
}
