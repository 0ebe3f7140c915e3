//! Queries for emails.
use platform::{Fault, Scope, Timestamp, Tx, dialect, paging::PageKey};
use sqlx::types::Json;

use crate::{
    email::{
        email_thread::model::{EmailMessage, EmailMessageId, EmailStatus, EmailThreadId},
        mailbox::MailboxId,
    },
    knowledge::answer::Answer,
};

/// Selects emails of communities that the scope can see.
macro_rules! messages {
    ($rest:expr) => {
        concat!(
            "SELECT e.id, e.community_id, e.mailbox_id, e.thread_id, e.message_id, e.reference_ids, e.status, e.kind,
                    e.bounced, e.from_address, e.from_name, e.to_addresses, e.cc_addresses, e.subject, e.text,
                    e.quoted_text, e.html, e.blocked_image_count, e.content_hash, e.author_id, e.at_ms, e.send_at_ms,
                    e.problem, e.bot_note, ",
            platform::staff_name!("e", "author_id"),
            " AS author_name
             FROM email_message e
             JOIN mailbox m ON m.company_id = e.company_id AND m.id = e.mailbox_id AND m.deleted_ms IS NULL
             WHERE e.company_id = $1 AND ",
            platform::sees!("e.community_id"),
            " ",
            $rest
        )
    };
}

