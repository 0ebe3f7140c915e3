//! Whether jobs of a web chat are waiting.
use platform::{Fault, Scope, Tx};

/// Returns whether a job with this queue key is waiting or running.
pub async fn is_waiting(tx: &mut Tx, scope: &Scope, queue_key: &str) -> Result<bool, Fault> {
    Ok(tx
        .query("SELECT id FROM job WHERE company_id = $1 AND queue_key = $2 AND NOT dead LIMIT 1")
        .bind(scope.company().as_str())
        .bind(queue_key)
        .exists()
        .await?)
}
