//! Claims on idempotency keys: one call does what a key stands for, and every other one with
//! that key is given its answer.
//!
//! A claim is written before the call runs. The first transaction that the call commits says in
//! itself that there is an effect now, and commits only while the claim is still its own; so an
//! effect is never had twice, whenever whoever works on it dies. A claim without an effect is
//! free again when its server is seen to be gone, and at the latest when its lease is over; one
//! with an effect whose answer was lost says so.
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::FromRow;

use crate::{Db, Fault, Ids, Timestamp, Tx, db::Query, presence};

/// How long an answer is remembered.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// How long a call may take before another one may do it, unless it had its effect.
const LEASE: Duration = Duration::from_secs(60);

const RUNNING: i32 = 1;
const EFFECTED: i32 = 2;
const ANSWERED: i32 = 3;

tokio::task_local! {
    static CLAIM: Arc<Claim>;
}

/// What a caller asks for with a key.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The caller's company; empty without a session.
    pub company: String,
    /// The caller; empty without a session.
    pub caller: String,
    /// The key.
    pub key: String,
    /// A digest of the method and its request.
    pub digest: String,
}

/// The right to do what was asked for.
#[derive(Debug)]
pub struct Claim {
    asked: Asked,
    id: String,
    effected: AtomicBool,
}

/// What a call was answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The gRPC status.
    pub code: i32,
    /// The words of a refusal.
    pub message: String,
    /// The details of a refusal.
    pub details: Vec<u8>,
    /// The body of a success.
    pub body: Vec<u8>,
}

/// How it stands with what was asked for.
#[derive(Debug)]
pub enum Standing {
    /// Nobody does it.
    Free,
    /// The caller is to do it now.
    Claimed(Arc<Claim>),
    /// Another call is doing it.
    Underway,
    /// It was done.
    Answered(Answer),
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
    /// Somebody is at it, as far as the row says.
    fn is_underway(&self, now: Timestamp) -> bool {
        self.state != ANSWERED && self.lease_ms > now
    }

    fn answer(self) -> Answer {
        Answer {
            code: self.code.unwrap_or_default(),
            message: self.message.unwrap_or_default(),
            details: self.details.unwrap_or_default(),
            body: self.body.unwrap_or_default(),
        }
    }
}

/// Runs a call under its claim.
pub async fn within<F: Future>(claim: Arc<Claim>, call: F) -> F::Output {
    CLAIM.scope(claim, call).await
}

/// Claims what was asked for, unless it is claimed or answered.
///
/// # Errors
/// Those of [`look`].
pub async fn claim(db: &Db, ids: &Ids, asked: &Asked, now: Timestamp) -> Result<Standing, Fault> {
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
        .bind(asked.company.as_str())
        .bind(asked.caller.as_str())
        .bind(asked.key.as_str())
        .bind(asked.digest.as_str())
        .bind(id.as_str())
        .bind(RUNNING)
        .bind(now)
        .bind(now.plus(LEASE))
        .bind(now.minus(KEPT))
        .bind(db.presence.number())
        .run()
        .await?;
    if claimed == 0 {
        drop(tx);
        return look(db, asked, now).await;
    }
    tx.commit().await?;
    Ok(Standing::Claimed(Arc::new(Claim { asked: asked.clone(), id, effected: AtomicBool::new(false) })))
}

/// How it stands with what was asked for.
///
/// # Errors
/// `FAILED_PRECONDITION` when the key was sent with something else; `ABORTED` when it was done
/// and its answer is lost.
pub async fn look(db: &Db, asked: &Asked, now: Timestamp) -> Result<Standing, Fault> {
    let mut tx = db.platform_read().await?;
    let mut row: Option<Row> = tx
        .query(
            "SELECT digest, state, at_ms, lease_ms, worker, code, message, details, body FROM idempotency_key
             WHERE company_id = $1 AND caller = $2 AND key = $3",
        )
        .bind(asked.company.as_str())
        .bind(asked.caller.as_str())
        .bind(asked.key.as_str())
        .optional()
        .await?;
    // The row first, then who lives: its server was seen to live when it wrote it.
    if let Some(row) = row.as_mut().filter(|row| row.is_underway(now))
        && presence::is_gone(&mut tx, &db.presence, row.worker).await?
    {
        drop(tx);
        let mut tx = db.platform().await?;
        tx.query(
            "UPDATE idempotency_key SET lease_ms = $5
             WHERE company_id = $1 AND caller = $2 AND key = $3 AND worker = $4",
        )
        .bind(asked.company.as_str())
        .bind(asked.caller.as_str())
        .bind(asked.key.as_str())
        .bind(row.worker)
        .bind(now)
        .run()
        .await?;
        tx.commit().await?;
        row.lease_ms = now;
    }
    standing(row, &asked.digest, now)
}

