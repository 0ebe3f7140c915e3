//! Queries for recipients whose text is to be sent again.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId, phone::Phone};
use sqlx::types::Json;

use super::recipients::do_not_text;
use crate::{
    messaging::{
        carrier::{self, DeliveryState},
        thread::{self, MessageId, Status, StepKind},
    },
    outreach::blast::model::{BlastId, BlastState, RetriedRecipient},
};

/// Statuses of texts that failed.
const FAILED: [i32; 2] = [Status::Undelivered as i32, Status::Failed as i32];

/// The texts of finished blasts that failed for a temporary reason: the carrier reported one, or did not receive the
/// text in any attempt. `$2` are the blasts, `$3` the statuses, `$4` the carriers' error codes, `$5` the state of
/// finished blasts and `$6` the state of attempts that the carrier did not receive. Texts to phones that opted out
/// are excluded.
macro_rules! retryable {
    ($values:literal, $statuses:literal, $codes:literal) => {
        concat!(
            "FROM message m
             JOIN blast b ON b.company_id = m.company_id AND b.id = m.blast_id AND b.state = $5
             JOIN delivery d ON d.company_id = m.company_id AND d.message_id = m.id AND NOT d.superseded
             JOIN conversation v ON v.company_id = m.company_id AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.blast_id IN (",
            $values,
            ") AND m.status IN (",
            $statuses,
            ") AND (d.state = $6 OR d.error_code IN (",
            $codes,
            ")) AND NOT EXISTS (SELECT 1 FROM consent k WHERE k.company_id = $1 AND k.phone = v.phone
                   AND k.program = 'texts' AND k.state = 4)"
        )
    };
}

macro_rules! retryable_sqlite {
    () => {
        retryable!(
            "SELECT value FROM json_each($2)",
            "SELECT value FROM json_each($3)",
            "SELECT value FROM json_each($4)"
        )
    };
}

macro_rules! retryable_postgres {
    () => {
        retryable!(
            "SELECT jsonb_array_elements_text($2)",
            "SELECT jsonb_array_elements_text($3)::INTEGER",
            "SELECT jsonb_array_elements_text($4)::INTEGER"
        )
    };
}

/// Counts the texts of blasts that can be sent again.
pub async fn count_retryable(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[BlastId],
) -> Result<Vec<(BlastId, i64)>, Fault> {
    let sql = dialect(
        concat!("SELECT m.blast_id, count(*) ", retryable_sqlite!(), " GROUP BY m.blast_id"),
        concat!("SELECT m.blast_id, count(*) ", retryable_postgres!(), " GROUP BY m.blast_id"),
    );
    let query = tx.query(sql).bind(scope.company().as_str()).bind(Json(ids)).bind(Json(FAILED));
    let query = query.bind(Json(carrier::PASSING)).bind(BlastState::Finished as i32);
    Ok(query.bind(DeliveryState::Waiting as i32).all().await?)
}

