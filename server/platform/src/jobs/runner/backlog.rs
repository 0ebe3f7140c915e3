//! Counts the jobs that are due or dead, for the metrics.
use super::{OTHER_KIND, Runner};
use crate::Fault;

impl Runner {
    /// Returns the name of each kind of jobs, the number of its due jobs and the number of its dead jobs.
    pub async fn backlog(&self) -> Result<Vec<(&'static str, i64, i64)>, Fault> {
        let mut tx = self.db.platform_read().await?;
        let rows: Vec<(String, i64, i64)> = tx
            .query(
                "SELECT kind, CAST(SUM(CASE WHEN dead THEN 0 ELSE 1 END) AS BIGINT),
                     CAST(SUM(CASE WHEN dead THEN 1 ELSE 0 END) AS BIGINT)
                 FROM job WHERE dead OR (run_at_ms <= $1 AND worker = 0) GROUP BY kind",
            )
            .bind(self.clock.now())
            .all()
            .await?;
        let mut backlog: Vec<_> =
            self.handlers.keys().map(|kind| (kind.wire_name(), 0, 0)).chain([(OTHER_KIND, 0, 0)]).collect();
        let other = backlog.len() - 1;
        for (kind, due, dead) in rows {
            let at = backlog.iter().position(|(known, ..)| *known == kind).unwrap_or(other);
            backlog[at].1 += due;
            backlog[at].2 += dead;
        }
        Ok(backlog)
    }
}
