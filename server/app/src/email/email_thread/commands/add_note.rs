//! Adds an internal note to a thread.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    email::email_thread::{model::EmailThreadId, publish, store},
    operations::note::{self, Note, NoteSubject},
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
