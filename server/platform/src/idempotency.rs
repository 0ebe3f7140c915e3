//! Idempotency keys: one call executes the request of a key, and every other call with that key gets its answer.
//!
//! A claim is written before the call runs. The first transaction that the call commits marks the claim as having an
//! effect, and commits only while the call still holds the claim; so a request never takes effect twice, even if a
//! server dies. A claim without an effect is released when its server is found dead, and after its lease at the latest.
//! A claim with an effect whose answer was lost is reported as such.
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::FromRow;

use crate::{Db, ErrorReason, Fault, Ids, Timestamp, Tx, db::Query, instance_liveness};

/// How long an answer is stored.
const ANSWER_TTL: Duration = Duration::from_secs(24 * 3600);
/// How long a call may take before another one may execute the request, unless it took effect.
const LEASE: Duration = Duration::from_secs(60);

const RUNNING: i32 = 1;
const HAS_EFFECT: i32 = 2;
const ANSWERED: i32 = 3;

/// Reason of `ABORTED` for a request that took effect and whose response was lost. No other reason of `ABORTED` says
/// that the request took effect.
pub const RESULT_LOST: ErrorReason = ErrorReason::IdempotentResultLost;

tokio::task_local! {
    static CLAIM: Option<Arc<Claim>>;
}

/// A request with an idempotency key.
#[derive(Clone, Debug)]
pub struct KeyedRequest {
    /// The caller's company; empty without a session.
    pub company: String,
    /// The caller; empty without a session.
    pub caller: String,
    /// The key.
    pub key: String,
    /// Digest of the method and its request.
    pub digest: String,
}

/// The right to execute a request.
#[derive(Debug)]
pub struct Claim {
    request: KeyedRequest,
    id: String,
    effected: AtomicBool,
}

/// The response to a call, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResponse {
    /// The gRPC status.
    pub code: i32,
    /// The message of an error.
    pub message: String,
    /// The details of an error.
    pub details: Vec<u8>,
    /// The body of a success.
    pub body: Vec<u8>,
}

/// State of an idempotency key.
#[derive(Debug)]
pub enum KeyState {
    /// No call executes the request.
    Free,
    /// The caller must execute the request now.
    Claimed(Arc<Claim>),
    /// Another call executes it.
    InProgress,
    /// It was executed.
    Answered(StoredResponse),
}

#[derive(FromRow)]
struct Row {
    digest: String,
    state: i32,
    at_ms: Timestamp,
    lease_ms: Timestamp,
    worker: i32,
    code: Option<i32>,
    message: Option<String>,
    details: Option<Vec<u8>>,
    body: Option<Vec<u8>>,
}

impl Row {
    /// Whether the row says that a call executes the request.
    fn is_in_progress(&self, now: Timestamp) -> bool {
        self.state != ANSWERED && self.lease_ms > now
    }

    fn answer(self) -> StoredResponse {
        StoredResponse {
            code: self.code.unwrap_or_default(),
            message: self.message.unwrap_or_default(),
            details: self.details.unwrap_or_default(),
            body: self.body.unwrap_or_default(),
        }
    }
}

/// Runs a call under its claim.
pub async fn within<F: Future>(claim: Arc<Claim>, call: F) -> F::Output {
    CLAIM.scope(Some(claim), call).await
}

/// Runs work that is not an effect of the call it runs for, such as counting toward a limit. What it
/// commits does not mark the claim, so the call can still be run again when it comes to nothing.
pub async fn outside<F: Future>(work: F) -> F::Output {
    CLAIM.scope(None, work).await
}

