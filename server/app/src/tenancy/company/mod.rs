//! Management companies: their software, plan, features and branding.
mod calendar;
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx};

pub use calendar::OfficeCalendar;
pub use convert::{pricing_named, software_named};
pub use model::{BusinessHours, Company, Customizations};
pub use rules::may_web_chat;
pub use service::Service;
pub use store::{find_by_name, find_for_update, insert, knowledge_version, touch_knowledge};

/// Finds the scope's company.
///
/// # Errors
/// `NOT_FOUND` if it does not exist.
pub async fn require(tx: &mut Tx, scope: &Scope) -> Result<Company, Fault> {
    store::find(tx, scope).await?.ok_or_else(|| Fault::not_found("company"))
}

/// Returns the name of the company's credential in the secret store. If the company has none, a name is derived
/// from its id and stored.
///
/// # Errors
/// `NOT_FOUND` if the company does not exist.
pub async fn credential_name(tx: &mut Tx, scope: &Scope) -> Result<String, Fault> {
    let company = store::find_for_update(tx, scope).await?.ok_or_else(|| Fault::not_found("company"))?;
    if !company.credential_name.is_empty() {
        return Ok(company.credential_name);
    }
    let credential_name = format!("client-{}", company.id);
    store::save(tx, scope, &Company { credential_name: credential_name.clone(), ..company }).await?;
    Ok(credential_name)
}
