//! Queries for reply targets and waiting items.
use platform::{Fault, Scope, Timestamp, Tx};

use super::model::{Channel, ReplyTargets, WaitingItem};
use crate::messaging::web_chat::{identified_name, join_identity};

/// Returns the company's targets.
pub async fn find(tx: &mut Tx, scope: &Scope) -> Result<ReplyTargets, Fault> {
    let found = tx
        .query("SELECT text_minutes, email_minutes, web_chat_minutes FROM reply_target WHERE company_id = $1")
        .bind(scope.company().as_str())
        .optional()
        .await?;
    Ok(found.unwrap_or_default())
}

/// Returns the minutes of a channel's target; 0 means no target.
pub async fn minutes(tx: &mut Tx, scope: &Scope, channel: Channel) -> Result<i64, Fault> {
    let targets = find(tx, scope).await?;
    Ok(match channel {
        Channel::Text => targets.text_minutes,
        Channel::Email => targets.email_minutes,
        Channel::WebChat => targets.web_chat_minutes,
    }
    .into())
}

pub async fn save(tx: &mut Tx, scope: &Scope, targets: ReplyTargets) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO reply_target (company_id, text_minutes, email_minutes, web_chat_minutes)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id) DO UPDATE SET text_minutes = excluded.text_minutes,
             email_minutes = excluded.email_minutes, web_chat_minutes = excluded.web_chat_minutes",
    )
    .bind(scope.company().as_str())
    .bind(targets.text_minutes)
    .bind(targets.email_minutes)
    .bind(targets.web_chat_minutes)
    .run()
    .await?;
    Ok(())
}

const TEXT: &str = concat!(
    "SELECT v.community_id, COALESCE(NULLIF(r.name, ''), v.phone) AS person, v.reply_due_ms AS due_ms,
            COALESCE(s.email, '') AS assignee_email
     FROM conversation v
     LEFT JOIN resident r ON r.company_id = v.company_id AND r.community_id = v.community_id AND r.phone = v.phone
     LEFT JOIN staff s ON s.company_id = v.company_id AND s.id = v.assigned_to AND s.active
     WHERE v.company_id = $1 AND ",
    platform::sees!("v.community_id"),
    " AND v.id = $3 AND v.waiting_since_ms = $4 AND v.reply_due_ms IS NOT NULL"
);

const EMAIL: &str = concat!(
    "SELECT t.community_id, COALESCE(NULLIF(t.participant_name, ''), t.participant_address) AS person,
            t.reply_due_ms AS due_ms, COALESCE(s.email, '') AS assignee_email
     FROM email_thread t
     JOIN mailbox m ON m.company_id = t.company_id AND m.id = t.mailbox_id AND m.deleted_ms IS NULL
     LEFT JOIN staff s ON s.company_id = t.company_id AND s.id = t.assignee_id AND s.active
     WHERE t.company_id = $1 AND ",
    platform::sees!("t.community_id"),
    " AND t.id = $3 AND t.waiting_since_ms = $4 AND t.reply_due_ms IS NOT NULL"
);

const WEB_CHAT: &str = concat!(
    "SELECT w.community_id, COALESCE(",
    identified_name!(),
    ", NULLIF(w.name, ''), w.email) AS person, w.reply_due_ms AS due_ms, COALESCE(s.email, '') AS assignee_email
     FROM web_chat w",
    join_identity!(),
    " LEFT JOIN staff s ON s.company_id = w.company_id AND s.id = w.assignee_id AND s.active
     WHERE w.company_id = $1 AND ",
    platform::sees!("w.community_id"),
    " AND w.id = $3 AND w.waiting_since_ms = $4 AND w.reply_due_ms IS NOT NULL"
);

/// Returns an item that has waited for a reply since a time; `None` if it no longer does.
pub async fn waiting_since(
    tx: &mut Tx,
    scope: &Scope,
    channel: Channel,
    id: &str,
    since: Timestamp,
) -> Result<Option<WaitingItem>, Fault> {
    let sql = match channel {
        Channel::Text => TEXT,
        Channel::Email => EMAIL,
        Channel::WebChat => WEB_CHAT,
    };
    Ok(tx.query(sql).scope(scope).bind(id).bind(since).optional().await?)
}