/// Ends the leases that an earlier life of the only server had, before it serves again. Where
/// there are several servers, each is asked about when somebody waits for it.
///
/// # Errors
/// Those of storage.
pub async fn inherit(db: &Db, now: Timestamp) -> Result<(), Fault> {
    if !db.presence.is_alone() {
        return Ok(());
    }
    let mut tx = db.platform().await?;
    let query = tx.query("UPDATE idempotency_key SET lease_ms = $1 WHERE state <> $2 AND lease_ms > $1");
    query.bind(now).bind(ANSWERED).run().await?;
    tx.commit().await
}

fn standing(row: Option<Row>, digest: &str, now: Timestamp) -> Result<Standing, Fault> {
    let Some(row) = row.filter(|row| row.at_ms > now.minus(KEPT)) else { return Ok(Standing::Free) };
    if row.digest != digest {
        return Err(Fault::precondition(
            "IDEMPOTENCY_KEY_REUSED",
            "This idempotency key came with another request before. Take a new key for each act.",
        ));
    }
    let abandoned = row.lease_ms <= now;
    match row.state {
        ANSWERED => Ok(Standing::Answered(row.answer())),
        RUNNING if abandoned => Ok(Standing::Free),
        _ if abandoned => Err(Fault::aborted(
            "ANSWER_LOST",
            "This was done, but its answer was lost. Read the thing again to see what it is now.",
        )),
        _ => Ok(Standing::Underway),
    }
}

/// Remembers what the call was answered with.
///
/// # Errors
/// Those of storage.
pub async fn answered(db: &Db, claim: &Claim, answer: &Answer) -> Result<(), Fault> {
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

/// Ends a claim that came to nothing: the next call does it, unless there is an effect.
///
/// # Errors
/// Those of storage.
pub async fn let_go(db: &Db, claim: &Claim, now: Timestamp) -> Result<(), Fault> {
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
    .bind(EFFECTED)
    .bind(now)
    .run()
    .await?;
    tx.commit().await
}

/// Says in a transaction of the call that there is an effect with it. Only the first has to.
///
/// # Errors
/// `ABORTED` when another call has the claim by now: this one must not be committed.
pub(crate) async fn mark(tx: &mut Tx) -> Result<Option<Arc<Claim>>, Fault> {
    let claim = CLAIM.try_with(Clone::clone).ok();
    let Some(claim) = claim.filter(|claim| !claim.effected.load(Ordering::Acquire)) else { return Ok(None) };
    // The claim is its caller's, whosever data the transaction is about.
    tx.as_platform_too().await?;
    let marked = tx
        .query(
            "UPDATE idempotency_key SET state = $5
             WHERE company_id = $1 AND caller = $2 AND key = $3 AND claim = $4",
        )
        .claim(&claim)
        .bind(EFFECTED)
        .run()
        .await?;
    if marked == 1 {
        Ok(Some(claim))
    } else {
        Err(Fault::aborted(
            "CLAIM_LOST",
            "This took too long, and another call does it now. Ask for its answer.",
        ))
    }
}

impl Query<'_> {
    /// Binds a claim as the first four values.
    fn claim(self, claim: &Claim) -> Self {
        let Asked { company, caller, key, .. } = &claim.asked;
        self.bind(company.as_str()).bind(caller.as_str()).bind(key.as_str()).bind(claim.id.as_str())
    }
}

impl Claim {
    /// The transaction that said so is committed.
    pub(crate) fn took_effect(&self) {
        self.effected.store(true, Ordering::Release);
    }
}

/// Forgets at most `most` of the keys whose answers nobody is given any more; how many.
///
/// # Errors
/// Those of storage.
pub async fn forget(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let forget = crate::bygone!("idempotency_key", "company_id, caller, key", "at_ms");
    Ok(tx.query(forget).bind(now.minus(KEPT)).bind(most).run().await?)
}
