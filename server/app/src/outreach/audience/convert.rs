//! Conversion of audiences between the model and the contract.
use contract::v1;
use platform::ids::CommunityId;

use super::model::{Audience, Filter};
use crate::residents::homeowner;

/// Converts a filter to the form in which values are compared.
pub fn filter(filter: v1::AudienceFilter) -> Filter {
    let mut communities: Vec<CommunityId> = Vec::new();
    for id in filter.community_ids.into_iter().map(CommunityId) {
        if !communities.contains(&id) {
            communities.push(id);
        }
    }
    Filter {
        communities,
        buildings: homeowner::normalize_tags(filter.buildings.iter().map(String::as_str)),
        unit_from: filter.unit_from.trim().to_owned(),
        unit_to: filter.unit_to.trim().to_owned(),
        kinds: filter.kinds.into_iter().filter(|kind| *kind != 0).collect(),
        tags: homeowner::normalize_tags(filter.tags.iter().map(String::as_str)),
        min_balance_cents: filter.min_balance_cents.map(i64::from),
        languages: homeowner::normalize_tags(filter.languages.iter().map(String::as_str)),
    }
}

pub fn filter_to_contract(filter: &Filter) -> v1::AudienceFilter {
    v1::AudienceFilter {
        community_ids: filter.communities.iter().map(ToString::to_string).collect(),
        buildings: filter.buildings.clone(),
        unit_from: filter.unit_from.clone(),
        unit_to: filter.unit_to.clone(),
        kinds: filter.kinds.clone(),
        tags: filter.tags.clone(),
        min_balance_cents: filter.min_balance_cents.and_then(|cents| i32::try_from(cents).ok()),
        languages: filter.languages.clone(),
    }
}

pub fn audience(audience: &Audience) -> v1::Audience {
    v1::Audience {
        id: audience.id.to_string(),
        name: audience.name.clone(),
        filter: Some(filter_to_contract(&audience.filter)),
        version: i32::try_from(audience.version).unwrap_or(i32::MAX),
        updated_at: Some(audience.updated_ms.into()),
    }
}
