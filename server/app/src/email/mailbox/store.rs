//! Queries for mailboxes. In queries with a scope, the scope is `$1` and `$2`.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId};
use sqlx::types::Json;

use super::model::{DueMailbox, FolderPosition, Mailbox, MailboxHealth, MailboxId};

/// Selects mailboxes of communities that the scope can see.
macro_rules! mailboxes {
    ($rest:expr) => {
        concat!(
            "SELECT m.id, m.community_id, c.tag AS community_tag, m.kind, m.address, m.display_name, m.signature,
                    m.last_received_ms, m.version, m.imap, m.checked_ms, m.problem,
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

/// Lists whether mailboxes work, those with a problem first, then by community; up to `limit`.
pub async fn list_health(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<MailboxHealth>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT m.community_id, c.tag AS community_tag, m.address, m.problem, m.problem_since_ms,
                    m.last_received_ms
             FROM mailbox m JOIN community c ON c.id = m.community_id
             WHERE m.company_id = $1 AND m.deleted_ms IS NULL AND ",
            platform::sees!("m.community_id"),
            " ORDER BY CASE WHEN m.problem = '' THEN 1 ELSE 0 END, c.tag, m.address LIMIT $3"
        ))
        .scope(scope)
        .bind(limit)
        .all()
        .await?)
}

/// Inserts a mailbox. Returns false if its address is in use.
pub async fn insert(tx: &mut Tx, scope: &Scope, mailbox: &Mailbox) -> Result<bool, Fault> {
    let inserted = tx
        .query(
            "INSERT INTO mailbox (company_id, id, community_id, kind, address, display_name, signature, version,
                 imap)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(mailbox.id.as_str())
        .bind(mailbox.community_id.as_str())
        .bind(mailbox.kind as i32)
        .bind(mailbox.address.as_str())
        .bind(mailbox.display_name.as_str())
        .bind(mailbox.signature.as_str())
        .bind(mailbox.version)
        .bind(mailbox.imap.as_ref().map(Json))
        .run()
        .await?;
    Ok(inserted == 1)
}

pub async fn save(tx: &mut Tx, scope: &Scope, mailbox: &Mailbox) -> Result<(), Fault> {
    tx.query(
        "UPDATE mailbox SET display_name = $3, signature = $4, version = $5, imap = $6
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(mailbox.id.as_str())
    .bind(mailbox.display_name.as_str())
    .bind(mailbox.signature.as_str())
    .bind(mailbox.version)
    .bind(mailbox.imap.as_ref().map(Json))
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

/// Records a check of the mail server, with the problem if there was one.
pub async fn record_check(
    tx: &mut Tx,
    scope: &Scope,
    id: &MailboxId,
    problem: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE mailbox SET checked_ms = $3, problem = $4,
             problem_since_ms = CASE WHEN $4 = '' THEN NULL ELSE COALESCE(problem_since_ms, $3) END
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(now)
    .bind(problem)
    .run()
    .await?;
    Ok(())
}

/// Lists mailboxes on mail servers, longest unchecked first: mailboxes without a problem that were checked
/// before a time, and mailboxes with a problem that were checked before an earlier time. One that was checked after
/// `now` is due: the clock has been set back. For platform use.
pub async fn list_due(
    tx: &mut Tx,
    now: Timestamp,
    before: Timestamp,
    failed_before: Timestamp,
    limit: i64,
) -> Result<Vec<DueMailbox>, Fault> {
    Ok(tx
        .query(
            "SELECT company_id, id FROM mailbox
             WHERE imap IS NOT NULL AND deleted_ms IS NULL
               AND (checked_ms IS NULL OR checked_ms > $4
                    OR checked_ms <= CASE WHEN problem = '' THEN $1 ELSE $2 END)
             ORDER BY COALESCE(checked_ms, 0), id LIMIT $3",
        )
        .bind(before)
        .bind(failed_before)
        .bind(limit)
        .bind(now)
        .all()
        .await?)
}

/// Returns whether any mailbox is on a mail server and works. For platform use.
pub async fn any_to_watch(tx: &mut Tx) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT id FROM mailbox WHERE imap IS NOT NULL AND deleted_ms IS NULL AND problem = '' LIMIT 1",
        )
        .exists()
        .await?)
}

