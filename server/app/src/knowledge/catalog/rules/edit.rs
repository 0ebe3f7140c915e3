//! Edits of the draft.
use platform::{Fault, config::CatalogName, text::one_line};

use super::{SuffixSource, check, comparison_key, find_violation, key, sort};
use crate::knowledge::catalog::model::{
    Edit, EditResult, Intent, IntentMerge, IntentPart, IntentSplit, IntentUpdate, Library, NewIntent,
};

/// Applies an edit to the catalogs.
///
/// # Errors
/// Fails on an invalid field; `NOT_FOUND` for an unknown intent; `ALREADY_EXISTS` for a title or a sample of
/// another intent; `FAILED_PRECONDITION` for a full catalog.
pub fn apply_edit(library: &Library, edit: Edit, fresh: SuffixSource<'_>) -> Result<EditResult, Fault> {
    let mut after = library.clone();
    let AppliedEdit { catalog, key, summary } = match edit {
        Edit::Add(new) => add(&mut after, new, fresh)?,
        Edit::Update(update) => change(&mut after, update)?,
        Edit::Remove(keys) => remove(&mut after, &keys)?,
        Edit::Merge(intents) => merge(&mut after, intents)?,
        Edit::Split(parts) => split(&mut after, parts, fresh)?,
    };
    sort(after.of_mut(catalog));
    check(&after, catalog, &key)?;
    Ok(EditResult { library: after, key, summary })
}

/// The result of one edit.
struct AppliedEdit {
    catalog: CatalogName,
    /// The key of the edited intent; empty if it was removed.
    key: String,
    /// The audit summary.
    summary: String,
}

fn intent_not_found() -> Fault {
    Fault::not_found("intent")
}

/// Returns the catalog that contains all of these keys; fails if a key is given twice.
fn common_catalog(library: &Library, keys: &[String]) -> Result<CatalogName, Fault> {
    let first = keys.first().ok_or_else(intent_not_found)?;
    let (name, _) = library.find(first).ok_or_else(intent_not_found)?;
    for (place, key) in keys.iter().enumerate() {
        if library.find(key).ok_or_else(intent_not_found)?.0 != name {
            return Err(Fault::field(
                "keys",
                "These intents are from different catalogs. Choose intents from one catalog.",
            ));
        }
        if keys[..place].contains(key) {
            return Err(Fault::field("keys", "An intent is listed twice. List each once."));
        }
    }
    Ok(name)
}

fn validate_intent(library: &Library, name: CatalogName, intent: &Intent) -> Result<(), Fault> {
    find_violation(library, name, intent).map_or(Ok(()), |(field, words)| Err(Fault::field(field, words)))
}

fn add(library: &mut Library, new: NewIntent, fresh: SuffixSource<'_>) -> Result<AppliedEdit, Fault> {
    let NewIntent { catalog, category, title, samples, merged } = new;
    let title = one_line(&title);
    let samples = samples.iter().map(|sample| one_line(sample)).collect();
    let intent = Intent { id: key(&title, fresh), category, title, samples, merged };
    validate_intent(library, catalog, &intent)?;
    let summary = format!("Added \"{}\" to the draft.", intent.title);
    let applied = AppliedEdit { catalog, key: intent.id.clone(), summary };
    library.of_mut(catalog).push(intent);
    Ok(applied)
}

/// Returns the catalog and the index of an intent.
fn place(library: &Library, key: &str) -> Result<(CatalogName, usize), Fault> {
    let (name, _) = library.find(key).ok_or_else(intent_not_found)?;
    let place = library.of(name).iter().position(|intent| intent.id == key).ok_or_else(intent_not_found)?;
    Ok((name, place))
}

