//! Attempts in storage, for platform use.
use platform::{Fault, Timestamp, Tx, delete_expired};

/// Locks a subject until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, subject: &str) -> Result<(), Fault> {
    tx.lock(subject).await
}

/// Returns the time of the `n`th newest attempt since `since`, without the one with this nonce; `None` if there are
/// fewer. `n` is at least 1.
pub async fn nth_newest(
    tx: &mut Tx,
    subject: &str,
    since: Timestamp,
    nonce: &str,
    n: usize,
) -> Result<Option<Timestamp>, Fault> {
    Ok(tx
        .query(
            "SELECT at_ms FROM rate_limit_hit WHERE subject = $1 AND at_ms > $2 AND nonce <> $3
             ORDER BY at_ms DESC LIMIT 1 OFFSET $4",
        )
        .bind(subject)
        .bind(since)
        .bind(nonce)
        .bind(i64::try_from(n.saturating_sub(1)).unwrap_or(i64::MAX))
        .optional_value()
        .await?)
}

/// Records an attempt.
pub async fn record(tx: &mut Tx, subject: &str, nonce: &str, now: Timestamp) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO rate_limit_hit (subject, nonce, at_ms) VALUES ($1, $2, $3)
         ON CONFLICT (subject, nonce) DO UPDATE SET at_ms = excluded.at_ms",
    )
    .bind(subject)
    .bind(nonce)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

pub async fn forget(tx: &mut Tx, subject: &str) -> Result<(), Fault> {
    tx.query("DELETE FROM rate_limit_hit WHERE subject = $1").bind(subject).run().await?;
    Ok(())
}

pub async fn give_back(tx: &mut Tx, subject: &str, nonce: &str) -> Result<(), Fault> {
    tx.query("DELETE FROM rate_limit_hit WHERE subject = $1 AND nonce = $2")
        .bind(subject)
        .bind(nonce)
        .run()
        .await?;
    Ok(())
}

/// Deletes up to `most` attempts that were made at `before` or earlier. Returns the number of deleted attempts.
pub async fn sweep(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    Ok(tx
        .query(delete_expired!("rate_limit_hit", "subject, nonce", "at_ms"))
        .bind(before)
        .bind(most)
        .run()
        .await?)
}
