import { useQuery } from "@connectrpc/connect-query";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { bubbleOf, wasSaid } from "../../rpc/messages";
import { toProblem } from "../../rpc/problem";
import { Button, Icon, Skeleton } from "../../ui";
import { Thread } from "../../ui/thread";

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
    const messages = query.data.messages.filter(wasSaid);
    return (
      <Thread
        key={`${conversationId} ${messageId}`}
        className="case-thread"
        label="Conversation"
        messages={messages.map((message) => bubbleOf(message, name))}
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
