//! Deletes an internal note of a chat.
use platform::{Actor, Fault};

use super::{lock, publish};
use crate::{
    context::Context,
    messaging::web_chat::model::WebChatId,
    operations::note::{self, NoteId, NoteSubject},
};

/// Deletes the actor's own note.
///
/// # Errors
/// `NOT_FOUND`; fails if a colleague wrote the note.
pub async fn delete_note(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    note: &NoteId,
) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    note::delete(&mut tx, actor, NoteSubject::WebChat(id.as_str()), note).await?;
    publish(&mut tx, &scope, &chat, context.now());
    tx.commit().await
}