/// Claims a request, unless it is claimed or answered.
///
/// # Errors
/// `FAILED_PRECONDITION` if the key was sent with another request; `ABORTED` (`IDEMPOTENT_RESULT_LOST`) if the request
/// took effect and its answer was lost.
pub async fn claim(db: &Db, ids: &Ids, request: &KeyedRequest, now: Timestamp) -> Result<KeyState, Fault> {
    let id: String = ids.next(now);
    let mut tx = db.platform().await?;
    let claimed = tx
        .query(
            "INSERT INTO idempotency_key (company_id, caller, key, digest, claim, state, at_ms, lease_ms, worker)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $10)
             ON CONFLICT (company_id, caller, key) DO UPDATE
             SET digest = excluded.digest, claim = excluded.claim, state = excluded.state, at_ms = excluded.at_ms,
                 lease_ms = excluded.lease_ms, worker = excluded.worker, code = NULL, message = NULL, details = NULL, body = NULL
             WHERE idempotency_key.at_ms <= $9
                OR (idempotency_key.state = $6 AND idempotency_key.lease_ms <= $7
                    AND idempotency_key.digest = excluded.digest)",
        )
        .bind(request.company.as_str())
        .bind(request.caller.as_str())
        .bind(request.key.as_str())
        .bind(request.digest.as_str())
        .bind(id.as_str())
        .bind(RUNNING)
        .bind(now)
        .bind(now.plus(LEASE))
        .bind(now.minus(ANSWER_TTL))
        .bind(db.liveness.number())
        .run()
        .await?;
    if claimed == 0 {
        drop(tx);
        return find(db, request, now).await;
    }
    tx.commit().await?;
    Ok(KeyState::Claimed(Arc::new(Claim { request: request.clone(), id, effected: AtomicBool::new(false) })))
}

/// Returns the state of the key of a request.
///
/// # Errors
/// `FAILED_PRECONDITION` if the key was sent with another request; `ABORTED` (`IDEMPOTENT_RESULT_LOST`) if the request
/// took effect and its answer was lost.
pub async fn find(db: &Db, request: &KeyedRequest, now: Timestamp) -> Result<KeyState, Fault> {
    let mut tx = db.platform_read().await?;
    let mut row: Option<Row> = tx
        .query(
            "SELECT digest, state, at_ms, lease_ms, worker, code, message, details, body FROM idempotency_key
             WHERE company_id = $1 AND caller = $2 AND key = $3",
        )
        .bind(request.company.as_str())
        .bind(request.caller.as_str())
        .bind(request.key.as_str())
        .optional()
        .await?;
    // The row is read before liveness: its server was alive when it wrote the row.
    if let Some(row) = row.as_mut().filter(|row| row.is_in_progress(now))
        && instance_liveness::is_dead(&mut tx, &db.liveness, row.worker).await?
    {
        drop(tx);
        let mut tx = db.platform().await?;
        tx.query(
            "UPDATE idempotency_key SET lease_ms = $5
             WHERE company_id = $1 AND caller = $2 AND key = $3 AND worker = $4",
        )
        .bind(request.company.as_str())
        .bind(request.caller.as_str())
        .bind(request.key.as_str())
        .bind(row.worker)
        .bind(now)
        .run()
        .await?;
        tx.commit().await?;
        row.lease_ms = now;
    }
    key_state(row, &request.digest, now)
}

/// Ends the leases of the previous process, if this is the only server. With several servers, the liveness of each is
/// checked when a call waits for it.
pub async fn expire_own_leases(db: &Db, now: Timestamp) -> Result<(), Fault> {
    if !db.liveness.is_single() {
        return Ok(());
    }
    let mut tx = db.platform().await?;
    let query = tx.query("UPDATE idempotency_key SET lease_ms = $1 WHERE state <> $2 AND lease_ms > $1");
    query.bind(now).bind(ANSWERED).run().await?;
    tx.commit().await
}

