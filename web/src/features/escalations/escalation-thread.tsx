import { useQuery } from "@connectrpc/connect-query";
import { toProblem } from "../../api/problem";
import { isShown, toThreadMessage } from "../../entities/message/message";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { Button, Icon, Skeleton } from "../../ui";
import { Thread } from "../../ui/thread";

const maxMessages = 200;

/** Conversation of the escalation. */
export function EscalationThread({ escalation }: { escalation: Escalation }) {
  const { conversationId, messageId, resident } = escalation;
  const query = useQuery(ConversationService.method.getConversation, {
    id: conversationId,
    limit: maxMessages,
  });
  const name = resident?.name.split(" ")[0] || "Resident";
  if (query.data) {
    const messages = query.data.messages.filter(isShown);
    return (
      <Thread
        key={`${conversationId} ${messageId}`}
        className="case-thread"
        label="Conversation"
        messages={messages.map((message) => toThreadMessage(message, name))}
        highlightId={messages.length > 3 ? messageId : ""}
        before={
          query.data.nextPageToken ? (
            <p className="thread__day">Latest {maxMessages} messages</p>
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
            <span className="strong">Couldn't load the conversation.</span> {title} {text}
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
