import { toProblem } from "../../api/problem";
import { Notes } from "../../entities/note/notes";
import { ChatThread, ChatThreadSkeleton } from "../../entities/web-chat/chat-thread";
import { labels } from "../../entities/web-chat/labels";
import { useWebChat, webChatNotes } from "../../entities/web-chat/queries";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { Button, Icon } from "../../ui";

/** The web chat of an escalation, with its notes. */
export function EscalationChat({ escalation }: { escalation: Escalation }) {
  const { webChatId, webChatMessageId } = escalation;
  const { chat, messages, older, ...query } = useWebChat(webChatId);
  if (chat)
    return (
      <>
        <ChatThread chat={chat} messages={messages} older={older} messageId={webChatMessageId} />
        <Notes id={webChatId} methods={webChatNotes} />
      </>
    );
  if (!query.error) return <ChatThreadSkeleton />;
  const { title, text } = toProblem(query.error);
  return (
    <div className="case-thread" role="alert">
      <p className="notice notice--danger">
        <Icon name="danger" />
        <span className="row__grow">
          <span className="strong">{labels.loadFailed}.</span> {title} {text}
        </span>
        <Button size="small" icon="retry" pending={query.isFetching} onPress={query.onRetry}>
          {labels.tryAgain}
        </Button>
      </p>
    </div>
  );
}
