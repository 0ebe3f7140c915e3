//! Conversion to the contract.
use contract::v1;

use super::model::Connection;

/// Converts a connection; `None` for a company that is not connected. Its inbox may still be stored.
pub fn chatwoot(connection: Option<&Connection>, inbox_id: &str, webhook_url: String) -> v1::Chatwoot {
    let state = match connection {
        Some(connection) if !connection.inbox_id.is_empty() && connection.problem.is_empty() => {
            v1::ChatwootState::On
        }
        Some(connection) if !connection.inbox_id.is_empty() => v1::ChatwootState::Failing,
        _ => v1::ChatwootState::Off,
    };
    v1::Chatwoot {
        state: state as i32,
        base_url: connection.map(|connection| connection.base_url.clone()).unwrap_or_default(),
        account_id: connection.map(|connection| connection.account_id.clone()).unwrap_or_default(),
        inbox_id: inbox_id.to_owned(),
        webhook_url,
        problem: connection.map(|connection| connection.problem.clone()).unwrap_or_default(),
        mirrored_at: connection.and_then(|connection| connection.mirrored_ms).map(Into::into),
    }
}
