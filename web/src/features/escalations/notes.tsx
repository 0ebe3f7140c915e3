import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { useSession } from "../../entities/session/session";
import { toastError } from "../../forms/toast-error";
import type { Note } from "../../gen/parlor/v1/conversation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { Button, TextArea } from "../../ui";
import { emptyNote, notesLabel } from "./labels";
import { useAddNote, useDeleteNote, useNotes } from "./queries";

const maxNoteLength = 2000;

/** Internal notes on the conversation, folded. */
export function Notes({ conversationId }: { conversationId: string }) {
  const notes = useNotes(conversationId).data?.notes ?? [];
  return (
    <details className="case-notes">
      <summary className="caption">
        {notesLabel(notes.length)}
        {notes[0] ? (
          <span className="case-notes__newest truncate"> {showDirectionMarks(notes[0].body)}</span>
        ) : null}
      </summary>
      <ul className="stack stack--tight" aria-label="Notes">
        {notes.map((note) => (
          <NoteEntry key={note.id} note={note} conversationId={conversationId} />
        ))}
      </ul>
      <NewNote conversationId={conversationId} />
    </details>
  );
}

function NoteEntry({ note, conversationId }: { note: Note; conversationId: string }) {
  const { user } = useSession();
  const deleting = useDeleteNote();
  const at = note.writtenAt ? formatDateTime(timestampDate(note.writtenAt), new Date()) : "";
  const remove = () =>
    deleting.mutate({ id: conversationId, noteId: note.id }, { onError: toastError });
  return (
    <li className="case-note">
      <p className="exact-text">{showDirectionMarks(note.body)}</p>
      <p className="caption">
        {[note.author, at].filter(Boolean).join(" · ")}
        {note.authorId === user.id ? (
          <Button variant="link" size="small" pending={deleting.isPending} onPress={remove}>
            Delete note
          </Button>
        ) : null}
      </p>
    </li>
  );
}

function NewNote({ conversationId }: { conversationId: string }) {
  const [body, setBody] = useState("");
  const adding = useAddNote();
  const add = () =>
    adding.mutate(
      { id: conversationId, body: body.trim() },
      { onSuccess: () => setBody(""), onError: toastError },
    );
  return (
    <div className="stack stack--tight">
      <TextArea
        label="New note"
        hideLabel
        placeholder="Write a note for your team"
        rows={1}
        value={body}
        onChange={setBody}
        maxLength={maxNoteLength}
      />
      <div>
        <Button
          size="small"
          pending={adding.isPending}
          reason={body.trim() === "" ? emptyNote : undefined}
          onPress={add}
        >
          Add note
        </Button>
        <span className="caption"> Only staff can see notes.</span>
      </div>
    </div>
  );
}
