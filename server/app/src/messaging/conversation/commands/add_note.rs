//! Adds an internal note to a conversation.
use platform::{Actor, Fault};

use super::lock;
use crate::{
    context::Context,
    messaging::thread::{self, ConversationId},
    operations::note::{self, Note, NoteSubject},
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
