// Internal notes on conversations, email threads and web chats.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { HandlerContext } from "@connectrpc/connect";
import { NoteSchema } from "../../gen/parlor/v1/note_pb";
import type { Db } from "./db";
import { notFound, preconditionError } from "./errors";
import { fullName, requireAccount } from "./lookup";

/** Lists the notes on a subject, newest first. */
export function listNotes(db: Db, subject: string) {
  return [...(db.notes.get(subject) ?? [])].reverse();
}

export function addNote(db: Db, subject: string, body: string, context: HandlerContext) {
  const { user } = requireAccount(db, context);
  const note = create(NoteSchema, {
    id: db.id("note"),
    body,
    authorId: user.id,
    author: fullName(user),
    writtenAt: timestampFromMs(db.now()),
  });
  db.notes.set(subject, [...(db.notes.get(subject) ?? []), note]);
  return note;
}

export function deleteNote(db: Db, subject: string, id: string, context: HandlerContext) {
  const { user } = requireAccount(db, context);
  const notes = db.notes.get(subject) ?? [];
  const note = notes.find((one) => one.id === id);
  if (!note) throw notFound();
  if (note.authorId !== user.id) throw preconditionError("NOT_YOUR_NOTE");
  db.notes.set(
    subject,
    notes.filter((one) => one !== note),
  );
}
