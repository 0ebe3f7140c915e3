import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { BackToList, ErrorState, Skeleton } from "../../ui";
import { Notes } from "../note/notes";
import { ChatThread, ChatThreadSkeleton } from "./chat-thread";
import { labels, visitorLabel } from "./labels";
import { useWebChat, webChatNotes } from "./queries";

type Props = {
  /** Empty if the list has none to show. */
  id: string;
  /** The list is still loading, and may yet choose a chat. */
  loading: boolean;
  onBack: () => void;
  header: (chat: WebChat) => ReactNode;
  /** Shown below the messages and the notes. */
  children?: (chat: WebChat) => ReactNode;
};

/** The selected chat: its header, its messages and its notes. */
export function ChatDetail({ id, loading, onBack, header, children }: Props) {
  const { chat, messages, older, ...query } = useWebChat(id);
  if (chat)
    return (
      <article className="desk__detail" aria-label={labels.chatWith(visitorLabel(chat))}>
        {header(chat)}
        <ChatThread chat={chat} messages={messages} older={older} />
        <Notes key={chat.id} id={chat.id} methods={webChatNotes} />
        {children?.(chat)}
      </article>
    );
  return (
    <article className="desk__detail" aria-label={labels.chat} aria-busy={query.isFetching}>
      {query.error ? (
        <>
          <ErrorState
            title={labels.loadFailed}
            problem={toProblem(query.error)}
            onRetry={query.onRetry}
            pending={query.isFetching}
          />
          <BackToList onBack={onBack} />
        </>
      ) : loading || id ? (
        <>
          <div className="case-head" aria-hidden="true">
            <Skeleton wide="32px" high="32px" round />
            <Skeleton wide="180px" high="16px" />
          </div>
          <ChatThreadSkeleton />
        </>
      ) : null}
    </article>
  );
}
