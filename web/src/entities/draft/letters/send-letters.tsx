import { createClient } from "@connectrpc/connect";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { useState } from "react";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { MergedLetter } from "../../../gen/parlor/v1/draft_service_pb";
import { MailboxService } from "../../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../../gen/parlor/v1/outgoing_email_service_pb";
import { Button, Icon, Select, toast } from "../../../ui";
import { useSession } from "../../session/session";
import { splitSubject, toPlainText } from "../blocks";
import { labels } from "./labels";

const maxSubject = 200;
const maxText = 20_000;

type Props = { communityId: string; title: string; letters: readonly MergedLetter[] };

/** Sends letters one by one, and skips those that were already sent. */
function useSend({ title, letters }: Props) {
  const transport = useTransport();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<string>();
  const [failedCount, setFailedCount] = useState(0);
  const waiting = letters.filter(({ accountId, email }) => email && !sent.has(accountId));
  const send = async (mailboxId: string) => {
    const client = createClient(OutgoingEmailService, transport);
    const done = new Set(sent);
    let failed = 0;
    setFailedCount(0);
    for (const [at, { accountId, email, text }] of waiting.entries()) {
      setProgress(labels.sending(at + 1, waiting.length));
      const { subject, body } = splitSubject(text);
      try {
        const { message } = await client.saveEmailDraft({
          mailboxId,
          to: [email],
          subject: (subject || title).slice(0, maxSubject),
          text: toPlainText(body).slice(0, maxText),
        });
        if (message) await client.sendEmailDraft({ id: message.id });
        done.add(accountId);
      } catch {
        failed += 1;
      }
    }
    setSent(done);
    setFailedCount(failed);
    setProgress(undefined);
    const count = waiting.length - failed;
    if (count > 0) toast.success(labels.scheduled(count));
  };
  return { send, progress, failedCount, waiting: waiting.length, sent: sent.size };
}

function Sender(props: Props) {
  const { communityId, letters } = props;
  const mailboxes = useQuery(MailboxService.method.listMailboxes, { communityId }).data?.mailboxes;
  const [chosen, setChosen] = useState("");
  const { send, progress, failedCount, waiting, sent } = useSend(props);
  const options = (mailboxes ?? [])
    .filter((mailbox) => mailbox.communityId === communityId)
    .map(({ id, address }) => ({ value: id, label: address }));
  if (!mailboxes) return null;
  const [first] = options;
  if (!first) return <p className="small secondary">{labels.noMailbox}</p>;
  const mailbox = chosen || first.value;
  const missing = letters.filter(({ email }) => !email).length;
  return (
    <div className="stack stack--tight">
      <Select label={labels.mailbox} options={options} value={mailbox} onChange={setChosen} />
      {missing > 0 ? <p className="caption">{labels.withoutEmail(missing)}</p> : null}
      <Button
        variant="primary"
        icon="mail"
        reason={waiting === 0 && !progress ? labels.noneToSend(sent) : undefined}
        pending={progress !== undefined}
        onPress={() => void send(mailbox)}
      >
        {progress ?? labels.send(waiting)}
      </Button>
      {failedCount > 0 ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {`${labels.failed(failedCount)} ${labels.failedText}`}
        </p>
      ) : null}
    </div>
  );
}

/** Sends letters as emails, for companies with email. */
export function SendLetters(props: Props) {
  const { may } = useSession();
  return may(Screen.EMAIL) || may(Screen.OMNICHANNEL) ? <Sender {...props} /> : null;
}
