//! Queries for the recipients of a blast.
use platform::{Fault, Scope, Sql, Timestamp, Tx, dialect, ids::CommunityId};
use sqlx::types::Json;

use crate::{
    messaging::thread,
    outreach::{
        audience::Exclusion,
        blast::model::{
            BlastCounts, BlastId, BlastResponses, Outcome, PendingRecipient, Recipient, RecipientFilter,
            StoredRecipient,
        },
    },
};

/// The delivery status of a recipient's text. In a canceled blast (6), texts that were never stored, or that wait to be
/// sent again until the job cancels them, are canceled (10).
macro_rules! status {
    () => {
        "(CASE WHEN r.exclusion = 0 AND (r.message_id IS NULL OR r.retry_ms IS NOT NULL) AND b.state = 6
               THEN 10 ELSE m.status END)"
    };
}

/// Whether an account with the phone of recipient `r` is not to be texted.
macro_rules! do_not_text {
    () => {
        "EXISTS (SELECT 1 FROM homeowner_phone p
                 JOIN homeowner_account a ON a.company_id = $1 AND a.id = p.account_id AND a.do_not_text
                 WHERE p.company_id = $1 AND p.phone = r.phone)"
    };
}
pub(super) use do_not_text;

/// Selects recipients after a position.
macro_rules! recipients {
    ($condition:expr) => {
        concat!(
            "SELECT r.seq, r.community_id, COALESCE(c.tag, '') AS community_tag, r.phone, r.name, r.unit,
                    r.exclusion, m.conversation_id, ",
            status!(),
            " AS status,
                    (SELECT s.reason FROM message_step s WHERE s.company_id = $1 AND s.message_id = r.message_id
                     ORDER BY s.position DESC LIMIT 1) AS reason,
                    y.replied_ms, y.opted_out, (k.phone IS NOT NULL) AS opted_in
             FROM blast_recipient r
             JOIN blast b ON b.company_id = r.company_id AND b.id = r.blast_id
             LEFT JOIN community c ON c.id = r.community_id
             LEFT JOIN message m ON m.company_id = r.company_id AND m.id = r.message_id
             LEFT JOIN blast_reply y ON y.company_id = r.company_id AND y.blast_id = r.blast_id
                 AND y.conversation_id = m.conversation_id
             LEFT JOIN consent_request q ON q.company_id = r.company_id AND q.phone = r.phone
                 AND q.program = 'texts' AND q.blast_id = r.blast_id AND r.message_id IS NOT NULL
             LEFT JOIN consent k ON k.company_id = q.company_id AND k.phone = q.phone
                 AND k.program = q.program AND k.state = 3
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.seq > $3 AND ",
            $condition,
            " ORDER BY r.seq LIMIT $4"
        )
    };
}

/// Lists recipients after a position; up to `limit + 1`.
pub async fn list_recipients(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    filter: RecipientFilter,
    after: i64,
    limit: i64,
) -> Result<Vec<Recipient>, Fault> {
    let (sql, value): (Sql, Json<Vec<i32>>) = match filter {
        RecipientFilter::All => (recipients!("$5 = $5").into(), Json(vec![0])),
        RecipientFilter::Exclusion(exclusion) => {
            let sql = dialect(
                recipients!("r.exclusion = CAST($5->>0 AS INTEGER)"),
                recipients!("r.exclusion = ($5->>0)::INTEGER"),
            );
            (sql, Json(vec![exclusion as i32]))
        }
        RecipientFilter::Outcome(Outcome::Replied) => {
            (recipients!("y.replied_ms IS NOT NULL AND $5 = $5").into(), Json(vec![]))
        }
        RecipientFilter::Outcome(Outcome::OptedIn) => {
            (recipients!("k.phone IS NOT NULL AND $5 = $5").into(), Json(vec![]))
        }
        RecipientFilter::Outcome(outcome) => {
            // A recipient without a text is pending, unless the blast is canceled.
            let sql = dialect(
                recipients!(concat!(
                    "r.exclusion = 0 AND COALESCE(",
                    status!(),
                    ", 0) IN (SELECT value FROM json_each($5))"
                )),
                recipients!(concat!("r.exclusion = 0 AND $5 @> to_jsonb(COALESCE(", status!(), ", 0))")),
            );
            (sql, Json(statuses_of(outcome)))
        }
    };
    let query = tx.query(sql).bind(scope.company().as_str()).bind(id.as_str());
    Ok(query.bind(after).bind(limit + 1).bind(value).all().await?)
}

/// No delivery status has a greater number.
const MAX_STATUS: i32 = 100;

/// Returns the delivery statuses with an outcome; 0 means that there is no text.
fn statuses_of(outcome: Outcome) -> Vec<i32> {
    let with_outcome =
        |number: &i32| thread::Status::try_from(*number).is_ok_and(|status| Outcome::of(status) == outcome);
    let mut statuses: Vec<i32> = (1..=MAX_STATUS).filter(with_outcome).collect();
    if outcome == Outcome::Pending {
        statuses.push(0);
    }
    statuses
}

