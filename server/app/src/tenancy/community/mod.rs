//! Text communities: their visibility, numbers and personas.
//!
//! Functions here do not return deleted communities; only `community_admin` does.
mod convert;
mod model;
mod ports;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx, ids::CommunityId, paging};

pub use convert::{ASSOCIATIONS, community as to_contract};
pub use model::{
    Addresses, Association, Community, ConfidenceSettings, Persona, PersonaChange, Replacement, TextNumber,
    name_key,
};
pub use ports::{Catalog, CommunityContent};
pub use rules::{address, addresses, apply_persona_change, tag, time_zone};
pub use service::Service;
pub(in crate::tenancy) use store::secondary_emails;
pub use store::{
    company_settings, find_by_tag, find_text_number, insert, insert_number, like, link, save_persona,
    save_secondary_contacts, search, touch_knowledge, with_code, with_numbers,
};

/// Finds a community that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope and for a community that does not exist.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Community, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Finds a community that the scope can see; `None` if it was deleted.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Option<Community>, Fault> {
    store::find(tx, scope, id).await
}

/// Maximum number of communities in a list without pages.
const MAX_LISTED: i64 = 200;

/// Lists the communities that the scope can see, at most 200. Returns also whether there are more.
pub async fn list_first(tx: &mut Tx, scope: &Scope) -> Result<(Vec<Community>, bool), Fault> {
    let rows = store::search(tx, scope, "", None, MAX_LISTED).await?;
    let (communities, next_page_token) = paging::page(rows, MAX_LISTED, |c| c.id.clone());
    Ok((communities, !next_page_token.is_empty()))
}
