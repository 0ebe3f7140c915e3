import { toProblem } from "../../api/problem";
import { useSession } from "../../entities/session/session";
import type { Conversation, FoundText } from "../../gen/parlor/v1/conversation_pb";
import { Button, ErrorState, Skeleton } from "../../ui";
import { Composer } from "./composer";
import { ConversationThread, ThreadSkeleton } from "./conversation-thread";
import { useDraft } from "./draft";
import { ConversationHeader } from "./header";
import { residentLabel } from "./labels";
import type { MessagePage } from "./message-pages";
import { useConversation } from "./queries";
import { type ConversationActions, useMarkRead } from "./use-conversation-actions";

type Props = {
  id: string;
  /** The conversation, if the list contains it. */
  listed: Conversation | undefined;
  /** The list is loading, so that a conversation may follow. */
  loading: boolean;
  /** The user opened it. False if it is shown because it is the first in the list. */
  chosen: boolean;
  words: string;
  actions: ConversationActions;
  onBack: () => void;
};

/** The selected conversation: resident, messages and composer. */
export function Detail({ id, listed, loading, chosen, words, actions, onBack }: Props) {
  const query = useConversation(id, words);
  const conversation = query.data?.conversation ?? listed;
  useMarkRead(conversation, chosen);
  if (query.data && conversation) {
    return (
      <article
        className="desk__detail"
        aria-label={`Conversation with ${residentLabel(conversation)}`}
      >
        <ConversationHeader conversation={conversation} actions={actions} onBack={onBack} />
        <ConversationPanel
          key={id}
          conversation={conversation}
          page={query.data}
          words={words}
          found={listed?.found}
          chosen={chosen}
          actions={actions}
        />
      </article>
    );
  }
  return (
    <article className="desk__detail" aria-label="Conversation" aria-busy={query.isFetching}>
      {query.error ? (
        <>
          <ErrorState
            title="Couldn't load this conversation"
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
          />
          <div className="only-phone desk__more">
            <Button icon="back" onPress={onBack}>
              Back to list
            </Button>
          </div>
        </>
      ) : loading || id ? (
        <DetailSkeleton />
      ) : null}
    </article>
  );
}

type ConversationPanelProps = Pick<Props, "words" | "chosen" | "actions"> & {
  conversation: Conversation;
  page: MessagePage;
  found: FoundText | undefined;
};

function ConversationPanel({ conversation, actions, ...shown }: ConversationPanelProps) {
  const { user } = useSession();
  const [draft, change] = useDraft(user.id, conversation.id);
  return (
    <>
      <ConversationThread key={shown.words} conversation={conversation} {...shown} />
      <Composer conversation={conversation} actions={actions} draft={draft} change={change} />
    </>
  );
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
