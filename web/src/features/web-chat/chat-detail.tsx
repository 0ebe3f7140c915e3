import { timestampDate } from "@bufbuild/protobuf/wkt";
import { toProblem } from "../../api/problem";
import { TestBadge } from "../../entities/test-traffic/test-traffic";
import { ChatThread, ChatThreadSkeleton } from "../../entities/web-chat/chat-thread";
import { labels as entityLabels, visitorLabel } from "../../entities/web-chat/labels";
import { useWebChat } from "../../entities/web-chat/queries";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatFullDateTime } from "../../lib/format-date";
import { Avatar, BackButton, BackToList, Badge, EmptyState, ErrorState, Skeleton } from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { chatLabels } from "./labels";

type Props = {
  /** Empty if no chat is chosen. */
  id: string;
  /** The list is still loading, and may yet choose a chat. */
  loading: boolean;
  onBack: () => void;
};

/** The messages of the selected chat. */
export function ChatDetail({ id, loading, onBack }: Props) {
  const { chat, messages, older, ...query } = useWebChat(id);
  if (chat) {
    const name = entityLabels.chatWith(visitorLabel(chat));
    return (
      <article className="desk__detail" aria-label={name}>
        <ChatHeader chat={chat} onBack={onBack} />
        <ChatThread chat={chat} messages={messages} older={older} />
      </article>
    );
  }
  return (
    <article className="desk__detail" aria-label={entityLabels.chat} aria-busy={query.isFetching}>
      {query.error ? (
        <>
          <ErrorState
            title={entityLabels.loadFailed}
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
      ) : (
        <EmptyState title={chatLabels.choose} text={chatLabels.chooseText} />
      )}
    </article>
  );
}

function ChatHeader({ chat, onBack }: { chat: WebChat; onBack: () => void }) {
  const { communityLabel, name, email, page, startedAt } = chat;
  const at = startedAt ? formatFullDateTime(timestampDate(startedAt)) : "";
  const facts = [communityLabel, name ? showDirectionMarks(email) : "", at].filter(Boolean);
  return (
    <header className="case-head row--wrap">
      <BackButton onBack={onBack} />
      <Avatar name={name} className="only-desk" />
      <div className="row__grow stack stack--tight">
        <DetailTitle>{visitorLabel(chat)}</DetailTitle>
        <p className="caption truncate" title={name || email ? chatLabels.unverified : undefined}>
          {facts.join(" · ")}
        </p>
        {page ? (
          <p className="caption truncate">{chatLabels.startedOn(showDirectionMarks(page))}</p>
        ) : null}
      </div>
      <span className="row row--wrap">
        <TestBadge isTest={chat.isTest} />
        {chat.isAfterHours ? <Badge>{chatLabels.afterHours}</Badge> : null}
        {chat.hasOpenQuestion ? <Badge tone="warning">{chatLabels.openQuestion}</Badge> : null}
      </span>
    </header>
  );
}
