//! Catalogues in the contract's words.
use contract::v1;
use platform::{Fault, config::CatalogueName};

use super::model::{
    CATEGORIES, Change, Difference, Edit, Impact, Intent, Library, Merge, New, Part, Rejected, Split,
    Standing, Update, Version,
};

/// The most differences of one change, and the most wrong lines, that are told.
const MOST_TOLD: usize = 500;
const MOST_REJECTED: usize = 200;

/// The catalogue that is named; the fine one if none is.
#[must_use]
pub fn named(named: i32) -> CatalogueName {
    match v1::Catalogue::try_from(named) {
        Ok(v1::Catalogue::Merged) => CatalogueName::Merged,
        Ok(v1::Catalogue::Company) => CatalogueName::Company,
        _ => CatalogueName::Fine,
    }
}

/// What the file of a catalogue is called.
pub fn file_name(catalogue: CatalogueName) -> String {
    match catalogue {
        CatalogueName::Fine => "fine.csv",
        CatalogueName::Merged => "merged.csv",
        CatalogueName::Company => "company.csv",
    }
    .to_owned()
}

fn name(catalogue: CatalogueName) -> i32 {
    match catalogue {
        CatalogueName::Fine => v1::Catalogue::Fine,
        CatalogueName::Merged => v1::Catalogue::Merged,
        CatalogueName::Company => v1::Catalogue::Company,
    }
    .into()
}

fn number(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn intent(catalogue: CatalogueName, intent: &Intent) -> v1::CatalogueIntent {
    let Intent { id, category, title, samples, merged } = intent.clone();
    let merged = merged.unwrap_or_default();
    v1::CatalogueIntent { key: id, catalogue: name(catalogue), category, title, samples, merged }
}

/// How the draft stands.
pub fn draft(standing: &Standing) -> v1::CatalogueDraft {
    let draft = &standing.draft;
    v1::CatalogueDraft {
        version: number(draft.version),
        published: number(standing.published),
        changes: count(standing.differences.len()),
        can_undo: draft.before.is_some(),
        edited_by: draft.edited_by.clone(),
        edited_at: draft.edited_ms.map(Into::into),
    }
}

/// All intents of the draft or of a version, and what is other in them than in what is published.
pub fn library(
    library: &Library,
    standing: &Standing,
    differing: &[Difference],
) -> v1::GetCataloguesResponse {
    v1::GetCataloguesResponse {
        intents: library.all().map(|(catalogue, it)| intent(catalogue, it)).collect(),
        draft: Some(draft(standing)),
        categories: CATEGORIES.map(str::to_owned).to_vec(),
        differences: differences(differing),
    }
}

/// All of them.
pub fn differences(differences: &[Difference]) -> Vec<v1::CatalogueDifference> {
    differences.iter().map(difference).collect()
}

/// Those of one change.
pub fn told(differences: &[Difference]) -> Vec<v1::CatalogueDifference> {
    differences.iter().take(MOST_TOLD).map(difference).collect()
}

fn difference(difference: &Difference) -> v1::CatalogueDifference {
    let changes = difference.changes.iter().map(|change| match change {
        Change::Added => v1::CatalogueChange::Added,
        Change::Removed => v1::CatalogueChange::Removed,
        Change::Renamed => v1::CatalogueChange::Renamed,
        Change::Moved => v1::CatalogueChange::Moved,
        Change::Samples => v1::CatalogueChange::Samples,
        Change::Mapping => v1::CatalogueChange::Mapping,
        Change::Merged => v1::CatalogueChange::Merged,
    });
    let side = |it: &Option<Intent>| it.as_ref().map(|it| intent(difference.catalogue, it));
    v1::CatalogueDifference {
        changes: changes.map(Into::into).collect(),
        before: side(&difference.before),
        after: side(&difference.after),
        into: side(&difference.into),
    }
}

/// What communities have.
pub fn impact(impact: Impact) -> v1::CatalogueImpact {
    v1::CatalogueImpact {
        communities: number(impact.communities),
        answered: number(impact.answered),
        questions: number(impact.questions),
    }
}

/// A version.
pub fn version(version: &Version) -> v1::CatalogueVersion {
    v1::CatalogueVersion {
        number: number(version.number),
        note: version.note.clone(),
        published_by: version.published_by.clone(),
        published_at: Some(version.published_ms.into()),
        restored: number(version.restored),
        intents: number(version.intents),
    }
}

/// Lines that were left out.
pub fn rejected(rejected: Vec<Rejected>) -> Vec<v1::RejectedCatalogueLine> {
    let told = rejected.into_iter().take(MOST_REJECTED);
    told.map(|Rejected { line, title, reason }| v1::RejectedCatalogueLine {
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

/// The one change that is asked for.
///
/// # Errors
/// `INVALID_ARGUMENT` when it is none or several.
pub fn edit(asked: v1::EditCataloguesRequest) -> Result<Edit, Fault> {
    let v1::EditCataloguesRequest { add, update, remove, merge, split, .. } = asked;
    let edits = [
        add.map(|add| {
            let v1::AddCatalogueIntent { catalogue, category, title, samples, merged } = add;
            Edit::Add(New { catalogue: named(catalogue), category, title, samples, merged: filled(merged) })
        }),
        update.map(|update| {
            let v1::UpdateCatalogueIntent { key, title, category, samples, merged } = update;
            Edit::Update(Update { key, title, category, samples: given(samples), merged })
        }),
        remove.map(|remove| Edit::Remove(remove.keys)),
        merge.map(|merge| {
            let v1::MergeCatalogueIntents { keys, title, category, samples } = merge;
            Edit::Merge(Merge {
                keys,
                title: filled(title),
                category: filled(category),
                samples: given(samples),
            })
        }),
        split.map(|split| {
            Edit::Split(Split { key: split.key, parts: split.parts.into_iter().map(part).collect() })
        }),
    ];
    let mut edits: Vec<Edit> = edits.into_iter().flatten().collect();
    match edits.pop() {
        Some(edit) if edits.is_empty() => Ok(edit),
        _ => Err(Fault::invalid("ONE_EDIT", "Give exactly one of add, update, remove, merge and split.")),
    }
}

fn part(part: v1::SplitCataloguePart) -> Part {
    let v1::SplitCataloguePart { title, samples, covers } = part;
    Part { title, samples, covers }
}
