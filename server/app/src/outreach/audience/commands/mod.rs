//! Commands on audiences, and what they share.
mod create_audience;
mod delete_audience;
mod import_recipient_list;
mod update_audience;

use platform::{Fault, Scope, Tx};

pub use create_audience::create_audience;
pub use delete_audience::delete_audience;
pub use import_recipient_list::import_recipient_list;
pub use update_audience::update_audience;

use super::{
    model::{Audience, AudienceId, Filter},
    require_communities, rules, store,
};

/// Checks a filter and that the scope can see its communities.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid filter; fails as `require_communities` does.
pub async fn require_filter(tx: &mut Tx, scope: &Scope, filter: &Filter) -> Result<(), Fault> {
    rules::check(filter)?;
    require_communities(tx, scope, &filter.communities).await
}

async fn require(tx: &mut Tx, scope: &Scope, id: &AudienceId) -> Result<Audience, Fault> {
    let audience = store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("audience"))?;
    scope.check_communities(&audience.filter.communities)?;
    Ok(audience)
}
