//! How sure is usually sure enough, and what was confirmed.
use answering::{Proof, USUAL};
use platform::{Fault, Timestamp, Tx, dialect};
use sqlx::FromRow;

/// What was learnt last.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Calibration {
    /// The score from which texts are usually answered.
    pub usual: f64,
    /// What was confirmed since counts for the next time.
    pub since_ms: Timestamp,
}

impl Calibration {
    /// What was learnt last, or what is believed while nothing was.
    pub async fn find(tx: &mut Tx) -> Result<Self, Fault> {
        let learnt = tx.query("SELECT usual, since_ms FROM calibration WHERE id = 1").optional().await?;
        Ok(learnt.unwrap_or(Self { usual: USUAL.into(), since_ms: Timestamp(0) }))
    }

    /// Keeps it in place of what was learnt before.
    pub async fn save(self, tx: &mut Tx) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO calibration (id, usual, since_ms) VALUES (1, $1, $2)
             ON CONFLICT (id) DO UPDATE SET usual = excluded.usual, since_ms = excluded.since_ms",
        )
        .bind(self.usual)
        .bind(self.since_ms)
        .run()
        .await?;
        Ok(())
    }
}

#[derive(FromRow)]
struct Counted {
    percent: i64,
    rightly: i64,
    wrongly: i64,
}

/// How suggestions turned out in all communities since then, by their confidence.
pub async fn proofs(tx: &mut Tx, since: Timestamp) -> Result<Vec<Proof>, Fault> {
    let counted: Vec<Counted> = tx
        .query(dialect(
            "SELECT CAST(round(suggested_confidence * 100) AS INTEGER) AS percent,
                    COUNT(*) FILTER (WHERE confirmed = 1) AS rightly,
                    COUNT(*) FILTER (WHERE confirmed = 2) AS wrongly
             FROM escalation WHERE confirmed <> 0 AND reviewed_ms >= $1 GROUP BY 1",
            "SELECT percent, rightly, wrongly FROM confirmations($1)",
        ))
        .bind(since)
        .all()
        .await?;
    let count = |of: i64| u32::try_from(of).unwrap_or(u32::MAX / 4);
    let proof = |of: Counted| Proof {
        confidence: of.percent as f32 / 100.0,
        right: count(of.rightly),
        wrong: count(of.wrongly),
    };
    Ok(counted.into_iter().map(proof).collect())
}
