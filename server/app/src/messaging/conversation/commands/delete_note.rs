//! Deletes an internal note of a conversation.
use platform::{Actor, Fault};

use super::lock;
use crate::{
    context::Context,
    messaging::thread::{self, ConversationId},
    operations::note::{self, NoteId, NoteSubject},
};

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
