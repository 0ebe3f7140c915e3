//! Notes in storage.
use platform::{Fault, Scope, Tx, paging::PageKey};

use super::model::{Note, NoteId, NoteSubject};

macro_rules! select {
    ($column:literal, $rest:literal) => {
        concat!(
            "SELECT n.id, n.staff_id, ",
            platform::actor_name!("n", "staff_id"),
            " AS author, n.body, n.created_ms
             FROM note n
             WHERE n.company_id = $1 AND n.",
            $column,
            " = $2 ",
            $rest
        )
    };
}

macro_rules! select_of {
    ($subject:expr, $rest:literal) => {
        match $subject {
            NoteSubject::Conversation(id) => (select!("conversation_id", $rest), id),
            NoteSubject::EmailThread(id) => (select!("email_thread_id", $rest), id),
            NoteSubject::WebChat(id) => (select!("web_chat_id", $rest), id),
        }
    };
}

/// Returns the notes on a subject, newest first, before a key; one more than `limit`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    subject: NoteSubject<'_>,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<Note>, Fault> {
    let (sql, subject) = select_of!(
        subject,
        "AND (n.created_ms, n.id) < ($3, $4) ORDER BY n.created_ms DESC, n.id DESC LIMIT $5"
    );
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    let query = tx.query(sql).bind(scope.company().as_str()).bind(subject);
    Ok(query.bind(at).bind(id).bind(limit + 1).all().await?)
}

/// Returns a note on a subject.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    subject: NoteSubject<'_>,
    id: &NoteId,
) -> Result<Option<Note>, Fault> {
    let (sql, subject) = select_of!(subject, "AND n.id = $3");
    let query = tx.query(sql).bind(scope.company().as_str()).bind(subject);
    Ok(query.bind(id.as_str()).optional().await?)
}

/// Inserts a note.
pub async fn insert(tx: &mut Tx, scope: &Scope, subject: NoteSubject<'_>, note: &Note) -> Result<(), Fault> {
    let (conversation, thread, chat) = match subject {
        NoteSubject::Conversation(id) => (Some(id), None, None),
        NoteSubject::EmailThread(id) => (None, Some(id), None),
        NoteSubject::WebChat(id) => (None, None, Some(id)),
    };
    tx.query(
        "INSERT INTO note (company_id, id, conversation_id, email_thread_id, web_chat_id, staff_id, body, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(scope.company().as_str())
    .bind(note.id.as_str())
    .bind(conversation)
    .bind(thread)
    .bind(chat)
    .bind(note.staff_id.as_str())
    .bind(note.body.as_str())
    .bind(note.created_ms)
    .run()
    .await?;
    Ok(())
}

/// Deletes a note.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &NoteId) -> Result<(), Fault> {
    tx.query("DELETE FROM note WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
