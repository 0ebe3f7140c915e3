//! What may be done so often in a time: signing in, asking for links, issuing tokens. Counted
//! in storage, so that several servers count together.
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
    /// In this time.
    pub window: Duration,
    /// The refusal's reason.
    pub reason: ErrorReason,
    /// The refusal, in words that say what to do.
    pub words: &'static str,
}

/// What an attempt counts towards.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The limit.
    pub limit: &'a Limit,
    /// Whose attempts are counted together.
    pub subject: &'a str,
    /// Refuse the attempt when it is one too many. One that is exempt counts all the same, so that
    /// it takes as long as any other.
    pub is_enforced: bool,
}

/// Counts an attempt for `subject` before it is made, or refuses it. Attempts at once count as
/// many; one with the same `nonce` counts once. The nonce to forget it by.
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

/// As [`take`], towards several limits: refused by one of them, it counts towards none.
///
/// # Errors
/// As [`take`].
pub async fn take_all(
    context: &Context,
    counted: &[Counted<'_>],
    nonce: Option<String>,
) -> Result<String, Fault> {
    let now = context.now();
    let nonce = nonce.unwrap_or_else(|| context.ids.next(now));
    let mut counted: Vec<_> =
        counted.iter().map(|counted| (digest(counted.limit, counted.subject), counted)).collect();
    // In one order, so that no two wait for each other.
    counted.sort_by(|a, b| a.0.cmp(&b.0));
    // An attempt is not the effect of the call that makes it.
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

/// Forgets what was counted for `subject`, in the transaction of its success; that is one of the
/// platform's.
pub async fn forget(tx: &mut Tx, limit: &Limit, subject: &str) -> Result<(), Fault> {
    store::forget(tx, &digest(limit, subject)).await
}

/// Takes the one attempt with this nonce back, in the transaction of its success: the others
/// of `subject` go on counting.
pub async fn give_back(tx: &mut Tx, limit: &Limit, subject: &str, nonce: &str) -> Result<(), Fault> {
    store::give_back(tx, &digest(limit, subject), nonce).await
}

/// Forgets at most `most` of the attempts that no limit counts any more; how many.
pub async fn sweep(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::sweep(tx, now.minus(rules::LONGEST), most).await
}

/// The place that the call comes from, as limits count it: an address, or of IPv6 the network that
/// one subscriber has. What has no address comes from one place.
#[must_use]
pub fn place() -> String {
    rules::place(request::origin())
}

fn digest(limit: &Limit, subject: &str) -> String {
    hex::encode(Sha256::digest(format!("{}\0{subject}", limit.name)))
}
