import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useMemo, useState } from "react";
import { tell } from "../../forms/tell";
import type { Conversation, FoundText, Message, Note } from "../../gen/parlor/v1/conversation_pb";
import { whenWords } from "../../lib/when";
import { fullName, useCurrent } from "../../rpc/current";
import { Button, Skeleton, toast } from "../../ui";
import { LongThread } from "../../ui/thread/long-thread";
import { bubbleFor, entriesOf } from "./bubbles";
import { putBack } from "./draft";
import { useAddNote, useDeleteNote, useNotes, useRetry, useUndoReply } from "./queries";
import type { MessagePage } from "./run";
import { useRun } from "./use-run";
import { nameOf } from "./words";

type Props = {
  conversation: Conversation;
  /** Its newest messages. */
  page: MessagePage;
  words: string;
  found: FoundText | undefined;
  /** Somebody opened it for what was found. */
  chosen: boolean;
};

/** Everything that was texted, and noted, with one resident. */
export function ConversationThread(props: Props) {
  const { conversation, page, words, found, chosen } = props;
  const { id } = conversation;
  const { user } = useCurrent();
  const { data: noted, isPending: waiting } = useNotes(id);
  const run = useRun(id, words, page);
  const acts = useBubbleActs(id, run.amend);
  const [asked, seek] = useState(false);
  const sought = chosen || asked;
  const entries = useEntries(run, noted?.notes);
  const foundId = found?.messageId ?? "";
  const reached = run.messages.some((message) => message.id === foundId);
  const hidden = foundId !== "" && !reached && run.older !== undefined;
  // A thread opens at its place once, with everything that stands in it.
  if (waiting) return <ThreadSkeleton />;
  return (
    <>
      {hidden ? (
        <Further found={found} seeking={sought && !run.older?.failed} onSeek={() => seek(true)} />
      ) : null}
      <LongThread
        key={reached ? foundId : ""}
        className="case-thread conversation-thread"
        label={`Conversation with ${nameOf(conversation)}`}
        messages={entries}
        draw={(entry) =>
          bubbleFor(entry, conversation, { ...acts, ownId: user.id, ownName: fullName(user) })
        }
        own={["staff", "note"]}
        highlightId={reached ? foundId : ""}
        older={run.older}
        seeking={hidden && sought}
      />
    </>
  );
}

/** Notes come with the messages that they stand between. */
function useEntries({ messages, older }: ReturnType<typeof useRun>, notes: readonly Note[] = []) {
  const partial = older !== undefined;
  return useMemo(() => {
    const begun = messages[0]?.sentAt?.seconds ?? 0n;
    const near = notes.filter(({ writtenAt }) => !partial || (writtenAt?.seconds ?? 0n) >= begun);
    return entriesOf(messages, near);
  }, [messages, notes, partial]);
}

type FurtherProps = { found: FoundText | undefined; seeking: boolean; onSeek: () => void };

/** What was looked for stands in a message that was not read yet. */
function Further({ found, seeking, onSeek }: FurtherProps) {
  const on = found?.sentAt ? whenWords(timestampDate(found.sentAt), new Date()) : "";
  return (
    <div className="conversation-further" role="status">
      <span className="row__grow">The words stand further up{on ? `: ${on}` : ""}.</span>
      <Button size="small" pending={seeking} onPress={onSeek}>
        Go to the found words
      </Button>
    </div>
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

function useBubbleActs(id: string, amend: (message: Message | undefined) => void) {
  const { user } = useCurrent();
  const undoing = useUndoReply();
  const retrying = useRetry();
  const deleting = useDeleteNote();
  const noting = useAddNote();
  return {
    onUndo: (message: Message) =>
      void undoing.mutateAsync({ id, messageId: message.id }).then((answer) => {
        amend(answer.message);
        putBack(user.id, id, message.body);
      }, tell),
    onRetry: (message: Message) =>
      retrying.mutate(
        { id, messageId: message.id },
        { onError: tell, onSuccess: (answer) => amend(answer.message) },
      ),
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
