//! Lists of threads by filters and by words.
use platform::{Fault, Scope, Tx, dialect, ids::UserId, paging::PageKey, sms};
use sqlx::types::Json;

use super::threads;
use crate::email::{
    email_thread::model::{EmailThread, EmailThreadId, Filter},
    mailbox::MailboxId,
};

/// Sorts after every character that may follow the beginning of a word.
const AFTER: char = '\u{10ffff}';
/// Maximum number of characters of an email that are indexed for search.
const SEARCHED: usize = 4_000;

/// Lists threads before a key, newest last email first; up to `limit + 1`. Only the three longest words of a
/// search are used.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    filter: &Filter,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<EmailThread>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    let mut query = tx
        .query(threads!(
            "AND ($3 IS NULL OR t.mailbox_id = $3) AND ($4 IS NULL OR t.state = $4)
             AND ($5 IS NULL OR t.assignee_id = $5) AND (NOT $6 OR t.unread)
             AND ($7 IS NULL OR t.id IN (SELECT w.thread_id FROM email_thread_word w
                  WHERE w.company_id = $1 AND w.word >= $7 AND w.word < $8))
             AND ($9 IS NULL OR EXISTS (SELECT 1 FROM email_thread_word w
                  WHERE w.company_id = $1 AND w.thread_id = t.id AND w.word >= $9 AND w.word < $10))
             AND ($11 IS NULL OR EXISTS (SELECT 1 FROM email_thread_word w
                  WHERE w.company_id = $1 AND w.thread_id = t.id AND w.word >= $11 AND w.word < $12))
             AND (t.last_message_ms, t.id) < ($13, $14)
             ORDER BY t.last_message_ms DESC, t.id DESC LIMIT $15"
        ))
        .scope(scope)
        .bind(filter.mailbox.as_ref().map(MailboxId::as_str))
        .bind(filter.state.map(|state| state as i32))
        .bind(filter.assignee.as_ref().map(UserId::as_str))
        .bind(filter.is_unread);
    for place in 0..3 {
        let word = filter.words.get(place);
        query = query.bind(word.map(String::as_str)).bind(word.map(|word| format!("{word}{AFTER}")));
    }
    Ok(query.bind(at).bind(id).bind(limit + 1).all().await?)
}

/// Adds the words of an email to the word index of its thread.
pub async fn index_words(
    tx: &mut Tx,
    scope: &Scope,
    thread: &EmailThreadId,
    text: &str,
) -> Result<(), Fault> {
    let searched: String = text.chars().take(SEARCHED).collect();
    tx.query(dialect(
        "INSERT INTO email_thread_word (company_id, word, thread_id)
         SELECT $1, value, $2 FROM json_each($3) WHERE TRUE ON CONFLICT DO NOTHING",
        "INSERT INTO email_thread_word (company_id, word, thread_id)
         SELECT $1, w, $2 FROM jsonb_array_elements_text($3) AS w ON CONFLICT DO NOTHING",
    ))
    .bind(scope.company().as_str())
    .bind(thread.as_str())
    .bind(Json(sms::words_of(&searched)))
    .run()
    .await?;
    Ok(())
}