/// Assigns working mailboxes to a server process to watch, starting with the ones that it already watches; at
/// most `limit`. Mailboxes that another live process watches are skipped. For platform use.
pub async fn claim_watches(
    tx: &mut Tx,
    holder: i32,
    live: &[i32],
    limit: i64,
) -> Result<Vec<DueMailbox>, Fault> {
    macro_rules! claim {
        ($live:literal) => {
            concat!(
                "INSERT INTO mailbox_watch (company_id, mailbox_id, holder)
                 SELECT m.company_id, m.id, $1
                 FROM mailbox m LEFT JOIN mailbox_watch w ON w.company_id = m.company_id AND w.mailbox_id = m.id
                 WHERE m.imap IS NOT NULL AND m.deleted_ms IS NULL AND m.problem = ''
                   AND (w.holder IS NULL OR w.holder = $1 OR w.holder NOT IN (",
                $live,
                "))
                 ORDER BY CASE WHEN w.holder = $1 THEN 0 ELSE 1 END, m.id LIMIT $3
                 ON CONFLICT (company_id, mailbox_id) DO UPDATE SET holder = excluded.holder
                     WHERE mailbox_watch.holder = excluded.holder OR mailbox_watch.holder NOT IN (",
                $live,
                ")
                 RETURNING company_id, mailbox_id AS id"
            )
        };
    }
    let sql = dialect(
        claim!("SELECT value FROM json_each($2)"),
        claim!("SELECT jsonb_array_elements_text($2)::INTEGER"),
    );
    Ok(tx.query(sql).bind(holder).bind(Json(live)).bind(limit).all().await?)
}

pub async fn find_position(
    tx: &mut Tx,
    scope: &Scope,
    id: &MailboxId,
    folder: &str,
) -> Result<Option<FolderPosition>, Fault> {
    Ok(tx
        .query(
            "SELECT uid_validity, last_uid, earlier_uid FROM mailbox_folder
             WHERE company_id = $1 AND mailbox_id = $2 AND name = $3",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(folder)
        .optional()
        .await?)
}

pub async fn save_position(
    tx: &mut Tx,
    scope: &Scope,
    id: &MailboxId,
    folder: &str,
    position: FolderPosition,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO mailbox_folder (company_id, mailbox_id, name, uid_validity, last_uid, earlier_uid)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, mailbox_id, name)
         DO UPDATE SET uid_validity = $4, last_uid = $5, earlier_uid = $6",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(folder)
    .bind(position.uid_validity)
    .bind(position.last_uid)
    .bind(position.earlier_uid)
    .run()
    .await?;
    Ok(())
}

/// Deletes the read positions of a mailbox's folders.
pub async fn delete_positions(tx: &mut Tx, scope: &Scope, id: &MailboxId) -> Result<(), Fault> {
    tx.query("DELETE FROM mailbox_folder WHERE company_id = $1 AND mailbox_id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Hides a mailbox with its contents.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &MailboxId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE mailbox SET deleted_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Deletes the empty mailboxes of a deleted community. Returns the deleted mailboxes.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<MailboxId>, Fault> {
    for sql in [
        "DELETE FROM mailbox_folder WHERE company_id = $1 AND mailbox_id IN (
             SELECT id FROM mailbox WHERE company_id = $1 AND community_id = $2)",
        "DELETE FROM mailbox_watch WHERE company_id = $1 AND mailbox_id IN (
             SELECT id FROM mailbox WHERE company_id = $1 AND community_id = $2)",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(community.as_str()).run().await?;
    }
    Ok(tx
        .query(
            "DELETE FROM mailbox WHERE company_id = $1 AND community_id = $2 AND NOT EXISTS (
                 SELECT 1 FROM email_message e WHERE e.company_id = $1 AND e.mailbox_id = mailbox.id)
             AND NOT EXISTS (SELECT 1 FROM email_thread t WHERE t.company_id = $1 AND t.mailbox_id = mailbox.id)
             RETURNING id",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .values()
        .await?)
}
