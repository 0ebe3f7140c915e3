//! Attempts in storage; all of it is the platform's own work.
use platform::{Fault, Timestamp, Tx, bygone, dialect};

/// Has others who count the same wait until this is committed. On SQLite they do anyway.
pub async fn lock(tx: &mut Tx, subject: &str) -> Result<(), Fault> {
    tx.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)"))
        .bind(subject)
        .run()
        .await?;
    Ok(())
}

/// When it was attempted since `since`, but for the one with this nonce: the newest `most`,
/// the oldest of them first.
pub async fn attempts(
    tx: &mut Tx,
    subject: &str,
    since: Timestamp,
    nonce: &str,
    most: usize,
) -> Result<Vec<Timestamp>, Fault> {
    let rows: Vec<(Timestamp,)> = tx
        .query(
            "SELECT at_ms FROM (SELECT at_ms FROM attempt WHERE subject = $1 AND at_ms > $2 AND nonce <> $3
             ORDER BY at_ms DESC LIMIT $4) newest ORDER BY at_ms",
        )
        .bind(subject)
        .bind(since)
        .bind(nonce)
        .bind(i64::try_from(most).unwrap_or(i64::MAX))
        .all()
        .await?;
    Ok(rows.into_iter().map(|(at,)| at).collect())
}

/// Writes an attempt down.
pub async fn record(tx: &mut Tx, subject: &str, nonce: &str, now: Timestamp) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO attempt (subject, nonce, at_ms) VALUES ($1, $2, $3)
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
    tx.query("DELETE FROM attempt WHERE subject = $1").bind(subject).run().await?;
    Ok(())
}

pub async fn give_back(tx: &mut Tx, subject: &str, nonce: &str) -> Result<(), Fault> {
    tx.query("DELETE FROM attempt WHERE subject = $1 AND nonce = $2").bind(subject).bind(nonce).run().await?;
    Ok(())
}

/// Forgets at most `most` of those that no limit counts any more, whosever they are; how many.
pub async fn sweep(tx: &mut Tx, before: Timestamp, most: i64) -> Result<u64, Fault> {
    Ok(tx.query(bygone!("attempt", "subject, nonce", "at_ms")).bind(before).bind(most).run().await?)
}
