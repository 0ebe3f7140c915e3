//! The calibrated score threshold, and the confirmations that it is computed from.
use answering::DEFAULT_SCORE_THRESHOLD;
use platform::{Fault, Timestamp, Tx, dialect};
use sqlx::FromRow;

/// The result of the last calibration.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Calibration {
    /// The score from which the bot answers by default.
    pub score_threshold: f64,
    /// Confirmations since then count for the next calibration.
    pub since_ms: Timestamp,
}

impl Calibration {
    /// Returns the last calibration, or the default if there is none.
    pub async fn find(tx: &mut Tx) -> Result<Self, Fault> {
        let stored = tx
            .query("SELECT default_score AS score_threshold, since_ms FROM calibration WHERE id = 1")
            .optional()
            .await?;
        Ok(stored.unwrap_or(Self { score_threshold: DEFAULT_SCORE_THRESHOLD.into(), since_ms: Timestamp(0) }))
    }

    /// Replaces the last calibration.
    pub async fn save(self, tx: &mut Tx) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO calibration (id, default_score, since_ms) VALUES (1, $1, $2)
             ON CONFLICT (id) DO UPDATE SET default_score = excluded.default_score, since_ms = excluded.since_ms",
        )
        .bind(self.score_threshold)
        .bind(self.since_ms)
        .run()
        .await?;
        Ok(())
    }
}

/// Counts of correct and incorrect suggestions with one confidence in one community. Companies and
/// communities have numbers that are valid for one query only and do not identify them.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct ConfirmationCount {
    pub company: i64,
    pub community: i64,
    pub percent: i64,
    pub rightly: i64,
    pub wrongly: i64,
}

/// Counts the confirmations since a time, in all communities.
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

/// Returns the number of companies that have a community.
pub async fn count_companies(tx: &mut Tx) -> Result<i64, Fault> {
    Ok(tx.query("SELECT COUNT(DISTINCT company_id) FROM company_community").value().await?)
}
