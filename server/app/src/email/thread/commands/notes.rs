//! Adds and deletes internal notes.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    email::thread::{model::EmailThreadId, publish, store},
    operations::note::{self, Note, NoteId, NoteSubject},
};

/// Adds a note.
///
/// # Errors
/// `NOT_FOUND`; fails if the note is empty.
pub async fn add_note(
    context: &Context,
    actor: &Actor,
    id: &EmailThreadId,
    body: &str,
) -> Result<Note, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let thread = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    let note = note::add(&mut tx, context, actor, NoteSubject::EmailThread(id.as_str()), body).await?;
    publish(&mut tx, &scope, &thread.community_id, id.as_str(), context.now());
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
    id: &EmailThreadId,
    note: &NoteId,
) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let thread = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    note::delete(&mut tx, actor, NoteSubject::EmailThread(id.as_str()), note).await?;
    publish(&mut tx, &scope, &thread.community_id, id.as_str(), context.now());
    tx.commit().await
}
