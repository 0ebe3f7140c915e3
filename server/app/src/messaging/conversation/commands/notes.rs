//! Adds and deletes internal notes.
use platform::{Actor, Fault};

use super::{
    super::{
        model::{Note, NoteId},
        rules, store,
    },
    lock,
};
use crate::{
    context::Context,
    messaging::thread::{self, ConversationId},
};

/// Adds a note.
///
/// # Errors
/// `NOT_FOUND`; fails if the note is empty or too long.
pub async fn add_note(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    body: &str,
) -> Result<Note, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let body = rules::filled(body)?;
    let mut tx = context.db.write(&scope).await?;
    let conversation = lock(&mut tx, &scope, id).await?;
    let note = Note {
        id: context.ids.next(now),
        conversation_id: id.clone(),
        staff_id: actor.id.clone(),
        author: actor.name.to_string(),
        body: body.to_owned(),
        created_ms: now,
    };
    store::insert_note(&mut tx, &scope, &note).await?;
    thread::publish_change(&mut tx, &scope, &conversation, now);
    tx.commit().await?;
    Ok(note)
}

/// Deletes the actor's own note.
///
/// # Errors
/// `NOT_FOUND`; fails if a colleague wrote the note.
pub async fn delete_note(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    note: &NoteId,
) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let conversation = lock(&mut tx, &scope, id).await?;
    let note = store::note(&mut tx, &scope, id, note).await?;
    let note = note.ok_or_else(|| Fault::not_found("note"))?;
    rules::delete(&note, &actor.id)?;
    store::delete_note(&mut tx, &scope, &note.id).await?;
    thread::publish_change(&mut tx, &scope, &conversation, context.now());
    tx.commit().await
}
