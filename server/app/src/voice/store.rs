//! Whom the bot has spoken to.
use platform::{Fault, Scope, Timestamp, Tx};

use crate::conversation::ConversationId;

/// Notes that the bot speaks to somebody; true when it is for the first time.
///
/// # Errors
/// Those of storage.
pub async fn greet(tx: &mut Tx, scope: &Scope, id: &ConversationId, now: Timestamp) -> Result<bool, Fault> {
    let first = tx
        .query(
            "UPDATE conversation SET greeted_ms = $3 WHERE company_id = $1 AND id = $2 AND greeted_ms IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(first == 1)
}