fn key_state(row: Option<Row>, digest: &str, now: Timestamp) -> Result<KeyState, Fault> {
    let Some(row) = row.filter(|row| row.at_ms > now.minus(ANSWER_TTL)) else { return Ok(KeyState::Free) };
    if row.digest != digest {
        return Err(Fault::precondition(
            ErrorReason::IdempotencyKeyReused,
            "This idempotency key was used for another request. Use a new key for each operation.",
        ));
    }
    let abandoned = row.lease_ms <= now;
    match row.state {
        ANSWERED => Ok(KeyState::Answered(row.answer())),
        RUNNING if abandoned => Ok(KeyState::Free),
        _ if abandoned => Err(Fault::aborted(
            RESULT_LOST,
            "This request was already carried out, but its response was lost. Reload to see the result.",
        )),
        _ => Ok(KeyState::InProgress),
    }
}

/// Stores the answer of a call.
pub async fn store_answer(db: &Db, claim: &Claim, answer: &StoredResponse) -> Result<(), Fault> {
    let mut tx = db.platform().await?;
    tx.query(
        "UPDATE idempotency_key SET state = $5, code = $6, message = $7, details = $8, body = $9
         WHERE company_id = $1 AND caller = $2 AND key = $3 AND claim = $4",
    )
    .claim(claim)
    .bind(ANSWERED)
    .bind(answer.code)
    .bind(answer.message.as_str())
    .bind(answer.details.as_slice())
    .bind(answer.body.as_slice())
    .run()
    .await?;
    tx.commit().await
}

/// Releases a claim without an answer: the next call executes the request, unless it took effect.
pub async fn release(db: &Db, claim: &Claim, now: Timestamp) -> Result<(), Fault> {
    let mut tx = db.platform().await?;
    tx.query(
        "DELETE FROM idempotency_key
         WHERE company_id = $1 AND caller = $2 AND key = $3 AND claim = $4 AND state = $5",
    )
    .claim(claim)
    .bind(RUNNING)
    .run()
    .await?;
    tx.query(
        "UPDATE idempotency_key SET lease_ms = $6
         WHERE company_id = $1 AND caller = $2 AND key = $3 AND claim = $4 AND state = $5",
    )
    .claim(claim)
    .bind(HAS_EFFECT)
    .bind(now)
    .run()
    .await?;
    tx.commit().await
}

/// Marks in a transaction of the call that it takes effect. Only the first transaction does so.
///
/// # Errors
/// `ABORTED` if another call holds the claim by now: the transaction must not commit.
pub(crate) async fn mark(tx: &mut Tx) -> Result<Option<Arc<Claim>>, Fault> {
    let claim = CLAIM.try_with(Clone::clone).ok().flatten();
    let Some(claim) = claim.filter(|claim| !claim.effected.load(Ordering::Acquire)) else { return Ok(None) };
    // The claim belongs to the caller's company, which may differ from the company of the transaction.
    tx.as_platform_too().await?;
    let marked = tx
        .query(
            "UPDATE idempotency_key SET state = $5
             WHERE company_id = $1 AND caller = $2 AND key = $3 AND claim = $4",
        )
        .claim(&claim)
        .bind(HAS_EFFECT)
        .run()
        .await?;
    if marked == 1 {
        Ok(Some(claim))
    } else {
        Err(Fault::aborted(
            ErrorReason::ClaimLost,
            "This took too long, and another call took over. Retry with the same idempotency key.",
        ))
    }
}

impl Query<'_> {
    /// Binds a claim as the first four values.
    fn claim(self, claim: &Claim) -> Self {
        let KeyedRequest { company, caller, key, .. } = &claim.request;
        self.bind(company.as_str()).bind(caller.as_str()).bind(key.as_str()).bind(claim.id.as_str())
    }
}

impl Claim {
    /// Records that the marking transaction committed.
    pub(crate) fn took_effect(&self) {
        self.effected.store(true, Ordering::Release);
    }
}

/// Deletes up to `limit` expired keys. Returns how many were deleted.
pub async fn delete_old(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64, Fault> {
    let delete_old = crate::delete_expired!("idempotency_key", "company_id, caller, key", "at_ms");
    Ok(tx.query(delete_old).bind(now.minus(ANSWER_TTL)).bind(limit).run().await?)
}
