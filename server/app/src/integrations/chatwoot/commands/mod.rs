//! Commands on a company's connection to Chatwoot, and what they share.
mod configure_chatwoot;
mod disconnect_chatwoot;

use platform::{Fault, Scope, Tx};

pub use configure_chatwoot::configure_chatwoot;
pub use disconnect_chatwoot::disconnect_chatwoot;

use super::{model::ConnectionState, store};
use crate::tenancy::company;

/// Returns the connection of the scope's company with the stored inbox.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn find_state(tx: &mut Tx, scope: &Scope) -> Result<ConnectionState, Fault> {
    let inbox_id = company::require(tx, scope).await?.chatwoot_inbox_id;
    Ok(ConnectionState { connection: store::find(tx, scope).await?, inbox_id })
}
