//! Adds an internal note to a chat.
use platform::{Actor, Fault};

use super::{lock, publish};
use crate::{
    context::Context,
    messaging::web_chat::model::WebChatId,
    operations::note::{self, Note, NoteSubject},
};

/// Adds a note.
///
/// # Errors
/// `NOT_FOUND`; fails if the note is empty.
pub async fn add_note(context: &Context, actor: &Actor, id: &WebChatId, body: &str) -> Result<Note, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    let note = note::add(&mut tx, context, actor, NoteSubject::WebChat(id.as_str()), body).await?;
    publish(&mut tx, &scope, &chat, context.now());
    tx.commit().await?;
    Ok(note)
}
