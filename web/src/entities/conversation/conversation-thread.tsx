import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useMemo, useState } from "react";
import { toastError } from "../../forms/toast-error";
import type { Conversation, FoundText, Message } from "../../gen/parlor/v1/conversation_pb";
import type { Note } from "../../gen/parlor/v1/note_pb";
import { formatDateTime } from "../../lib/format-date";
import { Button, Skeleton, toast } from "../../ui";
import { VirtualThread } from "../../ui/thread/virtual-thread";
import { fullName, useSession } from "../session/session";
import { restoreDraft } from "./draft";
import { residentLabel } from "./labels";
import { toBubble, toThreadEntries } from "./message-bubbles";
import type { MessagePage } from "./message-pages";
import { useAddNote, useDeleteNote, useNotes, useRetry, useUndoReply } from "./queries";
import { threadLabels } from "./thread-labels";
import { useMessagePages } from "./use-message-pages";

type Props = {
  conversation: Conversation;
  /** Newest page of its messages. */
  page: MessagePage;
  words: string;
  found: FoundText | undefined;
  /** The user opened the conversation from the search results. */
  chosen: boolean;
};

/** Texts and notes of a conversation. */
export function ConversationThread(props: Props) {
  const { conversation, page, words, found, chosen } = props;
  const { id } = conversation;
  const { user } = useSession();
  const { data: noted, isPending: waiting } = useNotes(id);
  const run = useMessagePages(id, words, page);
  const actions = useBubbleActions(id, run.amend);
  const [isSeekRequested, seek] = useState(false);
  const sought = chosen || isSeekRequested;
  const entries = useThreadEntries(run, noted?.notes);
  const foundId = found?.messageId ?? "";
  const reached = run.messages.some((message) => message.id === foundId);
  const hidden = foundId !== "" && !reached && run.older !== undefined;
  // The initial scroll position needs all entries of the thread.
  if (waiting) return <ThreadSkeleton />;
  return (
    <>
      {hidden ? (
        <OlderMessages
          found={found}
          seeking={sought && !run.older?.failed}
          onSeek={() => seek(true)}
        />
      ) : null}
      <VirtualThread
        key={reached ? foundId : ""}
        className="case-thread conversation-thread"
        label={threadLabels.conversationWith(residentLabel(conversation))}
        messages={entries}
        draw={(entry) =>
          toBubble(entry, conversation, { ...actions, ownId: user.id, ownName: fullName(user) })
        }
        own={["staff", "note"]}
        highlightId={reached ? foundId : ""}
        older={run.older}
        seeking={hidden && sought}
      />
    </>
  );
}

/** Merges the notes into the loaded messages. Notes before the first loaded message are left out. */
function useThreadEntries(
  { messages, older }: ReturnType<typeof useMessagePages>,
  notes: readonly Note[] = [],
) {
  const partial = older !== undefined;
  return useMemo(() => {
    const begun = messages[0]?.sentAt?.seconds ?? 0n;
    const near = notes.filter(({ writtenAt }) => !partial || (writtenAt?.seconds ?? 0n) >= begun);
    return toThreadEntries(messages, near);
  }, [messages, notes, partial]);
}

type OlderMessagesProps = { found: FoundText | undefined; seeking: boolean; onSeek: () => void };

/** Offers to load older messages up to the match. */
function OlderMessages({ found, seeking, onSeek }: OlderMessagesProps) {
  const on = found?.sentAt ? formatDateTime(timestampDate(found.sentAt), new Date()) : "";
  return (
    <div className="conversation-further" role="status">
      <span className="row__grow">{threadLabels.earlierMatch(on)}</span>
      <Button size="small" pending={seeking} onPress={onSeek}>
        {threadLabels.goToMatch}
      </Button>
    </div>
  );
}

/** Placeholder of a thread while it loads. */
export function ThreadSkeleton() {
  return (
    <div className="case-thread stack" aria-hidden="true">
      <Skeleton wide="62%" high="40px" />
      <Skeleton wide="48%" high="40px" />
    </div>
  );
}

function useBubbleActions(id: string, amend: (message: Message | undefined) => void) {
  const { user } = useSession();
  const undoing = useUndoReply();
  const retrying = useRetry();
  const deleting = useDeleteNote();
  const noting = useAddNote();
  return {
    onUndo: (message: Message) =>
      void undoing.mutateAsync({ id, messageId: message.id }).then((answer) => {
        amend(answer.message);
        restoreDraft(user.id, id, message);
      }, toastError),
    onRetry: (message: Message) =>
      retrying.mutate(
        { id, messageId: message.id },
        { onError: toastError, onSuccess: (answer) => amend(answer.message) },
      ),
    onDeleteNote: (note: { id: string; body: string }) =>
      deleting.mutate(
        { id, noteId: note.id },
        {
          onError: toastError,
          onSuccess: () =>
            toast.undo({
              title: threadLabels.noteDeleted,
              text: threadLabels.noteDeletedHint,
              onUndo: () => noting.mutate({ id, body: note.body }, { onError: toastError }),
            }),
        },
      ),
  };
}
