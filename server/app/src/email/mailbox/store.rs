//! Queries for mailboxes. In queries with a scope, the scope is `$1` and `$2`.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId};

use super::model::{Mailbox, MailboxId};

/// Selects mailboxes of communities that the scope can see.
macro_rules! mailboxes {
    ($rest:expr) => {
        concat!(
            "SELECT m.id, m.community_id, c.tag AS community_tag, m.kind, m.address, m.display_name, m.signature,
                    m.last_received_ms, m.version,
                    (SELECT count(*) FROM (SELECT 1 FROM email_thread t WHERE t.company_id = m.company_id
                         AND t.mailbox_id = m.id AND t.unread AND t.state = 1 LIMIT 1000) AS x) AS unread_count,
                    (SELECT count(*) FROM (SELECT 1 FROM email_message e WHERE e.company_id = m.company_id
                         AND e.mailbox_id = m.id AND e.status = 2 LIMIT 1000) AS x) AS draft_count,
                    (SELECT count(*) FROM (SELECT 1 FROM email_message e WHERE e.company_id = m.company_id
                         AND e.mailbox_id = m.id AND e.status = 3 LIMIT 1000) AS x) AS scheduled_count
             FROM mailbox m JOIN community c ON c.id = m.community_id
             WHERE m.company_id = $1 AND m.deleted_ms IS NULL AND ",
            platform::sees!("m.community_id"),
            " ",
            $rest
        )
    };
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &MailboxId) -> Result<Option<Mailbox>, Fault> {
    Ok(tx.query(mailboxes!("AND m.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a mailbox and locks it until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, scope: &Scope, id: &MailboxId) -> Result<Option<Mailbox>, Fault> {
    let sql = dialect(mailboxes!("AND m.id = $3"), mailboxes!("AND m.id = $3 FOR UPDATE OF m"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Lists mailboxes after an address, sorted by address; up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
    after: Option<String>,
    limit: i64,
) -> Result<Vec<Mailbox>, Fault> {
    Ok(tx
        .query(mailboxes!(
            "AND ($3 IS NULL OR m.community_id = $3) AND m.address > $4 ORDER BY m.address LIMIT $5"
        ))
        .scope(scope)
        .bind(community.map(CommunityId::as_str))
        .bind(after.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Inserts a mailbox. Returns whether its address was free.
pub async fn insert(tx: &mut Tx, scope: &Scope, mailbox: &Mailbox) -> Result<bool, Fault> {
    let inserted = tx
        .query(
            "INSERT INTO mailbox (company_id, id, community_id, kind, address, display_name, signature, version)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(mailbox.id.as_str())
        .bind(mailbox.community_id.as_str())
        .bind(mailbox.kind as i32)
        .bind(mailbox.address.as_str())
        .bind(mailbox.display_name.as_str())
        .bind(mailbox.signature.as_str())
        .bind(mailbox.version)
        .run()
        .await?;
    Ok(inserted == 1)
}

pub async fn save(tx: &mut Tx, scope: &Scope, mailbox: &Mailbox) -> Result<(), Fault> {
    tx.query("UPDATE mailbox SET display_name = $3, signature = $4, version = $5 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(mailbox.id.as_str())
        .bind(mailbox.display_name.as_str())
        .bind(mailbox.signature.as_str())
        .bind(mailbox.version)
        .run()
        .await?;
    Ok(())
}

/// Records that an email was received.
pub async fn record_receipt(tx: &mut Tx, scope: &Scope, id: &MailboxId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE mailbox SET last_received_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Hides a mailbox with all that is in it.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &MailboxId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE mailbox SET deleted_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Deletes the mailboxes of a community once they are empty. Returns how many.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<u64, Fault> {
    Ok(tx
        .query(
            "DELETE FROM mailbox WHERE company_id = $1 AND community_id = $2 AND NOT EXISTS (
                 SELECT 1 FROM email_message e WHERE e.company_id = $1 AND e.mailbox_id = mailbox.id)
             AND NOT EXISTS (SELECT 1 FROM email_thread t WHERE t.company_id = $1 AND t.mailbox_id = mailbox.id)",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .run()
        .await?)
}
