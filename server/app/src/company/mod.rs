//! Management companies.
mod convert;
mod model;
mod service;
mod store;

pub use model::Company;
pub use service::Service;
pub use store::{find_by_name, insert};

/// The name of the scope's company, as residents read it.
///
/// # Errors
/// Those of storage.
pub async fn name(tx: &mut platform::Tx, scope: &platform::Scope) -> Result<String, platform::Fault> {
    Ok(store::find(tx, scope).await?.map(|company| company.name).unwrap_or_default())
}
