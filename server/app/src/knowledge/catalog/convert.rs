//! Conversion to the contract: Catalogs.
use contract::v1;
use platform::{Fault, config::CatalogName};

use super::model::{
    CATEGORIES, Difference, DraftState, Edit, Impact, Intent, IntentChange, IntentMerge, IntentPart,
    IntentSplit, IntentUpdate, Library, NewIntent, Rejected, Version,
};

/// Maximum number of differences of one change in a response.
const MAX_LISTED: usize = 500;
/// Maximum number of rejected lines in a response.
const MAX_REJECTED_LISTED: usize = 200;

/// Returns a catalog's name; an unknown value means the fine catalog.
#[must_use]
pub fn name_from_contract(catalog: i32) -> CatalogName {
    match v1::Catalog::try_from(catalog) {
        Ok(v1::Catalog::Merged) => CatalogName::Merged,
        Ok(v1::Catalog::Company) => CatalogName::Company,
        _ => CatalogName::Fine,
    }
}

/// Returns the file name of an exported catalog.
pub fn file_name(catalog: CatalogName) -> String {
    match catalog {
        CatalogName::Fine => "fine.csv",
        CatalogName::Merged => "merged.csv",
        CatalogName::Company => "company.csv",
    }
    .to_owned()
}

fn name(catalog: CatalogName) -> i32 {
    match catalog {
        CatalogName::Fine => v1::Catalog::Fine,
        CatalogName::Merged => v1::Catalog::Merged,
        CatalogName::Company => v1::Catalog::Company,
    }
    .into()
}

fn number(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn intent(catalog: CatalogName, intent: &Intent) -> v1::CatalogIntent {
    let Intent { id, category, title, samples, merged } = intent.clone();
    let merged = merged.unwrap_or_default();
    v1::CatalogIntent { key: id, catalog: name(catalog), category, title, samples, merged }
}

pub fn draft(state: &DraftState) -> v1::CatalogDraft {
    let draft = &state.draft;
    v1::CatalogDraft {
        version: number(draft.version),
        published: number(state.published),
        changes: count(state.differences.len()),
        can_undo: draft.previous_library.is_some(),
        edited_by: draft.edited_by.clone(),
        edited_at: draft.edited_ms.map(Into::into),
    }
}

/// Converts the content of the draft or of a version, with its differences from the published version.
pub fn library(library: &Library, state: &DraftState, differing: &[Difference]) -> v1::GetCatalogsResponse {
    v1::GetCatalogsResponse {
        intents: library.all().map(|(catalog, it)| intent(catalog, it)).collect(),
        draft: Some(draft(state)),
        categories: CATEGORIES.map(str::to_owned).to_vec(),
        differences: differences(differing),
    }
}

pub fn differences(differences: &[Difference]) -> Vec<v1::CatalogDifference> {
    differences.iter().map(difference).collect()
}

/// Converts at most 500 differences.
pub fn listed_differences(differences: &[Difference]) -> Vec<v1::CatalogDifference> {
    differences.iter().take(MAX_LISTED).map(difference).collect()
}

fn difference(difference: &Difference) -> v1::CatalogDifference {
    let changes = difference.changes.iter().map(|change| match change {
        IntentChange::Added => v1::CatalogChange::Added,
        IntentChange::Removed => v1::CatalogChange::Removed,
        IntentChange::Renamed => v1::CatalogChange::Renamed,
        IntentChange::Moved => v1::CatalogChange::Moved,
        IntentChange::Samples => v1::CatalogChange::Samples,
        IntentChange::Mapping => v1::CatalogChange::Mapping,
        IntentChange::Merged => v1::CatalogChange::Merged,
    });
    let side = |it: &Option<Intent>| it.as_ref().map(|it| intent(difference.catalog, it));
    v1::CatalogDifference {
        changes: changes.map(Into::into).collect(),
        before: side(&difference.before),
        after: side(&difference.after),
        into: side(&difference.into),
    }
}

pub fn impact(impact: Impact) -> v1::CatalogImpact {
    v1::CatalogImpact {
        communities: number(impact.communities),
        answered: number(impact.answered),
        questions: number(impact.questions),
    }
}

pub fn version(version: &Version) -> v1::CatalogVersion {
    v1::CatalogVersion {
        number: number(version.number),
        note: version.note.clone(),
        published_by: version.published_by.clone(),
        published_at: Some(version.published_ms.into()),
        restored: number(version.restored),
        intents: number(version.intents),
    }
}

/// Converts at most 200 rejected lines.
pub fn rejected(rejected: Vec<Rejected>) -> Vec<v1::RejectedCatalogLine> {
    let told = rejected.into_iter().take(MAX_REJECTED_LISTED);
    told.map(|Rejected { line, title, reason }| v1::RejectedCatalogLine {
        line: i32::try_from(line).unwrap_or(i32::MAX),
        title,
        reason,
    })
    .collect()
}

fn filled(text: String) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty())
}

fn given(samples: Vec<String>) -> Option<Vec<String>> {
    Some(samples).filter(|samples| !samples.is_empty())
}

/// Returns the requested edit.
///
/// # Errors
/// `INVALID_ARGUMENT` if the request has no edit.
pub fn edit(request: v1::EditCatalogsRequest) -> Result<Edit, Fault> {
    use v1::edit_catalogs_request::Edit as Requested;
    let requested = request
        .edit
        .ok_or_else(|| Fault::field("edit", "Give one of add, update, remove, merge and split."))?;
    Ok(match requested {
        Requested::Add(add) => {
            let v1::AddCatalogIntent { catalog, category, title, samples, merged } = add;
            Edit::Add(NewIntent {
                catalog: name_from_contract(catalog),
                category,
                title,
                samples,
                merged: filled(merged),
            })
        }
        Requested::Update(update) => {
            let v1::UpdateCatalogIntent { key, title, category, samples, merged } = update;
            Edit::Update(IntentUpdate {
                key,
                title,
                category,
                samples: samples.map(|samples| samples.samples),
                merged,
            })
        }
        Requested::Remove(remove) => Edit::Remove(remove.keys),
        Requested::Merge(merge) => {
            let v1::MergeCatalogIntents { keys, title, category, samples } = merge;
            Edit::Merge(IntentMerge {
                keys,
                title: filled(title),
                category: filled(category),
                samples: given(samples),
            })
        }
        Requested::Split(split) => {
            Edit::Split(IntentSplit { key: split.key, parts: split.parts.into_iter().map(part).collect() })
        }
    })
}

fn part(part: v1::SplitCatalogPart) -> IntentPart {
    let v1::SplitCatalogPart { title, samples, covers } = part;
    IntentPart { title, samples, covers }
}
