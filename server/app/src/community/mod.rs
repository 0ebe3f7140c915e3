//! Text communities: who sees them, and whose number it is.
//!
//! A community that is deleted is gone for everything here; only its administration knows it.
mod convert;
mod model;
mod rules;
mod store;

use platform::{Fault, Scope, Tx, ids::CommunityId, paging};

pub use convert::{
    ASSOCIATIONS, change as persona_change, community as to_contract, details as details_to_contract,
};
pub use model::{Association, Caution, Community, Line, Persona, PersonaChange, Replacement, name_key};
pub use rules::{DEFAULT_TIME_ZONE, address, addresses, speak, tag, time_zone};
pub use store::{
    find_by_tag, insert, insert_number, is_unattached, like, line, link, save_persona, search, set_training,
    terms, touch_knowledge, with_code, with_numbers,
};

/// The community, if the scope sees it.
///
/// # Errors
/// `NOT_FOUND` otherwise, the same as for one that does not exist.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Community, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("community"))
}

/// The community, if it is there still: for work that was begun before it was deleted.
///
/// # Errors
/// Those of storage.
pub async fn still(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Option<Community>, Fault> {
    store::find(tx, scope, id).await
}

/// The most in a list inside an entity.
const MOST: i64 = 200;

/// All that the scope sees; at most 200.
///
/// # Errors
/// Those of storage.
pub async fn all(tx: &mut Tx, scope: &Scope) -> Result<Vec<Community>, Fault> {
    let (communities, _) =
        paging::page(store::search(tx, scope, "", None, MOST).await?, MOST, |c| c.id.clone());
    Ok(communities)
}
