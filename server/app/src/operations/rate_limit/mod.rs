//! Rate limits, such as of sign-ins, password links and tokens. Hits are counted in the database, so the limits apply
//! across servers.
mod rules;
mod store;

use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, Tx, idempotency, request};
use sha2::{Digest, Sha256};

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
    /// Whether an attempt over the limit is refused. An exempt attempt is counted as well, so that
    /// it takes as long as any other.
    pub is_enforced: bool,
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
    take_all(context, &[Counted { limit, subject, is_enforced: true }], nonce).await
}

/// Like [`take`], for several limits. If one of them refuses the attempt, it counts toward none.
///
/// # Errors
/// Same as [`take`].
pub async fn take_all(
    context: &Context,
    counted: &[Counted<'_>],
    nonce: Option<String>,
) -> Result<String, Fault> {
    let now = context.now();
    let nonce = nonce.unwrap_or_else(|| context.ids.next(now));
    let mut counted: Vec<_> =
        counted.iter().map(|counted| (digest(counted.limit, counted.subject), counted)).collect();
    // Locks are taken in one order, so that attempts cannot deadlock.
    counted.sort_by(|a, b| a.0.cmp(&b.0));
    // Counting an attempt is not an effect of the call: the call may be retried with its idempotency key.
    idempotency::outside(count(context, &counted, &nonce, now)).await?;
    Ok(nonce)
}

/// Counts one attempt for each subject; fails without counting if a limit that is enforced is reached.
async fn count(
    context: &Context,
    counted: &[(String, &Counted<'_>)],
    nonce: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let mut tx = context.db.platform().await?;
    for (subject, Counted { limit, is_enforced, .. }) in counted {
        let since = now.minus(limit.window);
        store::lock(&mut tx, subject).await?;
        let full_since = store::nth_newest(&mut tx, subject, since, nonce, limit.most).await?;
        if *is_enforced {
            rules::may(limit, full_since, now)?;
        }
        store::record(&mut tx, subject, nonce, now).await?;
    }
    tx.commit().await
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
