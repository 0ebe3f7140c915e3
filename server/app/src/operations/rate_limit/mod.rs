//! Rate limits, such as of sign-ins, password links and tokens. Hits are counted in the database, so the limits apply
//! across servers. [`InMemoryLimiter`] counts each server's calls separately.
mod in_memory;
mod rules;
mod store;

use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, Tx, idempotency, request};
use sha2::{Digest, Sha256};

pub use in_memory::{InMemoryLimiter, ServerClock};

use crate::context::Context;

/// A limit.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What is counted, such as "login by account".
    pub name: &'static str,
    /// Maximum number of hits in the window.
    pub most: usize,
    /// The time over which hits are counted.
    pub window: Duration,
    /// The reason of the error.
    pub reason: ErrorReason,
    /// The message of the error, which says what to do.
    pub words: &'static str,
}

/// A limit that an attempt counts toward.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The limit.
    pub limit: &'a Limit,
    /// What the attempts are counted for, such as an account or an address.
    pub subject: &'a str,
    /// Whether an attempt over the limit is refused.
    pub enforcement: Enforcement<'a>,
}

/// Whether an attempt over a limit is refused.
#[derive(Clone, Copy, Debug)]
pub enum Enforcement<'a> {
    /// It is refused.
    Always,
    /// It is counted only, so that it takes as long as any other.
    Never,
    /// It is refused only if this limit, which has the name and the subject of another limit of the attempt, is reached
    /// as well. An attempt that it allows does not count toward the limit that is full.
    UnlessAllowed(&'a Limit, &'a str),
}

/// An attempt that was counted.
#[derive(Clone, Debug)]
pub struct CountedAttempt {
    /// Identifies the attempt, for [`give_back`].
    pub nonce: String,
    /// Whether a limit is full that [`Enforcement::UnlessAllowed`] let the attempt pass.
    pub is_over_limit: bool,
}

/// Counts an attempt for `subject` before it is made, or refuses it. Concurrent attempts all count. Attempts with the
/// same `nonce` count once. Returns the nonce, for [`give_back`].
///
/// # Errors
/// `RESOURCE_EXHAUSTED` with the time to wait.
pub async fn take(
    context: &Context,
    limit: &Limit,
    subject: &str,
    nonce: Option<String>,
) -> Result<String, Fault> {
    let counted = Counted { limit, subject, enforcement: Enforcement::Always };
    Ok(take_all(context, &[counted], nonce).await?.nonce)
}

/// Like [`take`], for several limits. If one of them refuses the attempt, it counts toward none.
///
/// # Errors
/// `RESOURCE_EXHAUSTED` with the time to wait.
pub async fn take_all(
    context: &Context,
    counted: &[Counted<'_>],
    nonce: Option<String>,
) -> Result<CountedAttempt, Fault> {
    let now = context.now();
    let nonce = nonce.unwrap_or_else(|| context.ids.next(now));
    let mut counted: Vec<_> =
        counted.iter().map(|counted| (digest(counted.limit, counted.subject), counted)).collect();
    // Locks are taken in one order, so that attempts cannot deadlock.
    counted.sort_by(|a, b| a.0.cmp(&b.0));
    // Counting an attempt is not an effect of the call: the call may be retried with its idempotency key.
    let is_over_limit = idempotency::outside(count(context, &counted, &nonce, now)).await?;
    Ok(CountedAttempt { nonce, is_over_limit })
}

/// Counts one attempt for each subject; fails without counting if a limit that is enforced is reached. Returns whether a
/// limit is full that let the attempt pass.
async fn count(
    context: &Context,
    counted: &[(String, &Counted<'_>)],
    nonce: &str,
    now: Timestamp,
) -> Result<bool, Fault> {
    let mut tx = context.db.platform().await?;
    for (subject, _) in counted {
        store::lock(&mut tx, subject).await?;
    }
    let mut is_over_limit = false;
    for (subject, Counted { limit, enforcement, .. }) in counted {
        let full = full_since(&mut tx, limit, subject, nonce, now).await?;
        match enforcement {
            Enforcement::Always => rules::may(limit, full, now)?,
            Enforcement::Never => {}
            Enforcement::UnlessAllowed(..) if full.is_none() => {}
            Enforcement::UnlessAllowed(allowance, of) => {
                let of = digest(allowance, of);
                if full_since(&mut tx, allowance, &of, nonce, now).await?.is_some() {
                    rules::may(limit, full, now)?;
                }
                is_over_limit = true;
                continue;
            }
        }
        store::record(&mut tx, subject, nonce, now).await?;
    }
    tx.commit().await?;
    Ok(is_over_limit)
}

/// Returns the time of the attempt that must leave the window of a full limit before another one is allowed; `None` if
/// the limit is not full. The attempt with this nonce does not count.
async fn full_since(
    tx: &mut Tx,
    limit: &Limit,
    subject: &str,
    nonce: &str,
    now: Timestamp,
) -> Result<Option<Timestamp>, Fault> {
    store::nth_newest(tx, subject, now.minus(limit.window), nonce, limit.most).await
}

/// Deletes the counted attempts of `subject`, in the transaction of its success, which must be one of the platform.
pub async fn forget(tx: &mut Tx, limit: &Limit, subject: &str) -> Result<(), Fault> {
    store::forget(tx, &digest(limit, subject)).await
}

/// Deletes the attempt with this nonce, in the transaction of its success. The other attempts of `subject` still
/// count.
pub async fn give_back(tx: &mut Tx, limit: &Limit, subject: &str, nonce: &str) -> Result<(), Fault> {
    store::give_back(tx, &digest(limit, subject), nonce).await
}

/// Deletes up to `most` attempts that no limit counts anymore. Returns the number of deleted attempts.
pub async fn sweep(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::sweep(tx, now.minus(rules::LONGEST), most).await
}

/// Returns the location of the caller, for limits: an IPv4 address, or the IPv6 network of one subscriber. All callers
/// without an address have the same location.
#[must_use]
pub fn place() -> String {
    rules::place(request::origin())
}

fn digest(limit: &Limit, subject: &str) -> String {
    hex::encode(Sha256::digest(format!("{}\0{subject}", limit.name)))
}
