//! Queries for blasts and their recipients. In queries with a scope, the scope is `$1` and `$2`.
mod pace;
mod recipients;
mod retries;

use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId};
use sqlx::types::Json;

pub use recipients::{
    count_recipients, count_responses, list_recipients, mark_excluded, mark_stored, next_recipients,
    pending_communities, purge_recipients,
};

pub use pace::{find_pace, lock_pace, refund_segments, save_pace};

pub use retries::{
    cancel_retries, cancel_texts, clear_retries, due_retries, next_retries, phones_without_text,
    queue_retries, send_again,
};

use super::model::{Blast, BlastId, BlastState, LIMIT_WINDOW};

/// Selects blasts whose communities the scope can all see.
macro_rules! blasts {
    ($rest:literal) => {
        concat!(
            "SELECT b.id, b.title, b.body, b.asks_consent, b.picture, b.filter, b.audience_id, b.state, b.starts_ms, b.undo_until_ms,
                    b.is_emergency, b.emergency_reason, b.created_by, b.scheduled_by, b.created_ms,
                    b.finished_ms, b.version, b.scheduled_count, b.approved_by, b.rejection_note, ",
            platform::actor_name!("b", "created_by"),
            " AS created_by_name, ",
            platform::actor_name!("b", "scheduled_by"),
            " AS scheduled_by_name, ",
            platform::staff_name!("b", "approved_by"),
            " AS approved_by_name
             FROM blast b
             WHERE b.company_id = $1 AND ($2 IS NULL OR NOT EXISTS (
                 SELECT 1 FROM blast_community m WHERE m.company_id = $1 AND m.blast_id = b.id AND NOT ",
            platform::assigned!("m.community_id"),
            ")) ",
            $rest
        )
    };
}

/// The position after which a page begins: time of creation and id.
pub type PageKey = (i64, String);

/// Lists blasts in these states, or in any if there are none, before a key; newest first, up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    states: &[i32],
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<Blast>, Fault> {
    let (created, id) = before.unwrap_or((i64::MAX, String::new()));
    let sql = dialect(
        blasts!(
            "AND (json_array_length($3) = 0 OR b.state IN (SELECT value FROM json_each($3)))
             AND (b.created_ms, b.id) < ($4, $5) ORDER BY b.created_ms DESC, b.id DESC LIMIT $6"
        ),
        blasts!(
            "AND (jsonb_array_length($3) = 0 OR $3 @> to_jsonb(b.state))
             AND (b.created_ms, b.id) < ($4, $5) ORDER BY b.created_ms DESC, b.id DESC LIMIT $6"
        ),
    );
    let query = tx.query(sql).scope(scope).bind(Json(states)).bind(created).bind(id);
    Ok(query.bind(limit + 1).all().await?)
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<Option<Blast>, Fault> {
    Ok(tx.query(blasts!("AND b.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a blast and locks it until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<Option<Blast>, Fault> {
    let sql = dialect(blasts!("AND b.id = $3"), blasts!("AND b.id = $3 FOR UPDATE OF b"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a blast and keeps others from changing it until the transaction ends. Other transactions may lock it in
/// the same way.
pub async fn lock_shared(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<Option<Blast>, Fault> {
    let sql = dialect(blasts!("AND b.id = $3"), blasts!("AND b.id = $3 FOR SHARE OF b"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Inserts or replaces a blast.
pub async fn save(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO blast (company_id, id, title, body, filter, audience_id, state, starts_ms, undo_until_ms,
             is_emergency, emergency_reason, created_by, scheduled_by, created_ms, finished_ms, version,
             scheduled_count, approved_by, rejection_note, picture,
             asks_consent)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
         ON CONFLICT (company_id, id) DO UPDATE SET title = excluded.title, body = excluded.body,
             filter = excluded.filter, audience_id = excluded.audience_id, state = excluded.state,
             starts_ms = excluded.starts_ms, undo_until_ms = excluded.undo_until_ms,
             is_emergency = excluded.is_emergency, emergency_reason = excluded.emergency_reason,
             scheduled_by = excluded.scheduled_by, finished_ms = excluded.finished_ms,
             version = excluded.version, scheduled_count = excluded.scheduled_count,
             approved_by = excluded.approved_by, rejection_note = excluded.rejection_note,
             picture = excluded.picture",
    )
    .bind(scope.company().as_str())
    .bind(blast.id.as_str())
    .bind(&*blast.title)
    .bind(&*blast.body)
    .bind(blast.filter.as_ref().map(Json))
    .bind(blast.audience_id.as_ref().map(|id| id.as_str()))
    .bind(blast.state as i32)
    .bind(blast.starts_ms)
    .bind(blast.undo_until_ms)
    .bind(blast.is_emergency)
    .bind(&*blast.emergency_reason)
    .bind(blast.created_by.as_str())
    .bind(blast.scheduled_by.as_ref().map(platform::ids::UserId::as_str))
    .bind(blast.created_ms)
    .bind(blast.finished_ms)
    .bind(blast.version)
    .bind(blast.scheduled_count)
    .bind(blast.approved_by.as_ref().map(platform::ids::UserId::as_str))
    .bind(&*blast.rejection_note)
    .bind(blast.picture.as_ref().map(Json))
    .bind(blast.asks_consent)
    .run()
    .await?;
    Ok(())
}

/// Replaces the communities of a blast, in the order in which they are sent the text.
pub async fn save_communities(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    communities: &[CommunityId],
) -> Result<(), Fault> {
    delete_communities(tx, scope, id).await?;
    tx.query(dialect(
        "INSERT INTO blast_community (company_id, blast_id, community_id, position)
         SELECT $1, $2, value, key FROM json_each($3)",
        "INSERT INTO blast_community (company_id, blast_id, community_id, position)
         SELECT $1, $2, c.value, c.place - 1 FROM jsonb_array_elements_text($3) WITH ORDINALITY c (value, place)",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(communities))
    .run()
    .await?;
    Ok(())
}

/// Returns the communities of a blast, in the order in which they are sent the text.
pub async fn communities(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<Vec<CommunityId>, Fault> {
    let found: Vec<(CommunityId,)> = tx
        .query(
            "SELECT community_id FROM blast_community WHERE company_id = $1 AND blast_id = $2 ORDER BY position",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .all()
        .await?;
    Ok(found.into_iter().map(|(community,)| community).collect())
}

async fn delete_communities(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<(), Fault> {
    tx.query("DELETE FROM blast_community WHERE company_id = $1 AND blast_id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Deletes a draft, which has no recipients yet.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<(), Fault> {
    delete_communities(tx, scope, id).await?;
    tx.query("DELETE FROM blast WHERE company_id = $1 AND id = $2 AND state = $3")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(BlastState::Draft as i32)
        .run()
        .await?;
    Ok(())
}

/// Returns the first communities whose recipients are not written yet, up to `limit`, with their positions.
pub async fn list_unexpanded(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    limit: i64,
) -> Result<Vec<(CommunityId, i32)>, Fault> {
    Ok(tx
        .query(
            "SELECT community_id, position FROM blast_community
             WHERE company_id = $1 AND blast_id = $2 AND NOT expanded ORDER BY position LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(limit)
        .all()
        .await?)
}

/// Locks a community of a blast until the transaction ends. Returns whether its recipients are still to be written.
pub async fn lock_unexpanded(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    community: &CommunityId,
) -> Result<bool, Fault> {
    macro_rules! community {
        ($lock:literal) => {
            concat!(
                "SELECT 1 FROM blast_community
                 WHERE company_id = $1 AND blast_id = $2 AND community_id = $3 AND NOT expanded",
                $lock
            )
        };
    }
    let query = tx.query(dialect(community!(""), community!(" FOR UPDATE"))).bind(scope.company().as_str());
    Ok(query.bind(id.as_str()).bind(community.as_str()).exists().await?)
}

/// Refreshes PostgreSQL's statistics after many recipients were written.
pub async fn renew_statistics(tx: &mut Tx) -> Result<(), Fault> {
    tx.query(dialect("SELECT 1", "SELECT analyze_blast_recipients()")).run().await?;
    Ok(())
}

/// Records that a community's recipients are written, and their number.
pub async fn mark_expanded(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    community: &CommunityId,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE blast_community SET expanded = TRUE,
             included = (SELECT count(*) FROM blast_recipient r WHERE r.company_id = $1 AND r.blast_id = $2
                 AND r.community_id = $3 AND r.exclusion = 0),
             excluded = (SELECT count(*) FROM blast_recipient r WHERE r.company_id = $1 AND r.blast_id = $2
                 AND r.community_id = $3 AND r.exclusion <> 0)
         WHERE company_id = $1 AND blast_id = $2 AND community_id = $3",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(community.as_str())
    .run()
    .await?;
    Ok(())
}

/// Returns the starts of the company's other blasts within 24 hours of a time, with their number of recipients. A
/// canceled blast counts the recipients whose text was handed to the carrier.
pub async fn starts_around(
    tx: &mut Tx,
    scope: &Scope,
    starts: Timestamp,
    except: &BlastId,
) -> Result<Vec<(Timestamp, i64)>, Fault> {
    Ok(tx
        .query(
            "SELECT starts_ms, CASE WHEN state <> $6 THEN scheduled_count ELSE (
                 SELECT count(*) FROM blast_recipient r
                 WHERE r.company_id = $1 AND r.blast_id = blast.id AND r.message_id IS NOT NULL) END
             FROM blast
             WHERE company_id = $1 AND starts_ms BETWEEN $2 AND $3 AND NOT is_emergency AND state NOT IN ($4, $5)
               AND id <> $7",
        )
        .bind(scope.company().as_str())
        .bind(starts.minus(LIMIT_WINDOW))
        .bind(starts.plus(LIMIT_WINDOW))
        .bind(BlastState::Draft as i32)
        .bind(BlastState::Missed as i32)
        .bind(BlastState::Canceled as i32)
        .bind(except.as_str())
        .all()
        .await?)
}

/// Returns the company's label, by which texts may name their sender.
pub async fn company_label(tx: &mut Tx, scope: &Scope) -> Result<String, Fault> {
    let found: Option<(String,)> =
        tx.query("SELECT label FROM company WHERE id = $1").bind(scope.company().as_str()).optional().await?;
    Ok(found.map(|(label,)| label).unwrap_or_default())
}

/// Publishes a change of a blast when the transaction commits.
pub fn publish_change(tx: &mut Tx, scope: &Scope, id: &BlastId, now: Timestamp) {
    crate::messaging::thread::publish_blast_change(tx, scope, id.as_str(), now);
}
