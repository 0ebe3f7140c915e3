//! Deletes an internal note of a thread.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    email::email_thread::{model::EmailThreadId, publish, store},
    operations::note::{self, NoteId, NoteSubject},
};

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
