//! Which conversations the bot has texted.
use platform::{Fault, Scope, Timestamp, Tx};

use crate::messaging::thread::ConversationId;

/// Records that the bot texts a conversation. Returns whether this is the first time.
pub async fn mark_contacted(
    tx: &mut Tx,
    scope: &Scope,
    id: &ConversationId,
    now: Timestamp,
) -> Result<bool, Fault> {
    let first = tx
        .query(
            "UPDATE conversation SET first_bot_message_ms = $3 WHERE company_id = $1 AND id = $2 AND first_bot_message_ms IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(first == 1)
}
