//! Attempts in storage; all of it is the platform's own work.
use platform::{Fault, Timestamp, Tx, delete_expired, dialect};

/// Has others who count the same wait until this is committed. On SQLite they do anyway.
pub async fn lock(tx: &mut Tx, subject: &str) -> Result<(), Fault> {
    tx.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)"))
        .bind(subject)
        .run()
        .await?;
    Ok(())
}

/// When the attempt was made that is the `n`th newest of those since `since`, the one with this
/// nonce left out; nothing where there are fewer. `n` is at least 1.
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

/// Writes an attempt down.
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

/// Forgets at most `most` of those that no limit counts any more, whosever they are; how many.
pub async fn sweep(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    Ok(tx
        .query(delete_expired!("rate_limit_hit", "subject, nonce", "at_ms"))
        .bind(before)
        .bind(most)
        .run()
        .await?)
}
