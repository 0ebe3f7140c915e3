//! Internal notes of staff on conversations, email threads and web chats.
mod convert;
mod model;
mod rules;
mod store;

use platform::{Actor, Fault, Tx};

pub use convert::note as to_contract;
pub use model::{Note, NoteId, NoteSubject};
pub use store::list;

use crate::context::Context;

/// Adds a note. The caller has made sure that the actor can see the subject.
///
/// # Errors
/// Fails if the note is empty.
pub async fn add(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    subject: NoteSubject<'_>,
    body: &str,
) -> Result<Note, Fault> {
    let now = context.now();
    let note = Note {
        id: context.ids.next(now),
        staff_id: actor.id.clone(),
        author: actor.name.to_string(),
        body: rules::body(body)?.to_owned(),
        created_ms: now,
    };
    store::insert(tx, &actor.scope(), subject, &note).await?;
    Ok(note)
}

/// Deletes the actor's own note. The caller has made sure that the actor can see the subject.
///
/// # Errors
/// `NOT_FOUND`; fails if a colleague wrote the note.
pub async fn delete(tx: &mut Tx, actor: &Actor, subject: NoteSubject<'_>, id: &NoteId) -> Result<(), Fault> {
    let scope = actor.scope();
    let note = store::find(tx, &scope, subject, id).await?.ok_or_else(|| Fault::not_found("note"))?;
    rules::delete(&note, &actor.id)?;
    store::delete(tx, &scope, &note.id).await
}
