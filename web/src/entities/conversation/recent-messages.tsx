import { useQuery } from "@connectrpc/connect-query";
import { toProblem } from "../../api/problem";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { Button, Icon } from "../../ui";
import { Thread } from "../../ui/thread";
import { isShown, toThreadMessage } from "../message/message";
import { ThreadSkeleton } from "./conversation-thread";
import { threadLabels } from "./thread-labels";

const maxMessages = 200;

type Props = {
  conversationId: string;
  /** Message that the screen is about; empty for none. */
  messageId?: string;
  /** Name of the resident; empty if it is not known. */
  name: string;
};

/** The newest messages of a conversation, as context beside another screen. */
export function RecentMessages({ conversationId, messageId = "", name }: Props) {
  const query = useQuery(ConversationService.method.getConversation, {
    id: conversationId,
    limit: maxMessages,
  });
  if (query.data) {
    const messages = query.data.messages.filter(isShown);
    const resident = name.split(" ")[0] || threadLabels.resident;
    return (
      <Thread
        key={`${conversationId} ${messageId}`}
        className="case-thread"
        label={threadLabels.conversation}
        messages={messages.map((message) => toThreadMessage(message, resident))}
        highlightId={messages.length > 3 ? messageId : ""}
        before={
          query.data.nextPageToken ? (
            <p className="thread__day">{threadLabels.latest(maxMessages)}</p>
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
            <span className="strong">{threadLabels.failed}</span> {title} {text}
          </span>
          <Button size="small" icon="retry" onPress={() => query.refetch()}>
            {threadLabels.tryAgain}
          </Button>
        </p>
      </div>
    );
  }
  return <ThreadSkeleton />;
}
