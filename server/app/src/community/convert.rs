//! Communities in the contract's words.
use contract::v1;
use platform::Scope;

use super::model::Community;

/// A community as the scope sees it, without its answers.
#[must_use]
pub fn community(community: &Community, scope: &Scope) -> v1::TextCommunity {
    v1::TextCommunity {
        id: community.id.to_string(),
        label: community.label(),
        tag: community.tag.clone(),
        company: vec![scope.company().to_string()],
        number: community.number.clone().unwrap_or_default(),
        time_zone: community.time_zone.clone(),
        units: community.units,
        is_training: community.is_training,
        answers: vec![],
        more_answers: false,
    }
}
