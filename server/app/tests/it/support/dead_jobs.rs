//! Inserts failed jobs, and marks jobs as failed.
use platform::{Clock, Ids};
use serde_json::Value;
use sqlx::types::Json;

use super::TestServer;

impl TestServer {
    /// Inserts a job that just failed permanently for a reason. Returns its ID.
    pub async fn insert_dead_job(&self, company: &str, kind: &str, payload: Value, reason: &str) -> String {
        let now = self.clock.now();
        let id: String = Ids::from_entropy().next(now);
        let mut tx = self.db.platform().await.unwrap();
        tx.query(
            "INSERT INTO job (company_id, id, kind, payload, key, queue_key, run_at_ms, attempts, last_error, dead, died_ms)
             VALUES ($1, $2, $3, $4, $2, $2, $5, 12, $6, TRUE, $5)",
        )
        .bind(company)
        .bind(id.as_str())
        .bind(kind)
        .bind(Json(payload))
        .bind(now)
        .bind(reason)
        .run()
        .await
        .unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Inserts a failed job that would remove a file which no longer exists.
    pub async fn insert_dead_deletion(&self, company: &str) -> String {
        self.insert_dead_job(company, "DELETE_FILES", serde_json::json!({ "file": "nobodys" }), "UNAVAILABLE")
            .await
    }

    /// Marks the waiting jobs of a kind as permanently failed. Returns their number.
    pub async fn mark_jobs_dead(&self, kind: &str) -> u64 {
        let mut tx = self.db.platform().await.unwrap();
        let count = tx
            .query(
                "UPDATE job SET dead = TRUE, attempts = 12, last_error = 'UNAVAILABLE', died_ms = $2 WHERE kind = $1",
            )
            .bind(kind)
            .bind(self.clock.now())
            .run()
            .await
            .unwrap();
        tx.commit().await.unwrap();
        count
    }
}