/// Queues the texts of a finished blast that can be sent again, and adds a step to each. Returns the texts.
pub async fn queue_retries(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    step: &str,
    now: Timestamp,
) -> Result<Vec<MessageId>, Fault> {
    let sql = dialect(
        concat!(
            "UPDATE blast_recipient SET retry_ms = 0 WHERE company_id = $1 AND blast_id = ($2->>0)
             AND message_id IN (SELECT m.id ",
            retryable_sqlite!(),
            ") RETURNING message_id"
        ),
        concat!(
            "UPDATE blast_recipient SET retry_ms = 0 WHERE company_id = $1 AND blast_id = ($2->>0)
             AND message_id IN (SELECT m.id ",
            retryable_postgres!(),
            ") RETURNING message_id"
        ),
    );
    let query = tx.query(sql).bind(scope.company().as_str()).bind(Json([id])).bind(Json(FAILED));
    let query = query.bind(Json(carrier::PASSING)).bind(BlastState::Finished as i32);
    let queued: Vec<MessageId> = query.bind(DeliveryState::Waiting as i32).values().await?;
    tx.query(dialect(
        "UPDATE message SET status = $3 WHERE company_id = $1 AND id IN (SELECT value FROM json_each($2))",
        "UPDATE message SET status = $3
         WHERE company_id = $1 AND id IN (SELECT jsonb_array_elements_text($2))",
    ))
    .bind(scope.company().as_str())
    .bind(Json(&queued))
    .bind(Status::Queued as i32)
    .run()
    .await?;
    thread::add_step_to_all(tx, scope, &queued, StepKind::Retried, step, now).await?;
    Ok(queued)
}

/// Returns up to `limit` recipients of a community whose text is to be sent again now.
pub async fn next_retries(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    community: &CommunityId,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<RetriedRecipient>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT r.seq, r.phone, r.message_id, COALESCE(m.body, '') AS body,
                    (SELECT k.state FROM consent k WHERE k.company_id = $1 AND k.phone = r.phone
                     AND k.program = 'texts') AS consent,
                    EXISTS (SELECT 1 FROM consent_request q WHERE q.company_id = $1 AND q.phone = r.phone
                            AND q.program = 'texts' AND q.blast_id <> $2) AS was_asked, ",
            do_not_text!(),
            " AS do_not_text
             FROM blast_recipient r
             LEFT JOIN message m ON m.company_id = r.company_id AND m.id = r.message_id
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.community_id = $3 AND r.retry_ms <= $5
             ORDER BY r.retry_ms, r.seq LIMIT $4"
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(community.as_str())
        .bind(limit)
        .bind(now)
        .all()
        .await?)
}

/// Marks recipients as no longer waiting for their text to be sent again.
pub async fn clear_retries(tx: &mut Tx, scope: &Scope, id: &BlastId, seqs: &[i64]) -> Result<(), Fault> {
    tx.query(dialect(
        "UPDATE blast_recipient SET retry_ms = NULL
         WHERE company_id = $1 AND blast_id = $2 AND seq IN (SELECT value FROM json_each($3))",
        "UPDATE blast_recipient SET retry_ms = NULL
         WHERE company_id = $1 AND blast_id = $2 AND seq IN (SELECT jsonb_array_elements_text($3)::BIGINT)",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(seqs))
    .run()
    .await?;
    Ok(())
}

/// Marks the recipients with these phones to be sent the text again, each not before its time. The two steps
/// are explained at `mark_stored`; the redundant `exclusion <> 5` is the condition of the index by phone, without
/// which SQLite does not use the index.
pub async fn send_again(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    phones: &[(Phone, Timestamp)],
) -> Result<(), Fault> {
    tx.query(dialect(
        "WITH due AS MATERIALIZED (
             SELECT r.rowid AS row, v.value->>1 AS retry_ms
             FROM json_each($3) v CROSS JOIN blast_recipient r
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.phone = v.value->>0 AND r.exclusion = 0
               AND r.exclusion <> 5)
         UPDATE blast_recipient SET retry_ms = d.retry_ms FROM due d WHERE blast_recipient.rowid = d.row",
        "WITH due AS MATERIALIZED (
             SELECT v->>0 AS phone, (v->>1)::BIGINT AS retry_ms FROM jsonb_array_elements($3) v)
         UPDATE blast_recipient SET retry_ms = d.retry_ms FROM due d
         WHERE blast_recipient.company_id = $1 AND blast_recipient.blast_id = $2
           AND blast_recipient.phone = d.phone AND blast_recipient.exclusion = 0
           AND blast_recipient.exclusion <> 5",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(phones))
    .run()
    .await?;
    Ok(())
}

/// Returns those of the given phones for which the carrier certainly has no text of the blast.
pub async fn phones_without_text(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    phones: &[&Phone],
) -> Result<Vec<Phone>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT r.phone FROM blast_recipient r
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.exclusion = 0 AND r.exclusion <> 5
               AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.company_id = $1 AND d.message_id = r.message_id
                   AND d.state IN ($4, $5, $6))
               AND r.phone IN ",
            "$3"
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(Json(phones))
        .bind(DeliveryState::Sending as i32)
        .bind(DeliveryState::Accepted as i32)
        .bind(DeliveryState::Unknown as i32)
        .values()
        .await?)
}

/// Returns the queued texts of a community that were to be sent again by now.
pub async fn due_retries(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    community: &CommunityId,
    now: Timestamp,
) -> Result<Vec<MessageId>, Fault> {
    Ok(tx
        .query(
            "SELECT r.message_id FROM blast_recipient r
             JOIN message m ON m.company_id = r.company_id AND m.id = r.message_id AND m.status = $5
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.community_id = $3 AND r.retry_ms <= $4",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(community.as_str())
        .bind(now)
        .bind(Status::Queued as i32)
        .values()
        .await?)
}

/// Cancels queued or held texts, with a reason for staff.
pub async fn cancel_texts(
    tx: &mut Tx,
    scope: &Scope,
    messages: &[MessageId],
    reason: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    thread::release(tx, scope, messages).await?;
    thread::set_status_of_many(tx, scope, messages, Status::Queued, Status::Canceled).await?;
    thread::add_step_to_all(tx, scope, messages, StepKind::Canceled, reason, now).await
}

/// Cancels up to `limit` texts of a canceled blast that wait to be sent again. Returns whether there are no others.
pub async fn cancel_retries(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    now: Timestamp,
    limit: usize,
) -> Result<bool, Fault> {
    let waiting: Vec<(i64, MessageId)> = tx
        .query(
            "SELECT seq, message_id FROM blast_recipient
             WHERE company_id = $1 AND blast_id = $2 AND retry_ms IS NOT NULL LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .all()
        .await?;
    let (seqs, texts): (Vec<i64>, Vec<MessageId>) = waiting.into_iter().unzip();
    if texts.is_empty() {
        return Ok(true);
    }
    thread::release(tx, scope, &texts).await?;
    // An opt-out may have canceled some of them already.
    let canceled = thread::set_status_of_many(tx, scope, &texts, Status::Queued, Status::Canceled).await?;
    let canceled: Vec<MessageId> = canceled.into_iter().map(|(message, _)| message.id).collect();
    thread::add_step_to_all(tx, scope, &canceled, StepKind::Canceled, "The blast was canceled.", now).await?;
    clear_retries(tx, scope, id, &seqs).await?;
    Ok(seqs.len() < limit)
}