/// Returns an email.
pub async fn find_message(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailMessageId,
) -> Result<Option<EmailMessage>, Fault> {
    Ok(tx.query(messages!("AND e.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns an email and locks it until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock_message(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailMessageId,
) -> Result<Option<EmailMessage>, Fault> {
    let sql = dialect(messages!("AND e.id = $3"), messages!("AND e.id = $3 FOR UPDATE OF e"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Lists the emails of a thread before a key, newest first, without drafts; up to `limit + 1`.
pub async fn list_messages(
    tx: &mut Tx,
    scope: &Scope,
    thread: &EmailThreadId,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<EmailMessage>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(messages!(
            "AND e.thread_id = $3 AND e.status <> 2 AND (e.at_ms, e.id) < ($4, $5)
             ORDER BY e.at_ms DESC, e.id DESC LIMIT $6"
        ))
        .scope(scope)
        .bind(thread.as_str())
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns the newest draft of a thread.
pub async fn find_draft(
    tx: &mut Tx,
    scope: &Scope,
    thread: &EmailThreadId,
) -> Result<Option<EmailMessage>, Fault> {
    Ok(tx
        .query(messages!("AND e.thread_id = $3 AND e.status = 2 ORDER BY e.at_ms DESC, e.id DESC LIMIT 1"))
        .scope(scope)
        .bind(thread.as_str())
        .optional()
        .await?)
}

/// Returns the newest email of a thread that was received or sent.
pub async fn newest_message(
    tx: &mut Tx,
    scope: &Scope,
    thread: &EmailThreadId,
) -> Result<Option<EmailMessage>, Fault> {
    Ok(tx
        .query(messages!(
            "AND e.thread_id = $3 AND e.status IN (1, 4) ORDER BY e.at_ms DESC, e.id DESC LIMIT 1"
        ))
        .scope(scope)
        .bind(thread.as_str())
        .optional()
        .await?)
}

/// Lists emails with a status before a key, newest first; up to `limit + 1`.
pub async fn list_outgoing(
    tx: &mut Tx,
    scope: &Scope,
    mailbox: Option<&MailboxId>,
    status: EmailStatus,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<EmailMessage>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(messages!(
            "AND (e.status = $3 OR ($3 = 3 AND e.status = 6)) AND ($4 IS NULL OR e.mailbox_id = $4) AND (e.at_ms, e.id) < ($5, $6)
             ORDER BY e.at_ms DESC, e.id DESC LIMIT $7"
        ))
        .scope(scope)
        .bind(status as i32)
        .bind(mailbox.map(MailboxId::as_str))
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Counts the drafts of a mailbox, up to `limit`.
pub async fn count_drafts(tx: &mut Tx, scope: &Scope, mailbox: &MailboxId, limit: i64) -> Result<i64, Fault> {
    Ok(tx
        .query(
            "SELECT count(*) FROM (SELECT 1 FROM email_message WHERE company_id = $1 AND mailbox_id = $2
                 AND status = 2 LIMIT $3) AS x",
        )
        .bind(scope.company().as_str())
        .bind(mailbox.as_str())
        .bind(limit)
        .value()
        .await?)
}

/// Returns the email of a mailbox with the same content.
pub async fn find_by_content(
    tx: &mut Tx,
    scope: &Scope,
    mailbox: &MailboxId,
    content_hash: &str,
) -> Result<Option<EmailMessage>, Fault> {
    Ok(tx
        .query(messages!("AND e.mailbox_id = $3 AND e.content_hash = $4"))
        .scope(scope)
        .bind(mailbox.as_str())
        .bind(content_hash)
        .optional()
        .await?)
}

/// Returns the emails of a mailbox with these Message-IDs, newest first; up to 50.
pub async fn find_by_message_ids(
    tx: &mut Tx,
    scope: &Scope,
    mailbox: &MailboxId,
    message_ids: &[String],
) -> Result<Vec<EmailMessage>, Fault> {
    let sql = dialect(
        messages!(
            "AND e.mailbox_id = $3 AND e.message_id IN (SELECT value FROM json_each($4))
             ORDER BY e.at_ms DESC, e.id DESC LIMIT 50"
        ),
        messages!(
            "AND e.mailbox_id = $3 AND e.message_id IN (SELECT jsonb_array_elements_text($4))
             ORDER BY e.at_ms DESC, e.id DESC LIMIT 50"
        ),
    );
    Ok(tx.query(sql).scope(scope).bind(mailbox.as_str()).bind(Json(message_ids)).all().await?)
}

/// Returns the newest thread of a mailbox with this participant and subject whose last email is not older than
/// `since`.
pub async fn find_by_subject(
    tx: &mut Tx,
    scope: &Scope,
    mailbox: &MailboxId,
    participant: &str,
    subject_key: &str,
    since: Timestamp,
) -> Result<Option<EmailThreadId>, Fault> {
    Ok(tx
        .query(
            "SELECT id FROM email_thread WHERE company_id = $1 AND mailbox_id = $2 AND participant_address = $3
             AND subject_key = $4 AND last_message_ms >= $5 ORDER BY last_message_ms DESC, id DESC LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(mailbox.as_str())
        .bind(participant)
        .bind(subject_key)
        .bind(since)
        .optional_value()
        .await?)
}

pub async fn insert_message(tx: &mut Tx, scope: &Scope, message: &EmailMessage) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO email_message (company_id, id, community_id, mailbox_id, thread_id, message_id, reference_ids,
             status, kind, bounced, from_address, from_name, to_addresses, cc_addresses, subject, text, quoted_text,
             html, blocked_image_count, content_hash, author_id, at_ms, send_at_ms, bot_note)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $23, $24)",
    )
    .bind(scope.company().as_str())
    .bind(message.id.as_str())
    .bind(message.community_id.as_str())
    .bind(message.mailbox_id.as_str())
    .bind(message.thread_id.as_ref().map(EmailThreadId::as_str))
    .bind(&*message.message_id)
    .bind(Json(&message.reference_ids))
    .bind(message.status as i32)
    .bind(message.kind as i32)
    .bind(message.bounced)
    .bind(&*message.from_address)
    .bind(&*message.from_name)
    .bind(Json(&message.to_addresses))
    .bind(Json(&message.cc_addresses))
    .bind(&*message.subject)
    .bind(&*message.text)
    .bind(&*message.quoted_text)
    .bind(&*message.html)
    .bind(message.blocked_image_count)
    .bind(&*message.content_hash)
    .bind(message.author_id.as_ref().map(platform::ids::UserId::as_str))
    .bind(message.at_ms)
    .bind(message.send_at_ms)
    .bind(&*message.bot_note)
    .run()
    .await?;
    Ok(())
}

/// Saves the editable fields of an email that staff write.
pub async fn save_message(tx: &mut Tx, scope: &Scope, message: &EmailMessage) -> Result<(), Fault> {
    tx.query(
        "UPDATE email_message SET thread_id = $3, status = $4, to_addresses = $5, cc_addresses = $6, subject = $7,
             text = $8, quoted_text = $9, author_id = $10, at_ms = $11, send_at_ms = $12, reference_ids = $13,
             problem = $14, bot_note = $15
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(message.id.as_str())
    .bind(message.thread_id.as_ref().map(EmailThreadId::as_str))
    .bind(message.status as i32)
    .bind(Json(&message.to_addresses))
    .bind(Json(&message.cc_addresses))
    .bind(&*message.subject)
    .bind(&*message.text)
    .bind(&*message.quoted_text)
    .bind(message.author_id.as_ref().map(platform::ids::UserId::as_str))
    .bind(message.at_ms)
    .bind(message.send_at_ms)
    .bind(Json(&message.reference_ids))
    .bind(&*message.problem)
    .bind(&*message.bot_note)
    .run()
    .await?;
    Ok(())
}

/// Records how the bot handled a received email.
pub async fn set_bot_note(tx: &mut Tx, scope: &Scope, id: &EmailMessageId, note: &str) -> Result<(), Fault> {
    tx.query("UPDATE email_message SET bot_note = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(note)
        .run()
        .await?;
    Ok(())
}

/// Stores the answer that a reply of the bot gives, by which reports count.
pub async fn set_answer(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailMessageId,
    answer: &Answer,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE email_message SET answer_id = $3, answer_category = $4, is_answer_learned = $5
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(answer.id.as_str())
    .bind(&*answer.category)
    .bind(answer.is_learned())
    .run()
    .await?;
    Ok(())
}

/// Counts the emails of a thread that the bot wrote since a time, up to `limit`.
pub async fn count_bot_emails(
    tx: &mut Tx,
    scope: &Scope,
    thread: &EmailThreadId,
    since: Timestamp,
    limit: i64,
) -> Result<i64, Fault> {
    Ok(tx
        .query(
            "SELECT count(*) FROM (SELECT 1 FROM email_message WHERE company_id = $1 AND thread_id = $2
                 AND status IN (3, 4, 6) AND author_id IS NULL AND at_ms >= $3 LIMIT $4) AS x",
        )
        .bind(scope.company().as_str())
        .bind(thread.as_str())
        .bind(since)
        .bind(limit)
        .value()
        .await?)
}

/// Deletes an email that was not sent.
pub async fn delete_unsent(tx: &mut Tx, scope: &Scope, id: &EmailMessageId) -> Result<(), Fault> {
    tx.query("DELETE FROM email_message WHERE company_id = $1 AND id = $2 AND status IN (2, 3)")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Marks sent emails of a mailbox with these Message-IDs as not delivered.
pub async fn mark_bounced(
    tx: &mut Tx,
    scope: &Scope,
    mailbox: &MailboxId,
    message_ids: &[String],
) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE email_message SET bounced = TRUE WHERE company_id = $1 AND mailbox_id = $2 AND status = 4
         AND message_id IN ",
        "$3"
    ))
    .bind(scope.company().as_str())
    .bind(mailbox.as_str())
    .bind(Json(message_ids))
    .run()
    .await?;
    Ok(())
}

pub async fn delete_draft(tx: &mut Tx, scope: &Scope, id: &EmailMessageId) -> Result<(), Fault> {
    tx.query("DELETE FROM email_message WHERE company_id = $1 AND id = $2 AND status = 2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
