//! Text communities: who sees them, and whose number it is.
mod convert;
mod model;
mod store;

use platform::{Fault, Scope, Tx, ids::CommunityId, paging};

pub use convert::community as to_contract;
pub use model::{Community, Line};
pub use store::{find_by_tag, insert, insert_number, line, link, search, set_training, touch_knowledge};

/// The community, if the scope sees it.
///
/// # Errors
/// `NOT_FOUND` otherwise, the same as for one that does not exist.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Community, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("community"))
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
