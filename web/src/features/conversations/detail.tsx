import type { Conversation, FoundText } from "../../gen/parlor/v1/conversation_pb";
import { useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { Button, ProblemFace, Skeleton } from "../../ui";
import { Composer } from "./composer";
import { ConversationThread, ThreadSkeleton } from "./conversation-thread";
import { useDraft } from "./draft";
import { Head } from "./head";
import { useConversation } from "./queries";
import type { MessagePage } from "./run";
import { type Acts, useMarkRead } from "./use-acts";
import { nameOf } from "./words";

type Props = {
  id: string;
  /** It, where the list has it already. */
  listed: Conversation | undefined;
  /** The list is still read, and may name one. */
  loading: boolean;
  /** It was opened, and not just shown because it is the first. */
  chosen: boolean;
  words: string;
  acts: Acts;
  onBack: () => void;
};

/** The conversation at hand: who it is, what was said, and what one writes. */
export function Detail({ id, listed, loading, chosen, words, acts, onBack }: Props) {
  const query = useConversation(id, words);
  const conversation = query.data?.conversation ?? listed;
  useMarkRead(conversation, chosen);
  if (query.data && conversation) {
    return (
      <article className="desk__detail" aria-label={`Conversation with ${nameOf(conversation)}`}>
        <Head conversation={conversation} acts={acts} onBack={onBack} />
        <Talk
          key={id}
          conversation={conversation}
          page={query.data}
          words={words}
          found={listed?.found}
          chosen={chosen}
          acts={acts}
        />
      </article>
    );
  }
  return (
    <article className="desk__detail" aria-label="Conversation" aria-busy={query.isFetching}>
      {query.error ? (
        <>
          <ProblemFace
            title="This conversation did not load"
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
          />
          <div className="only-phone desk__more">
            <Button icon="back" onPress={onBack}>
              Back to the list
            </Button>
          </div>
        </>
      ) : loading || id ? (
        <DetailSkeleton />
      ) : null}
    </article>
  );
}

type TalkProps = Pick<Props, "words" | "chosen" | "acts"> & {
  conversation: Conversation;
  page: MessagePage;
  found: FoundText | undefined;
};

function Talk({ conversation, acts, ...shown }: TalkProps) {
  const { user } = useCurrent();
  const [draft, change] = useDraft(user.id, conversation.id);
  return (
    <>
      <ConversationThread key={shown.words} conversation={conversation} {...shown} />
      <Composer conversation={conversation} acts={acts} draft={draft} change={change} />
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
