//! Conversion to the contract.
use contract::v1;

use super::model::{ConnectionState, NewConnection};

pub fn new_connection(request: v1::ConfigureChatwootRequest) -> NewConnection {
    NewConnection {
        base_url: request.base_url,
        account_id: request.account_id,
        inbox_id: request.inbox_id,
        api_access_token: request.api_access_token,
        webhook_secret: request.webhook_secret,
    }
}

/// Converts a connection. The inbox of a company that is not connected may still be stored.
pub fn chatwoot(state: &ConnectionState, webhook_url: String) -> v1::Chatwoot {
    let ConnectionState { connection, inbox_id } = state;
    let connection = connection.as_ref();
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
        inbox_id: inbox_id.clone(),
        webhook_url,
        problem: connection.map(|connection| connection.problem.clone()).unwrap_or_default(),
        mirrored_at: connection.and_then(|connection| connection.mirrored_ms).map(Into::into),
    }
}
