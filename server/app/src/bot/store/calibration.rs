//! How sure is usually sure enough, and what was confirmed.
use answering::DEFAULT_SCORE_THRESHOLD;
use platform::{Fault, Timestamp, Tx, dialect};
use sqlx::FromRow;

/// What was learnt last.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Calibration {
    /// The score from which texts are usually answered.
    pub score_threshold: f64,
    /// What was confirmed since counts for the next time.
    pub since_ms: Timestamp,
}

impl Calibration {
    /// What was learnt last, or what is believed while nothing was.
    pub async fn find(tx: &mut Tx) -> Result<Self, Fault> {
        let stored = tx
            .query("SELECT usual AS score_threshold, since_ms FROM calibration WHERE id = 1")
            .optional()
            .await?;
        Ok(stored.unwrap_or(Self { score_threshold: DEFAULT_SCORE_THRESHOLD.into(), since_ms: Timestamp(0) }))
    }

    /// Keeps it in place of what was learnt before.
    pub async fn save(self, tx: &mut Tx) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO calibration (id, usual, since_ms) VALUES (1, $1, $2)
             ON CONFLICT (id) DO UPDATE SET usual = excluded.usual, since_ms = excluded.since_ms",
        )
        .bind(self.score_threshold)
        .bind(self.since_ms)
        .run()
        .await?;
        Ok(())
    }
}

/// How suggestions of one confidence turned out in a community. Companies and communities have numbers for this one
/// time, which say nothing of who they are.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct ConfirmationCount {
    pub company: i64,
    pub community: i64,
    pub percent: i64,
    pub rightly: i64,
    pub wrongly: i64,
}

/// How suggestions turned out since then, in all communities.
pub async fn confirmation_counts(tx: &mut Tx, since: Timestamp) -> Result<Vec<ConfirmationCount>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT DENSE_RANK() OVER (ORDER BY company_id) AS company,
                    DENSE_RANK() OVER (ORDER BY company_id, community_id) AS community,
                    percent, rightly, wrongly
             FROM (SELECT company_id, community_id, CAST(round(suggested_confidence * 100) AS INTEGER) AS percent,
                          COUNT(*) FILTER (WHERE confirmed = 1) AS rightly,
                          COUNT(*) FILTER (WHERE confirmed = 2) AS wrongly
                   FROM escalation WHERE confirmed <> 0 AND reviewed_ms >= $1 GROUP BY 1, 2, 3) counted",
            "SELECT company, community, percent, rightly, wrongly FROM confirmations($1)",
        ))
        .bind(since)
        .all()
        .await?)
}

/// How many companies have a community, and so a bot.
pub async fn count_companies(tx: &mut Tx) -> Result<i64, Fault> {
    Ok(tx.query("SELECT COUNT(DISTINCT company_id) FROM company_community").value().await?)
}
