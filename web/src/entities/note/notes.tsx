import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toastError } from "../../forms/toast-error";
import type { Note } from "../../gen/parlor/v1/note_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { Button, TextArea } from "../../ui";
import { useSession } from "../session/session";
import { labels } from "./labels";
import "./note.css";
import { type NoteMethods, useAddNote, useDeleteNote, useNotes } from "./queries";

const maxNoteLength = 2000;

type Props = {
  /** ID of the conversation, of the email thread or of the web chat. */
  id: string;
  methods: NoteMethods;
};

/** Internal notes on a conversation, an email thread or a web chat, collapsed. */
export function Notes({ id, methods }: Props) {
  const notes = useNotes(methods, id).data?.notes ?? [];
  return (
    <details className="case-notes">
      <summary className="caption truncate">
        {labels.noteCount(notes.length)}
        {notes[0] ? (
          <span className="case-notes__newest truncate"> {showDirectionMarks(notes[0].body)}</span>
        ) : null}
      </summary>
      <ul className="stack stack--tight" aria-label={labels.notes}>
        {notes.map((note) => (
          <NoteEntry key={note.id} note={note} id={id} methods={methods} />
        ))}
      </ul>
      <NewNote id={id} methods={methods} />
    </details>
  );
}

function NoteEntry({ note, id, methods }: Props & { note: Note }) {
  const { user } = useSession();
  const deleting = useDeleteNote(methods);
  const at = note.writtenAt ? formatDateTime(timestampDate(note.writtenAt), new Date()) : "";
  const remove = () => deleting.mutate({ id, noteId: note.id }, { onError: toastError });
  return (
    <li className="case-note">
      <p className="exact-text">{showDirectionMarks(note.body)}</p>
      <p className="caption">
        {[note.author, at].filter(Boolean).join(" · ")}
        {note.authorId === user.id ? (
          <Button variant="link" size="small" pending={deleting.isPending} onPress={remove}>
            {labels.delete}
          </Button>
        ) : null}
      </p>
    </li>
  );
}

function NewNote({ id, methods }: Props) {
  const [body, setBody] = useState("");
  const adding = useAddNote(methods);
  const add = () =>
    adding.mutate({ id, body: body.trim() }, { onSuccess: () => setBody(""), onError: toastError });
  return (
    <div className="stack stack--tight">
      <TextArea
        label={labels.newNote}
        hideLabel
        placeholder={labels.placeholder}
        rows={1}
        value={body}
        onChange={setBody}
        maxLength={maxNoteLength}
      />
      <div>
        <Button
          size="small"
          pending={adding.isPending}
          reason={body.trim() === "" ? labels.empty : undefined}
          onPress={add}
        >
          {labels.add}
        </Button>
        <span className="caption"> {labels.hint}</span>
      </div>
    </div>
  );
}
