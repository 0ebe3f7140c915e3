import type { ReactNode } from "react";
import "./conversation.css";
import { toProblem } from "../../api/problem";
import type { Conversation, FoundText } from "../../gen/parlor/v1/conversation_pb";
import { BackToList, ErrorState, Skeleton } from "../../ui";
import { ConversationComposer } from "./composer";
import { ConversationHeader } from "./conversation-header";
import { ConversationThread, ThreadSkeleton } from "./conversation-thread";
import { detailLabels } from "./detail-labels";
import { residentLabel } from "./labels";
import type { MessagePage } from "./message-pages";
import { useConversation } from "./queries";
import { threadLabels } from "./thread-labels";
import { type ConversationActions, useMarkRead } from "./use-conversation-actions";

type Props = {
  id: string;
  /** The conversation, if the list contains it. */
  listed: Conversation | undefined;
  /** The list is still loading and may yet contain the conversation. */
  loading: boolean;
  /** The user opened it. False if it is shown only because it is the first in the list. */
  chosen: boolean;
  words: string;
  actions: ConversationActions;
  onBack: () => void;
  /** Further actions of the header. */
  moreActions?: ReactNode;
  /** Shown below the messages. Defaults to a composer. */
  children?: (conversation: Conversation) => ReactNode;
};

/** The selected conversation: resident, messages and composer. */
export function ConversationDetail(props: Props) {
  const { id, listed, loading, chosen, words, actions, onBack, moreActions, children } = props;
  const query = useConversation(id, words);
  const conversation = query.data?.conversation ?? listed;
  useMarkRead(conversation, chosen);
  if (query.data && conversation) {
    return (
      <article
        className="desk__detail"
        aria-label={threadLabels.conversationWith(residentLabel(conversation))}
      >
        <ConversationHeader
          conversation={conversation}
          actions={actions}
          onBack={onBack}
          moreActions={moreActions}
        />
        <ConversationPanel
          key={id}
          conversation={conversation}
          page={query.data}
          words={words}
          found={listed?.found}
          chosen={chosen}
        />
        {children ? (
          children(conversation)
        ) : (
          <ConversationComposer
            key={`composer-${id}`}
            conversation={conversation}
            maxPhotos={query.data.maxPhotos}
            actions={actions}
          />
        )}
      </article>
    );
  }
  return (
    <article
      className="desk__detail"
      aria-label={threadLabels.conversation}
      aria-busy={query.isFetching}
    >
      {query.error ? (
        <>
          <ErrorState
            title={detailLabels.failed}
            problem={toProblem(query.error)}
            onRetry={() => query.refetch()}
          />
          <BackToList onBack={onBack} />
        </>
      ) : loading || id ? (
        <DetailSkeleton />
      ) : null}
    </article>
  );
}

type ConversationPanelProps = Pick<Props, "words" | "chosen"> & {
  conversation: Conversation;
  page: MessagePage;
  found: FoundText | undefined;
};

function ConversationPanel(props: ConversationPanelProps) {
  return <ConversationThread key={props.words} {...props} />;
}

function DetailSkeleton() {
  return (
    <>
      <div className="case-head" aria-hidden="true">
        <Skeleton wide="32px" high="32px" round />
        <Skeleton wide="180px" high="16px" />
      </div>
      <ThreadSkeleton />
    </>
  );
}
