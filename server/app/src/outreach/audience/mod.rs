//! Audiences: the homeowner accounts that a text blast is sent to, and why some of their phones are left out.
mod commands;
mod convert;
mod model;
mod recipient_file;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx, ids::CommunityId};

pub use convert::{filter as filter_from_contract, filter_to_contract};
pub use model::{Audience, AudienceId, AudienceMember, CommunityPart, Exclusion, Filter, MemberPart};
pub use rules::check as check_filter;
pub use service::Service;
pub use store::{
    ExclusionCount, SqlAudience, TextedCommunity, count_area_codes, count_exclusions, expand, find_filter,
    list_members, list_part, save, search_members, texted_communities,
};

/// Checks that the scope can see all communities of a filter.
///
/// # Errors
/// `NOT_FOUND` if one of them is outside the scope; `INVALID_ARGUMENT` if the `community` header names none of them.
pub async fn require_communities(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
) -> Result<(), Fault> {
    if store::count_visible(tx, scope, communities).await? != communities.len() {
        return Err(Fault::not_found("community"));
    }
    scope.check_communities(communities)
}