/// Counts the replies to blasts, and the texts that can be sent again; in the order of `ids`.
pub async fn count_responses(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[BlastId],
) -> Result<Vec<BlastResponses>, Fault> {
    let replies: Vec<(BlastId, i64, i64)> = tx
        .query(dialect(
            "SELECT blast_id, count(*), SUM(CASE WHEN opted_out THEN 1 ELSE 0 END) FROM blast_reply
             WHERE company_id = $1 AND blast_id IN (SELECT value FROM json_each($2)) GROUP BY blast_id",
            "SELECT blast_id, count(*), count(*) FILTER (WHERE opted_out) FROM blast_reply
             WHERE company_id = $1 AND blast_id IN (SELECT jsonb_array_elements_text($2)) GROUP BY blast_id",
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?;
    let opt_ins: Vec<(BlastId, i64)> = tx
        .query(dialect(
            "SELECT q.blast_id, count(*) FROM consent_request q
             JOIN consent k ON k.company_id = $1 AND k.phone = q.phone AND k.program = q.program AND k.state = 3
             WHERE q.company_id = $1 AND q.blast_id IN (SELECT value FROM json_each($2)) GROUP BY q.blast_id",
            "SELECT q.blast_id, count(*) FROM consent_request q
             JOIN consent k ON k.company_id = $1 AND k.phone = q.phone AND k.program = q.program AND k.state = 3
             WHERE q.company_id = $1 AND q.blast_id IN (SELECT jsonb_array_elements_text($2))
             GROUP BY q.blast_id",
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?;
    let retryable = super::retries::count_retryable(tx, scope, ids).await?;
    let responses_to = |id: &BlastId| {
        let replied = replies.iter().find(|(blast, ..)| blast == id);
        BlastResponses {
            replies: replied.map_or(0, |(_, count, _)| *count),
            opt_outs: replied.map_or(0, |(.., count)| *count),
            opt_ins: opt_ins.iter().find(|(blast, _)| blast == id).map_or(0, |(_, count)| *count),
            retryable: retryable.iter().find(|(blast, _)| blast == id).map_or(0, |(_, count)| *count),
        }
    };
    Ok(ids.iter().map(responses_to).collect())
}

/// Counts the recipients of blasts by state, in the order of `ids`. The numbers of recipients are stored with
/// the communities, so that only statuses of texts are counted, using an index.
pub async fn count_recipients(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[BlastId],
) -> Result<Vec<BlastCounts>, Fault> {
    let written: Vec<(BlastId, i64, i64)> = tx
        .query(dialect(
            "SELECT blast_id, SUM(included), SUM(excluded) FROM blast_community
             WHERE company_id = $1 AND blast_id IN (SELECT value FROM json_each($2)) GROUP BY blast_id",
            "SELECT blast_id, SUM(included)::BIGINT, SUM(excluded)::BIGINT FROM blast_community
             WHERE company_id = $1 AND blast_id IN (SELECT jsonb_array_elements_text($2)) GROUP BY blast_id",
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?;
    let statuses: Vec<(BlastId, i32, i64)> = tx
        .query(dialect(
            "SELECT blast_id, status, count(*) FROM message
             WHERE company_id = $1 AND blast_id IN (SELECT value FROM json_each($2)) GROUP BY blast_id, status",
            "SELECT blast_id, status, count(*) FROM message
             WHERE company_id = $1 AND blast_id IN (SELECT jsonb_array_elements_text($2))
             GROUP BY blast_id, status",
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?;
    let counts_of = |id: &BlastId| {
        let mut counts = BlastCounts::default();
        let mut texts = 0;
        for (_, status, count) in statuses.iter().filter(|(blast, ..)| blast == id) {
            let status = thread::Status::try_from(*status).map_err(Fault::internal)?;
            *counter(&mut counts, status) += count;
            texts += count;
        }
        if let Some((_, included, excluded)) = written.iter().find(|(blast, ..)| blast == id) {
            counts.excluded = *excluded;
            counts.pending += (included - texts).max(0);
        }
        Ok(counts)
    };
    ids.iter().map(counts_of).collect()
}

/// Returns the counter of a delivery status.
fn counter(counts: &mut BlastCounts, status: thread::Status) -> &mut i64 {
    match Outcome::of(status) {
        Outcome::Pending => &mut counts.pending,
        Outcome::Sent | Outcome::Replied | Outcome::OptedIn => &mut counts.sent,
        Outcome::Delivered => &mut counts.delivered,
        Outcome::Failed => &mut counts.failed,
        Outcome::Unknown => &mut counts.unknown,
        Outcome::Canceled => &mut counts.canceled,
    }
}

/// Returns the communities with recipients whose text is to be sent, in sending order, each with the earliest
/// time to send; 0 for texts that were not sent yet.
pub async fn pending_communities(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
) -> Result<Vec<(CommunityId, Timestamp)>, Fault> {
    Ok(tx
        .query(
            "SELECT community_id, due_ms FROM (
                 SELECT c.community_id, c.position,
                        CASE WHEN EXISTS (
                            SELECT 1 FROM blast_recipient r
                            WHERE r.company_id = $1 AND r.blast_id = $2 AND r.community_id = c.community_id
                              AND r.exclusion = 0 AND r.message_id IS NULL)
                        THEN 0 ELSE (
                            SELECT MIN(r.retry_ms) FROM blast_recipient r
                            WHERE r.company_id = $1 AND r.blast_id = $2 AND r.community_id = c.community_id
                              AND r.retry_ms IS NOT NULL)
                        END AS due_ms
                 FROM blast_community c WHERE c.company_id = $1 AND c.blast_id = $2) p
             WHERE due_ms IS NOT NULL ORDER BY position",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .all()
        .await?)
}

/// Returns up to `limit` recipients of a community whose text is to be sent.
pub async fn next_recipients(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    community: &CommunityId,
    limit: i64,
) -> Result<Vec<PendingRecipient>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT r.seq, r.phone, r.name, r.unit, r.building,
                    (SELECT k.state FROM consent k WHERE k.company_id = $1 AND k.phone = r.phone
                     AND k.program = 'texts') AS consent,
                    EXISTS (SELECT 1 FROM consent_request q WHERE q.company_id = $1 AND q.phone = r.phone
                            AND q.program = 'texts') AS was_asked, ",
            do_not_text!(),
            " AS do_not_text
             FROM blast_recipient r
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.community_id = $3 AND r.exclusion = 0
               AND r.message_id IS NULL
             ORDER BY r.seq LIMIT $4"
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?)
}

/// Leaves out recipients of a community for a reason that arose in the meantime.
pub async fn mark_excluded(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    community: &CommunityId,
    exclusion: Exclusion,
    seqs: &[i64],
) -> Result<(), Fault> {
    if seqs.is_empty() {
        return Ok(());
    }
    tx.query(
        "UPDATE blast_community SET included = included - $4, excluded = excluded + $4
         WHERE company_id = $1 AND blast_id = $2 AND community_id = $3",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(community.as_str())
    .bind(i64::try_from(seqs.len()).unwrap_or(0))
    .run()
    .await?;
    tx.query(dialect(
        "UPDATE blast_recipient SET exclusion = $4
         WHERE company_id = $1 AND blast_id = $2 AND seq IN (SELECT value FROM json_each($3))",
        "UPDATE blast_recipient SET exclusion = $4
         WHERE company_id = $1 AND blast_id = $2 AND seq IN (SELECT jsonb_array_elements_text($3)::BIGINT)",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(seqs))
    .bind(exclusion as i32)
    .run()
    .await?;
    Ok(())
}

/// Records the texts of recipients. A first step materializes the keys to look up. In one step, SQLite would
/// read the whole blast. So would PostgreSQL, which with row-level security does not use an index for
/// expressions on JSON.
pub async fn mark_stored(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    stored: &[StoredRecipient],
) -> Result<(), Fault> {
    let rows: Vec<_> = stored.iter().map(|one| (one.seq, &one.message)).collect();
    tx.query(dialect(
        "WITH stored AS MATERIALIZED (
             SELECT r.rowid AS row, v.value->>1 AS message_id
             FROM json_each($3) v CROSS JOIN blast_recipient r
             WHERE r.company_id = $1 AND r.blast_id = $2 AND r.seq = v.value->>0)
         UPDATE blast_recipient SET message_id = s.message_id FROM stored s
         WHERE blast_recipient.rowid = s.row",
        "WITH stored AS MATERIALIZED (
             SELECT (v->>0)::BIGINT AS seq, v->>1 AS message_id FROM jsonb_array_elements($3) v)
         UPDATE blast_recipient SET message_id = s.message_id FROM stored s
         WHERE blast_recipient.company_id = $1 AND blast_recipient.blast_id = $2 AND blast_recipient.seq = s.seq",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Deletes up to `limit` recipients in a community that is being purged, then removes the community from
/// blasts and saved audiences. Returns the number of deleted recipients.
pub async fn purge_recipients(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<u64, Fault> {
    let deleted = tx
        .query(
            "DELETE FROM blast_recipient WHERE company_id = $1 AND (blast_id, seq) IN (
                 SELECT blast_id, seq FROM blast_recipient WHERE company_id = $1 AND community_id = $2
                 ORDER BY blast_id, seq LIMIT $3)",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(limit)
        .run()
        .await?;
    if deleted == 0 {
        for sql in [
            "DELETE FROM blast_community WHERE company_id = $1 AND community_id = $2",
            "DELETE FROM audience_member WHERE company_id = $1 AND community_id = $2",
            "DELETE FROM audience_community WHERE company_id = $1 AND community_id = $2",
        ] {
            tx.query(sql).bind(scope.company().as_str()).bind(community.as_str()).run().await?;
        }
    }
    Ok(deleted)
}
