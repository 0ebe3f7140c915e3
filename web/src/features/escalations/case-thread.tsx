import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { Author, type Message, MessageStatus } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { toProblem } from "../../rpc/problem";
import { Button, Icon, Skeleton } from "../../ui";
import { Thread, type ThreadMessage } from "../../ui/thread";
import { statusWords } from "./words";

const speakers: Partial<Record<Author, ThreadMessage["from"]>> = {
  [Author.BOT]: "bot",
  [Author.STAFF]: "staff",
};

const failures: MessageStatus[] = [MessageStatus.FAILED, MessageStatus.UNDELIVERED];
const unsent: MessageStatus[] = [
  MessageStatus.QUEUED,
  MessageStatus.SUPPRESSED,
  MessageStatus.HELD_QUIET_HOURS,
];

function toThread(message: Message, resident: string): ThreadMessage {
  const from = speakers[message.author] ?? "resident";
  const names = { resident, bot: "Parlor bot", staff: message.authorName };
  const status = statusWords(message.status);
  return {
    id: message.id,
    from,
    name: names[from],
    body: message.body,
    at: message.sentAt ? timestampDate(message.sentAt) : new Date(0),
    ...(status ? { status } : {}),
    failed: failures.includes(message.status),
    draft: unsent.includes(message.status),
    steps: message.steps.map(({ name, reason, at }) => ({
      name,
      reason,
      at: at ? timestampDate(at) : new Date(0),
    })),
  };
}

const most = 200;

/** The conversation in which it was asked. */
export function CaseThread({ escalation }: { escalation: Escalation }) {
  const { conversationId, messageId, resident } = escalation;
  const query = useQuery(ConversationService.method.getConversation, {
    id: conversationId,
    limit: most,
  });
  const name = resident?.name.split(" ")[0] || "Resident";
  if (query.data) {
    // What was taken back before it left never was a part of the conversation.
    const messages = query.data.messages.filter(({ status }) => status !== MessageStatus.CANCELED);
    return (
      <Thread
        key={`${conversationId} ${messageId}`}
        className="case-thread"
        label="Conversation"
        messages={messages.map((message) => toThread(message, name))}
        highlightId={messages.length > 3 ? messageId : ""}
        before={
          query.data.nextPageToken ? (
            <p className="thread__day">The newest {most} messages</p>
          ) : undefined
        }
      />
    );
  }
  if (query.error) {
    const { title, text } = toProblem(query.error);
    return (
      <div className="case-thread" role="alert">
        <p className="notice notice--danger">
          <Icon name="danger" />
          <span className="row__grow">
            <span className="strong">The conversation did not load.</span> {title} {text}
          </span>
          <Button size="small" icon="retry" onPress={() => query.refetch()}>
            Try again
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div className="case-thread stack" aria-busy="true">
      <Skeleton wide="62%" high="40px" />
      <Skeleton wide="48%" high="40px" />
    </div>
  );
}
