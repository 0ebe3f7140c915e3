import type { Conversation, Message } from "../../gen/parlor/v1/conversation_pb";
import { fullName, useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { Button, Skeleton, toast } from "../../ui";
import { Thread } from "../../ui/thread";
import { bubblesOf } from "./bubbles";
import {
  useAddNote,
  type useConversation,
  useDeleteNote,
  useNotes,
  useRetry,
  useUndoReply,
} from "./queries";
import { tell } from "./use-acts";
import { nameOf } from "./words";

type Props = {
  conversation: Conversation;
  query: ReturnType<typeof useConversation>;
  /** The message that has the words which were looked for. */
  foundId: string;
  /** What was taken back is written on. */
  onTakenBack: (body: string) => void;
};

/** Everything that was texted, and noted, with one resident. */
export function ConversationThread({ conversation, query, foundId, onTakenBack }: Props) {
  const { id } = conversation;
  const { user } = useCurrent();
  const { data: noted, isPending: waiting } = useNotes(id);
  const notes = noted?.notes ?? [];
  const acts = useBubbleActs(id, onTakenBack);
  const messages: Message[] = [...(query.data?.pages ?? [])]
    .reverse()
    .flatMap((page) => page.messages);
  const begun = messages[0]?.sentAt?.seconds ?? 0n;
  // Older notes come with the messages that they stand between.
  const near = notes.filter(
    ({ writtenAt }) => !query.hasNextPage || (writtenAt?.seconds ?? 0n) >= begun,
  );
  const reached = messages.some((message) => message.id === foundId);
  // A thread opens at its place once, with everything that stands in it.
  if (waiting) return <ThreadSkeleton />;
  return (
    <Thread
      key={`${id} ${reached ? foundId : ""}`}
      className="case-thread conversation-thread"
      label={`Conversation with ${nameOf(conversation)}`}
      messages={bubblesOf(conversation, messages, near, {
        ...acts,
        ownId: user.id,
        ownName: fullName(user),
      })}
      own={["staff", "note"]}
      highlightId={reached ? foundId : ""}
      before={<Older query={query} foundId={reached ? "" : foundId} />}
    />
  );
}

/** The shape of a thread while it is read. */
export function ThreadSkeleton() {
  return (
    <div className="case-thread stack" aria-hidden="true">
      <Skeleton wide="62%" high="40px" />
      <Skeleton wide="48%" high="40px" />
    </div>
  );
}

function useBubbleActs(id: string, onTakenBack: (body: string) => void) {
  const undoing = useUndoReply();
  const retrying = useRetry();
  const deleting = useDeleteNote();
  const noting = useAddNote();
  return {
    onUndo: (message: Message) =>
      undoing.mutate(
        { id, messageId: message.id },
        { onError: tell, onSuccess: () => onTakenBack(message.body) },
      ),
    onRetry: (message: Message) =>
      retrying.mutate({ id, messageId: message.id }, { onError: tell }),
    onDeleteNote: (note: { id: string; body: string }) =>
      deleting.mutate(
        { id, noteId: note.id },
        {
          onError: tell,
          onSuccess: () =>
            toast.undo({
              title: "Note deleted.",
              text: "Undo writes it again.",
              onUndo: () => noting.mutate({ id, body: note.body }, { onError: tell }),
            }),
        },
      ),
  };
}

/** What stands above the oldest message that was read. */
function Older({ query, foundId }: Pick<Props, "query" | "foundId">) {
  if (!query.hasNextPage) return <p className="thread__day">The conversation begins here</p>;
  const failed = query.isFetchNextPageError;
  return (
    <div className="desk__more" role={failed ? "alert" : undefined}>
      {failed ? <p className="caption">{toProblem(query.error).title}</p> : null}
      <Button
        size="small"
        pending={query.isFetchingNextPage}
        onPress={() => void (foundId ? readUpTo(query, foundId) : query.fetchNextPage())}
      >
        {failed ? "Try again" : foundId ? "Go to the found words" : "Show older messages"}
      </Button>
    </div>
  );
}

/** Reads page by page until the message is there. */
async function readUpTo(query: Props["query"], messageId: string) {
  let read = await query.fetchNextPage();
  const has = () =>
    read.data?.pages.some((page) => page.messages.some((message) => message.id === messageId));
  while (!has() && read.hasNextPage && !read.isError) read = await read.fetchNextPage();
}
