//! Commands on a company's connection to its association software, and what they share.
mod authorize_cinc;
mod connect_software;
mod disconnect_software;

use platform::{Fault, Scope, Tx};

pub use authorize_cinc::{AllowedAuthorization, complete_cinc_connection, start_cinc_connection};
pub use connect_software::{NewConnection, connect_software};
pub use disconnect_software::disconnect_software;

use super::{
    model::{ConnectableSoftware, ConnectionStatus},
    software, store,
};
use crate::tenancy::community;

/// Maximum number of communities with problems that are returned.
const MAX_PROBLEMS: i64 = 50;

/// Returns the connection of the scope's company with the state of its last sync.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn find_status(tx: &mut Tx, scope: &Scope) -> Result<ConnectionStatus, Fault> {
    let number = community::company_settings(tx, scope).await?.software;
    let software = ConnectableSoftware::of(number);
    let connection = match software::association(number) {
        Some(association) => store::find(tx, scope, association.software).await?,
        None => None,
    };
    let Some(connection) = connection else {
        return Ok(ConnectionStatus { software, ..ConnectionStatus::default() });
    };
    Ok(ConnectionStatus {
        software,
        connection: Some(connection),
        progress: store::progress(tx, scope).await?,
        problems: store::list_problems(tx, scope, MAX_PROBLEMS).await?,
    })
}
