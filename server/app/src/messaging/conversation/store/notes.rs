//! Notes in storage.
use platform::{Fault, Scope, Tx};

use crate::messaging::{
    conversation::model::{Note, NoteId},
    thread::ConversationId,
};

macro_rules! notes {
    ($rest:literal) => {
        concat!(
            "SELECT n.id, n.conversation_id, n.staff_id,
                    COALESCE(s.first_name || ' ' || s.last_name, p.name, '') AS author, n.body, n.created_ms
             FROM conversation_note n LEFT JOIN staff s ON s.company_id = n.company_id AND s.id = n.staff_id
             LEFT JOIN partner p ON p.company_id = n.company_id AND p.id = n.staff_id
             WHERE n.company_id = $1 AND n.conversation_id = $2 ",
            $rest
        )
    };
}

/// The notes on a conversation, the newest first, before a key; one more than `limit`.
pub async fn notes(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    before: Option<(i64, String)>,
    limit: i64,
) -> Result<Vec<Note>, Fault> {
    let (time, id) = before.unwrap_or((i64::MAX, String::new()));
    Ok(tx
        .query(notes!("AND (n.created_ms, n.id) < ($3, $4) ORDER BY n.created_ms DESC, n.id DESC LIMIT $5"))
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(time)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// A note on a conversation.
pub async fn note(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    id: &NoteId,
) -> Result<Option<Note>, Fault> {
    Ok(tx
        .query(notes!("AND n.id = $3"))
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

pub async fn insert_note(tx: &mut Tx, scope: &Scope, note: &Note) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO conversation_note (company_id, id, conversation_id, staff_id, body, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(scope.company().as_str())
    .bind(note.id.as_str())
    .bind(note.conversation_id.as_str())
    .bind(note.staff_id.as_str())
    .bind(note.body.as_str())
    .bind(note.created_ms)
    .run()
    .await?;
    Ok(())
}

pub async fn delete_note(tx: &mut Tx, scope: &Scope, id: &NoteId) -> Result<(), Fault> {
    tx.query("DELETE FROM conversation_note WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