fn change(library: &mut Library, update: IntentUpdate) -> Result<AppliedEdit, Fault> {
    let IntentUpdate { key, title, category, samples, merged } = update;
    let (name, place) = place(library, &key)?;
    let mut intent = library.of_mut(name).remove(place);
    if let Some(title) = title {
        intent.title = one_line(&title);
    }
    if let Some(samples) = samples {
        intent.samples = samples.iter().map(|sample| one_line(sample)).collect();
    }
    if let Some(merged) = merged {
        intent.merged = Some(merged).filter(|merged| !merged.is_empty());
    }
    let moved =
        category.is_some_and(|category| std::mem::replace(&mut intent.category, category) != intent.category);
    validate_intent(library, name, &intent)?;
    let summary = format!("Changed \"{}\" in the draft.", intent.title);
    let intents = library.of_mut(name);
    intents.insert(if moved { intents.len() } else { place }, intent);
    Ok(AppliedEdit { catalog: name, key, summary })
}

fn remove(library: &mut Library, keys: &[String]) -> Result<AppliedEdit, Fault> {
    let name = common_catalog(library, keys)?;
    library.of_mut(name).retain(|intent| !keys.contains(&intent.id));
    cover(library, keys, None);
    let summary = format!("Removed {} intents from the draft.", keys.len());
    Ok(AppliedEdit { catalog: name, key: String::new(), summary })
}

/// Maps the fine intents of these merged intents to another merged intent, or to none.
fn cover(library: &mut Library, keys: &[String], by: Option<&str>) {
    for fine in &mut library.fine {
        if fine.merged.as_ref().is_some_and(|merged| keys.contains(merged)) {
            fine.merged = by.map(str::to_owned);
        }
    }
}

fn merge(library: &mut Library, merge: IntentMerge) -> Result<AppliedEdit, Fault> {
    let IntentMerge { keys, title, category, samples } = merge;
    let name = common_catalog(library, &keys)?;
    let (_, place) = place(library, &keys[0])?;
    let mut all: Vec<String> = Vec::new();
    for intent in keys.iter().filter_map(|key| library.find(key)).map(|(_, intent)| intent) {
        for sample in &intent.samples {
            if !all.iter().any(|there| comparison_key(there) == comparison_key(sample)) {
                all.push(sample.clone());
            }
        }
    }
    let mut one = library.of(name)[place].clone();
    one.title = title.map_or(one.title, |title| one_line(&title));
    one.category = category.unwrap_or(one.category);
    one.samples = samples.map_or(all, |samples| samples.iter().map(|sample| one_line(sample)).collect());
    validate_intent(library, name, &one)?;
    let summary = format!("Merged {} intents into \"{}\" in the draft.", keys.len(), one.title);
    let key = one.id.clone();
    library.of_mut(name)[place] = one;
    library.of_mut(name).retain(|intent| intent.id == key || !keys.contains(&intent.id));
    let gone = keys.iter().filter(|gone| **gone != key);
    library.became.extend(gone.map(|gone| (gone.clone(), key.clone())));
    cover(library, &keys, Some(&key));
    Ok(AppliedEdit { catalog: name, key, summary })
}

fn split(library: &mut Library, split: IntentSplit, fresh: SuffixSource<'_>) -> Result<AppliedEdit, Fault> {
    let IntentSplit { key: first, parts } = split;
    let (name, place) = place(library, &first)?;
    let whole = library.of_mut(name).remove(place);
    let summary = format!("Split \"{}\" into {} intents in the draft.", whole.title, parts.len());
    for (number, IntentPart { title, samples, covers }) in parts.into_iter().enumerate() {
        let title = one_line(&title);
        let id = if number == 0 { first.clone() } else { key(&title, fresh) };
        let samples = samples.iter().map(|sample| one_line(sample)).collect();
        let part = Intent {
            id: id.clone(),
            title,
            samples,
            category: whole.category.clone(),
            merged: whole.merged.clone(),
        };
        validate_intent(library, name, &part)?;
        library.of_mut(name).insert(place + number, part);
        for covered in covers {
            let theirs = |fine: &&mut Intent| fine.id == covered && fine.merged.as_ref() == Some(&first);
            let fine = library.fine.iter_mut().find(theirs);
            let fine = fine.ok_or_else(|| {
                Fault::field("covers", "This intent does not cover that fine intent, or two parts name it.")
            })?;
            fine.merged = Some(id.clone());
        }
    }
    Ok(AppliedEdit { catalog: name, key: first, summary })
}
