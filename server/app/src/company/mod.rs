//! Management companies: what they have, which features are switched on, and how they
//! present themselves to residents.
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx};

pub use convert::{pricing_named, software_named};
pub use model::{Company, Customizations};
pub use service::Service;
pub use store::{find_by_name, insert, knowledge_version, touch_knowledge};

/// The scope's company.
///
/// # Errors
/// `NOT_FOUND` when there is none of that id.
pub async fn require(tx: &mut Tx, scope: &Scope) -> Result<Company, Fault> {
    store::find(tx, scope).await?.ok_or_else(|| Fault::not_found("company"))
}

/// The name under which the scope's company keeps its credential: its own, or one that is made
/// of its id and from now on its own.
///
/// # Errors
/// As [`require`].
pub async fn credential_name(tx: &mut Tx, scope: &Scope) -> Result<String, Fault> {
    let company = store::hold(tx, scope).await?.ok_or_else(|| Fault::not_found("company"))?;
    if !company.credential_name.is_empty() {
        return Ok(company.credential_name);
    }
    let credential_name = format!("client-{}", company.id);
    store::save(tx, scope, &Company { credential_name: credential_name.clone(), ..company }).await?;
    Ok(credential_name)
}
