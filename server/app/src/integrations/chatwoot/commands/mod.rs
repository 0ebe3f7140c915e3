//! Commands on a company's connection to Chatwoot, and what they share.
mod configure_chatwoot;
mod disconnect_chatwoot;

use platform::{Fault, Scope, Tx, secrets::SECRET_MISSING};

pub use configure_chatwoot::configure_chatwoot;
pub use disconnect_chatwoot::disconnect_chatwoot;

use super::{connection, model::ConnectionState, store};
use crate::{context::Context, tenancy::company};

/// Returns the connection of the scope's company with the stored inbox.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn find_state(tx: &mut Tx, scope: &Scope) -> Result<ConnectionState, Fault> {
    let inbox_id = company::require(tx, scope).await?.chatwoot_inbox_id;
    Ok(ConnectionState { connection: store::find(tx, scope).await?, inbox_id })
}

/// Returns the same as [`find_state`]. A secret that the secret store no longer has is a problem of the connection.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn find_shown_state(context: &Context, scope: &Scope) -> Result<ConnectionState, Fault> {
    if let Err(fault) = connection::load(scope, context).await {
        tracing::warn!(%fault, "could not load the secrets of a connection to Chatwoot");
    }
    let mut tx = context.db.read(scope).await?;
    let mut state = find_state(&mut tx, scope).await?;
    if connection::is_missing(&mut tx, scope, context).await?
        && let Some(connection) = &mut state.connection
    {
        SECRET_MISSING.clone_into(&mut connection.problem);
    }
    Ok(state)
}
