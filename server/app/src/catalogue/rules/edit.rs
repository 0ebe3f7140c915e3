//! One change to the draft.
use platform::{Fault, config::CatalogueName};

use super::{Fresh, check, key, same, sort, tidy, wrong};
use crate::catalogue::model::{Edit, Edited, Intent, Library, Merge, New, Part, Split, Update};

/// What an edit makes of the catalogues.
///
/// # Errors
/// On the field that is wrong; `NOT_FOUND` for an intent that is not there; `ALREADY_EXISTS` for a title
/// or a sample that another intent has; `FAILED_PRECONDITION` when there is no room.
pub fn edited(library: &Library, edit: Edit, fresh: Fresh<'_>) -> Result<Edited, Fault> {
    let mut after = library.clone();
    let (catalogue, key, summary) = match edit {
        Edit::Add(new) => add(&mut after, new, fresh)?,
        Edit::Update(update) => change(&mut after, update)?,
        Edit::Remove(keys) => remove(&mut after, &keys)?,
        Edit::Merge(merge) => merged(&mut after, merge)?,
        Edit::Split(parts) => split(&mut after, parts, fresh)?,
    };
    sort(after.of_mut(catalogue));
    check(&after, catalogue, &key)?;
    Ok(Edited { library: after, key, summary })
}

type Done = (CatalogueName, String, String);

fn absent() -> Fault {
    Fault::not_found("intent")
}

/// The catalogue that has all of these; each is named once.
fn of_one(library: &Library, keys: &[String]) -> Result<CatalogueName, Fault> {
    let first = keys.first().ok_or_else(absent)?;
    let (name, _) = library.find(first).ok_or_else(absent)?;
    for (place, key) in keys.iter().enumerate() {
        if library.find(key).ok_or_else(absent)?.0 != name {
            return Err(Fault::field("keys", "These are of different catalogues. Choose intents of one."));
        }
        if keys[..place].contains(key) {
            return Err(Fault::field("keys", "An intent is named twice. Name each once."));
        }
    }
    Ok(name)
}

fn in_order(library: &Library, name: CatalogueName, intent: &Intent) -> Result<(), Fault> {
    wrong(library, name, intent).map_or(Ok(()), |(field, words)| Err(Fault::field(field, words)))
}

fn add(library: &mut Library, new: New, fresh: Fresh<'_>) -> Result<Done, Fault> {
    let New { catalogue, category, title, samples, merged } = new;
    let title = tidy(&title);
    let samples = samples.iter().map(|sample| tidy(sample)).collect();
    let intent = Intent { id: key(&title, fresh), category, title, samples, merged };
    in_order(library, catalogue, &intent)?;
    let done = (catalogue, intent.id.clone(), format!("Added \"{}\" to the draft.", intent.title));
    library.of_mut(catalogue).push(intent);
    Ok(done)
}

/// Its place, and its catalogue.
fn place(library: &Library, key: &str) -> Result<(CatalogueName, usize), Fault> {
    let (name, _) = library.find(key).ok_or_else(absent)?;
    let place = library.of(name).iter().position(|intent| intent.id == key).ok_or_else(absent)?;
    Ok((name, place))
}

fn change(library: &mut Library, update: Update) -> Result<Done, Fault> {
    let Update { key, title, category, samples, merged } = update;
    let (name, place) = place(library, &key)?;
    let mut intent = library.of_mut(name).remove(place);
    if let Some(title) = title {
        intent.title = tidy(&title);
    }
    if let Some(samples) = samples {
        intent.samples = samples.iter().map(|sample| tidy(sample)).collect();
    }
    if let Some(merged) = merged {
        intent.merged = Some(merged).filter(|merged| !merged.is_empty());
    }
    let moved =
        category.is_some_and(|category| std::mem::replace(&mut intent.category, category) != intent.category);
    in_order(library, name, &intent)?;
    let summary = format!("Changed \"{}\" in the draft.", intent.title);
    let intents = library.of_mut(name);
    intents.insert(if moved { intents.len() } else { place }, intent);
    Ok((name, key, summary))
}

fn remove(library: &mut Library, keys: &[String]) -> Result<Done, Fault> {
    let name = of_one(library, keys)?;
    library.of_mut(name).retain(|intent| !keys.contains(&intent.id));
    cover(library, keys, None);
    Ok((name, String::new(), format!("Removed {} intents from the draft.", keys.len())))
}

/// Has another merged intent, or none, cover what these covered.
fn cover(library: &mut Library, keys: &[String], by: Option<&str>) {
    for fine in &mut library.fine {
        if fine.merged.as_ref().is_some_and(|merged| keys.contains(merged)) {
            fine.merged = by.map(str::to_owned);
        }
    }
}

fn merged(library: &mut Library, merge: Merge) -> Result<Done, Fault> {
    let Merge { keys, title, category, samples } = merge;
    let name = of_one(library, &keys)?;
    let (_, place) = place(library, &keys[0])?;
    let mut all: Vec<String> = Vec::new();
    for intent in keys.iter().filter_map(|key| library.find(key)).map(|(_, intent)| intent) {
        for sample in &intent.samples {
            if !all.iter().any(|there| same(there) == same(sample)) {
                all.push(sample.clone());
            }
        }
    }
    let mut one = library.of(name)[place].clone();
    one.title = title.map_or(one.title, |title| tidy(&title));
    one.category = category.unwrap_or(one.category);
    one.samples = samples.map_or(all, |samples| samples.iter().map(|sample| tidy(sample)).collect());
    in_order(library, name, &one)?;
    let summary = format!("Merged {} intents into \"{}\" in the draft.", keys.len(), one.title);
    let key = one.id.clone();
    library.of_mut(name)[place] = one;
    library.of_mut(name).retain(|intent| intent.id == key || !keys.contains(&intent.id));
    let gone = keys.iter().filter(|gone| **gone != key);
    library.became.extend(gone.map(|gone| (gone.clone(), key.clone())));
    cover(library, &keys, Some(&key));
    Ok((name, key, summary))
}

fn split(library: &mut Library, split: Split, fresh: Fresh<'_>) -> Result<Done, Fault> {
    let Split { key: first, parts } = split;
    let (name, place) = place(library, &first)?;
    let whole = library.of_mut(name).remove(place);
    let summary = format!("Split \"{}\" into {} intents in the draft.", whole.title, parts.len());
    for (number, Part { title, samples, covers }) in parts.into_iter().enumerate() {
        let title = tidy(&title);
        let id = if number == 0 { first.clone() } else { key(&title, fresh) };
        let samples = samples.iter().map(|sample| tidy(sample)).collect();
        let part = Intent {
            id: id.clone(),
            title,
            samples,
            category: whole.category.clone(),
            merged: whole.merged.clone(),
        };
        in_order(library, name, &part)?;
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
    Ok((name, first, summary))
}
