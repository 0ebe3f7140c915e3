//! Conversion of audiences between the model and the contract.
use contract::v1;
use platform::{Fault, ids::CommunityId};

use super::model::{Audience, Filter, ImportRecipientList, ImportedList, RecipientColumns, RecipientSource};
use crate::{operations::file, residents::homeowner};

/// Converts a filter, normalized for comparison.
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
        list: None,
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
        source: Some(source(audience)),
        version: i32::try_from(audience.version).unwrap_or(i32::MAX),
        updated_at: Some(audience.updated_ms.into()),
    }
}

fn source(audience: &Audience) -> v1::audience::Source {
    match audience.filter.list {
        None => v1::audience::Source::Filter(filter_to_contract(&audience.filter)),
        Some(_) => v1::audience::Source::List(v1::RecipientList {
            community_id: audience.filter.communities.first().map(ToString::to_string).unwrap_or_default(),
            member_count: i32::try_from(audience.member_count).unwrap_or(i32::MAX),
        }),
    }
}

/// Converts an import.
///
/// # Errors
/// `INVALID_ARGUMENT` if the file is not base64.
pub fn recipient_import(request: v1::ImportRecipientListRequest) -> Result<ImportRecipientList, Fault> {
    use v1::import_recipient_list_request::Source;
    let columns = request.columns.map(|columns| {
        let at = |column: i32| usize::try_from(column).unwrap_or(0);
        RecipientColumns {
            phone: at(columns.phone),
            name: at(columns.name),
            unit: at(columns.unit),
            building: at(columns.building),
        }
    });
    let source = match request.source {
        Some(Source::File(data)) => RecipientSource::File { data: file::decode(&data)?, columns },
        Some(Source::Numbers(text)) => RecipientSource::Numbers(text),
        // A source without recipients is refused later, after the community was checked to be in the scope.
        None => RecipientSource::Numbers(String::new()),
    };
    Ok(ImportRecipientList {
        name: request.name,
        community: CommunityId(request.community_id),
        source,
        is_dry_run: request.is_dry_run,
        consent_evidence: request.consent_evidence,
    })
}

/// Maximum number of rejected rows of a response, unless all are requested.
const MAX_REJECTED: usize = 1_000;

pub fn imported_list(imported: &ImportedList, all_rejected: bool) -> v1::ImportRecipientListResponse {
    let parsed = &imported.parsed;
    let most = if all_rejected { usize::MAX } else { MAX_REJECTED };
    let rejected = parsed.rejected.iter().take(most);
    let count = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    let row = |line: u32, cells: &[String], reason: &str| v1::RecipientRow {
        line: i32::try_from(line).unwrap_or(i32::MAX),
        cells: cells.to_vec(),
        reason: reason.to_owned(),
    };
    let RecipientColumns { phone, name, unit, building } = parsed.columns;
    v1::ImportRecipientListResponse {
        audience: imported.audience.as_ref().map(audience),
        headings: parsed.headings.clone(),
        columns: Some(v1::RecipientColumns {
            phone: count(phone),
            name: count(name),
            unit: count(unit),
            building: count(building),
        }),
        samples: parsed.samples.iter().map(|sample| row(sample.line, &sample.cells, "")).collect(),
        accepted_count: count(parsed.members.len()),
        duplicate_count: count(parsed.duplicate_count),
        rejected: rejected.map(|one| row(one.line, &one.cells, &one.reason)).collect(),
        rejected_count: count(parsed.rejected.len()),
    }
}
