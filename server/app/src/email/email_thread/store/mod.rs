//! Queries for threads and emails. In queries with a scope, the scope is `$1` and `$2`.
mod attachments;
mod images;
mod messages;
mod search;

use platform::{Fault, Priority, Scope, Timestamp, Tx, dialect, ids::CommunityId};

pub use attachments::{delete_attachments, insert_attachment, list_attachments};
pub use images::{insert_images, list_images, set_image_file};
pub use messages::{
    count_bot_emails, count_drafts, delete_draft, delete_unsent, find_by_content, find_by_message_ids,
    find_by_subject, find_draft, find_message, insert_message, list_messages, list_outgoing, lock_message,
    mark_bounced, newest_message, save_message, set_answer, set_bot_note,
};
pub use search::{index_words, list};

use super::model::{EmailThread, EmailThreadId};
use crate::operations::file::{self, FileId};

/// Selects threads of communities that the scope can see.
macro_rules! threads {
    ($rest:expr) => {
        concat!(
            "SELECT t.id, t.community_id, c.tag AS community_tag, t.mailbox_id, t.subject, t.subject_key,
                    t.participant_address, t.participant_name, t.snippet, t.state, t.snoozed_until_ms,
                    t.assignee_id, t.assigned_by_rule, t.unread, t.has_attachments, t.kind, t.message_count, t.last_message_ms,
                    t.version, t.priority, ",
            platform::staff_name!("t", "assignee_id"),
            " AS assignee_name,
                    COALESCE((SELECT h.unit FROM homeowner_account h WHERE h.company_id = t.company_id
                        AND h.community_id = t.community_id AND h.email = t.participant_address AND h.email <> ''
                        ORDER BY h.id LIMIT 1), '') AS unit
             FROM email_thread t
             JOIN mailbox m ON m.company_id = t.company_id AND m.id = t.mailbox_id AND m.deleted_ms IS NULL
             JOIN community c ON c.id = t.community_id
             WHERE t.company_id = $1 AND ",
            platform::sees!("t.community_id"),
            " ",
            $rest
        )
    };
}
use threads;

pub async fn find(tx: &mut Tx, scope: &Scope, id: &EmailThreadId) -> Result<Option<EmailThread>, Fault> {
    Ok(tx.query(threads!("AND t.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a thread and locks it until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, scope: &Scope, id: &EmailThreadId) -> Result<Option<EmailThread>, Fault> {
    let sql = dialect(threads!("AND t.id = $3"), threads!("AND t.id = $3 FOR UPDATE OF t"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Inserts or replaces a thread.
pub async fn save(tx: &mut Tx, scope: &Scope, thread: &EmailThread) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO email_thread (company_id, id, community_id, mailbox_id, subject, subject_key,
             participant_address, participant_name, snippet, state, snoozed_until_ms, assignee_id, unread,
             has_attachments, kind, message_count, last_message_ms, version, assigned_by_rule, priority)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         ON CONFLICT (company_id, id) DO UPDATE SET participant_name = excluded.participant_name,
             snippet = excluded.snippet, state = excluded.state, snoozed_until_ms = excluded.snoozed_until_ms,
             assignee_id = excluded.assignee_id, unread = excluded.unread,
             has_attachments = excluded.has_attachments, kind = excluded.kind,
             message_count = excluded.message_count, last_message_ms = excluded.last_message_ms,
             version = excluded.version, assigned_by_rule = excluded.assigned_by_rule,
             priority = excluded.priority,
             waiting_since_ms = CASE WHEN excluded.state = 1 THEN email_thread.waiting_since_ms END,
             reply_due_ms = CASE WHEN excluded.state = 1 THEN email_thread.reply_due_ms END",
    )
    .bind(scope.company().as_str())
    .bind(thread.id.as_str())
    .bind(thread.community_id.as_str())
    .bind(thread.mailbox_id.as_str())
    .bind(&*thread.subject)
    .bind(&*thread.subject_key)
    .bind(&*thread.participant_address)
    .bind(&*thread.participant_name)
    .bind(&*thread.snippet)
    .bind(thread.state as i32)
    .bind(thread.snoozed_until_ms)
    .bind(thread.assignee_id.as_ref().map(platform::ids::UserId::as_str))
    .bind(thread.unread)
    .bind(thread.has_attachments)
    .bind(thread.kind as i32)
    .bind(thread.message_count)
    .bind(thread.last_message_ms)
    .bind(thread.version)
    .bind(&*thread.assigned_by_rule)
    .bind(thread.priority as i32)
    .run()
    .await?;
    Ok(())
}

/// Stores the priority of a thread.
pub async fn set_priority(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailThreadId,
    priority: Priority,
) -> Result<(), Fault> {
    tx.query("UPDATE email_thread SET priority = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(priority as i32)
        .run()
        .await?;
    Ok(())
}

/// Marks an open thread as waiting for a reply of staff. Returns `false` if it is already waiting, or not
/// open.
pub async fn begin_waiting(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailThreadId,
    since: Timestamp,
) -> Result<bool, Fault> {
    let marked = tx
        .query(
            "UPDATE email_thread SET waiting_since_ms = $3
             WHERE company_id = $1 AND id = $2 AND state = 1 AND waiting_since_ms IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(since)
        .run()
        .await?;
    Ok(marked == 1)
}

/// Stores when the reply to a waiting thread is due.
pub async fn set_reply_due(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailThreadId,
    due: Timestamp,
) -> Result<(), Fault> {
    tx.query("UPDATE email_thread SET reply_due_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(due)
        .run()
        .await?;
    Ok(())
}

/// Records that a thread received a reply.
pub async fn stop_waiting(tx: &mut Tx, scope: &Scope, id: &EmailThreadId) -> Result<(), Fault> {
    tx.query(
        "UPDATE email_thread SET waiting_since_ms = NULL, reply_due_ms = NULL
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .run()
    .await?;
    Ok(())
}

/// Deletes up to `limit` emails of a community with their files, then its threads. Returns the number of
/// deleted rows.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId, limit: i64) -> Result<u64, Fault> {
    let files: Vec<(FileId,)> = tx
        .query(
            "WITH message AS (SELECT id FROM email_message
                 WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)
             SELECT file_id FROM email_attachment
             WHERE company_id = $1 AND file_id IS NOT NULL AND message_id IN (SELECT id FROM message)
             UNION ALL
             SELECT file_id FROM email_image
             WHERE company_id = $1 AND file_id IS NOT NULL AND message_id IN (SELECT id FROM message)",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?;
    file::remove(tx, scope, &files.iter().map(|(id,)| id).collect::<Vec<_>>()).await?;
    let messages = [
        platform::delete_of_first!("email_attachment", "message_id", "email_message"),
        platform::delete_of_first!("email_image", "message_id", "email_message"),
        platform::delete_of_first!("email_message", "id", "email_message"),
    ];
    let deleted = platform::purge(tx, scope, community, limit, &messages).await?;
    if deleted > 0 {
        return Ok(deleted);
    }
    let threads = [
        platform::delete_of_first!("email_thread_word", "thread_id", "email_thread"),
        platform::delete_of_first!("note", "email_thread_id", "email_thread"),
        platform::delete_of_first!("email_thread", "id", "email_thread"),
    ];
    platform::purge(tx, scope, community, limit, &threads).await
}
