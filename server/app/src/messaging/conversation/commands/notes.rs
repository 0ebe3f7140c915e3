//! Adds and deletes internal notes.
use platform::{Actor, Fault};

use super::lock;
use crate::{
    context::Context,
    messaging::thread::{self, ConversationId},
    operations::note::{self, Note, NoteId, NoteSubject},
};

/// Adds a note.
///
/// # Errors
/// `NOT_FOUND`; fails if the note is empty.
pub async fn add_note(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    body: &str,
) -> Result<Note, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let conversation = lock(&mut tx, &scope, id).await?;
    let note = note::add(&mut tx, context, actor, NoteSubject::Conversation(id.as_str()), body).await?;
    thread::publish_change(&mut tx, &scope, &conversation, context.now());
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
    note::delete(&mut tx, actor, NoteSubject::Conversation(id.as_str()), note).await?;
    thread::publish_change(&mut tx, &scope, &conversation, context.now());
    tx.commit().await
}
