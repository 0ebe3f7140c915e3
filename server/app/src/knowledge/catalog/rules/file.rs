//! Import and export of a catalog as a table: category, intent, samples and the title of the merged intent.
use std::collections::{HashMap, HashSet};

use platform::{
    Fault,
    config::CatalogName,
    tabular::{self, Row},
    text::one_line,
};

use super::{
    Conflict, MAX_INTENTS, SuffixSource, comparison_key, find_conflict, find_violation, full, key,
    max_samples, sort,
};
use crate::knowledge::catalog::model::{CATEGORIES, ImportResult, Intent, Library, Rejected};

const HEADINGS: [&str; 4] = ["Category", "Intent", "Samples", "Merged intent"];

/// Column indexes of a file.
pub struct Columns {
    category: Option<usize>,
    title: usize,
    samples: Option<usize>,
    merged: Option<usize>,
}

impl Columns {
    /// Returns the indexes of all columns.
    fn all(&self) -> impl Iterator<Item = usize> {
        let Self { category, title, samples, merged } = self;
        [Some(*title), *category, *samples, *merged].into_iter().flatten()
    }
}

/// Finds the columns by the headings in the first line.
///
/// # Errors
/// Fails on the field `data` if the first line does not name the columns.
pub fn columns_of(first: &Row) -> Result<Columns, Fault> {
    let title = tabular::place(first, &["intent", "title"]).ok_or_else(|| {
        let words = "The first line names no column \"intent\". Name the columns category, intent and samples there, and if wanted merged intent.";
        Fault::field("data", words)
    })?;
    Ok(Columns {
        category: tabular::place(first, &["category"]),
        title,
        samples: tabular::place(first, &["samples", "sample", "questions", "question"]),
        merged: tabular::place(first, &["merged intent", "merged"]),
    })
}

/// The content of one intent in a file.
struct Entry {
    line: u32,
    title: String,
    category: String,
    samples: Vec<String>,
    /// The key of the merged intent, if the file names one.
    merged: Option<String>,
}

/// Imports a file into a catalog. With `whole`, intents that are not in the file are removed.
///
/// # Errors
/// `FAILED_PRECONDITION` for a full catalog.
pub fn import(
    library: &Library,
    name: CatalogName,
    columns: &Columns,
    rows: &[Row],
    whole: bool,
    fresh: SuffixSource<'_>,
) -> Result<ImportResult, Fault> {
    let mut rejected = Vec::new();
    let mut entries = entries(library, name, columns, rows, &mut rejected);
    // An intent of a rejected line is kept, so that a typo removes nothing.
    let mut named: HashSet<String> = rejected.iter().map(|line| comparison_key(&line.title)).collect();
    named.extend(entries.iter().map(|entry| comparison_key(&entry.title)));
    let kept = |intent: &&Intent| !whole || named.contains(&comparison_key(&intent.title));
    let base: Vec<Intent> = library.of(name).iter().filter(kept).cloned().collect();
    let keys: HashMap<String, String> =
        entries.iter().map(|entry| (comparison_key(&entry.title), key(&entry.title, fresh))).collect();
    loop {
        let mut intents = base.clone();
        let mut from = HashMap::new();
        let mut refused = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            let title = comparison_key(&entry.title);
            let there = intents.iter().position(|intent| comparison_key(&intent.title) == title);
            let intent = merge_entry(there.map(|at| &intents[at]), entry, &keys[&title]);
            if let Some((_, reason)) = find_violation(library, name, &intent) {
                refused.push((place, reason));
                continue;
            }
            from.insert(intent.id.clone(), place);
            match there {
                Some(at) => intents[at] = intent,
                None => intents.push(intent),
            }
        }
        if refused.is_empty()
            && let Some((place, reason)) = conflicting_entry(&intents, &from)
        {
            refused.push((place, reason));
        }
        if refused.is_empty() {
            if intents.len() > MAX_INTENTS {
                return Err(full());
            }
            rejected.sort_by_key(|line| line.line);
            let (library, unchanged) = with_intents(library, name, intents, &from);
            return Ok(ImportResult { library, unchanged, rejected });
        }
        for (place, reason) in refused.into_iter().rev() {
            let entry = entries.remove(place);
            rejected.push(Rejected { line: entry.line, title: entry.title, reason });
        }
    }
}

/// Replaces the intents of a catalog. Returns the library with the number of intents that the entries of the file
/// leave unchanged.
fn with_intents(
    library: &Library,
    name: CatalogName,
    mut intents: Vec<Intent>,
    from: &HashMap<String, usize>,
) -> (Library, usize) {
    sort(&mut intents);
    let same_as_before =
        |intent: &&Intent| from.contains_key(&intent.id) && library.of(name).contains(intent);
    let unchanged = intents.iter().filter(same_as_before).count();
    let mut after = library.clone();
    *after.of_mut(name) = intents;
    if name == CatalogName::Merged {
        clear_stale_mappings(&mut after);
    }
    (after, unchanged)
}

/// Returns the entry that conflicts with an earlier one, and the reason.
fn conflicting_entry(intents: &[Intent], from: &HashMap<String, usize>) -> Option<(usize, String)> {
    let place = |at: usize| from.get(&intents[at].id).copied();
    let (first, second, words) = match find_conflict(intents)? {
        Conflict::Title(first, second) => (first, second, "This title is used twice.".to_owned()),
        Conflict::Sample(first, second, sample) => {
            let other = if place(first) > place(second) { second } else { first };
            let words = format!(
                "\"{sample}\" is a sample of \"{}\" already. Leave it out of one of them.",
                intents[other].title
            );
            (first, second, words)
        }
    };
    place(first).max(place(second)).map(|place| (place, words))
}

/// Removes mappings of fine intents to merged intents that no longer exist.
fn clear_stale_mappings(library: &mut Library) {
    let there: HashSet<&str> = library.merged.iter().map(|intent| intent.id.as_str()).collect();
    for fine in &mut library.fine {
        if fine.merged.as_ref().is_some_and(|merged| !there.contains(merged.as_str())) {
            fine.merged = None;
        }
    }
}

/// Returns the intent after the import of an entry.
fn merge_entry(there: Option<&Intent>, entry: &Entry, fresh: &str) -> Intent {
    let mut intent = there.cloned().unwrap_or_else(|| Intent {
        id: fresh.to_owned(),
        category: String::new(),
        title: String::new(),
        samples: vec![],
        merged: None,
    });
    intent.title.clone_from(&entry.title);
    if !entry.category.is_empty() {
        intent.category.clone_from(&entry.category);
    }
    if !entry.samples.is_empty() {
        intent.samples.clone_from(&entry.samples);
    }
    if entry.merged.is_some() {
        intent.merged.clone_from(&entry.merged);
    }
    intent
}

/// Parses the lines into entries, in the order of the intents. Invalid lines are rejected.
fn entries(
    library: &Library,
    name: CatalogName,
    columns: &Columns,
    rows: &[Row],
    rejected: &mut Vec<Rejected>,
) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for row in rows {
        let title = one_line(row.cell(Some(columns.title)));
        let sound = row.check_formula_errors(columns.all());
        let line = match sound.and_then(|()| line(library, name, columns, row, &title)) {
            Ok(line) => line,
            Err(reason) => {
                rejected.push(Rejected { line: row.line, title, reason });
                continue;
            }
        };
        let place = *places.entry(comparison_key(&title)).or_insert_with(|| {
            entries.push(Entry {
                title,
                line: row.line,
                category: String::new(),
                samples: vec![],
                merged: None,
            });
            entries.len() - 1
        });
        let entry = &mut entries[place];
        if !line.category.is_empty() {
            entry.category = line.category;
        }
        entry.merged = line.merged.or(entry.merged.take());
        for sample in line.samples {
            if !entry.samples.iter().any(|there| comparison_key(there) == comparison_key(&sample)) {
                entry.samples.push(sample);
            }
        }
    }
    entries
}

fn line(
    library: &Library,
    name: CatalogName,
    columns: &Columns,
    row: &Row,
    title: &str,
) -> Result<Entry, String> {
    if title.is_empty() {
        return Err("This line has no intent. Enter its title in the column intent.".into());
    }
    let category = one_line(row.cell(columns.category));
    let category = match CATEGORIES.iter().find(|known| comparison_key(known) == comparison_key(&category)) {
        Some(known) => (*known).to_owned(),
        None if category.is_empty() => String::new(),
        None => {
            return Err(format!(
                "There is no category \"{category}\". Use one of the 19, such as \"Parking\"."
            ));
        }
    };
    let new = !library.of(name).iter().any(|intent| comparison_key(&intent.title) == comparison_key(title));
    if new && category.is_empty() && columns.category.is_none() {
        return Err("This intent is new, and the file has no column category. Add the column.".into());
    }
    let merged = one_line(row.cell(columns.merged));
    let merged = match merged.as_str() {
        "" => None,
        _ if name != CatalogName::Fine => {
            return Err("Only the fine catalog has merged intents. Leave this column blank.".into());
        }
        merged => {
            let covering = library
                .merged
                .iter()
                .find(|it| comparison_key(&it.title) == comparison_key(merged) || it.id == merged);
            Some(
                covering
                    .ok_or_else(|| {
                        format!("There is no merged intent \"{merged}\". Add it to the merged catalog first.")
                    })?
                    .id
                    .clone(),
            )
        }
    };
    let samples: Vec<String> =
        row.cell(columns.samples).lines().map(one_line).filter(|sample| !sample.is_empty()).collect();
    if samples.len() > max_samples(name) {
        return Err(format!(
            "There are {} sample questions, and an intent has at most {}. Remove some.",
            samples.len(),
            max_samples(name)
        ));
    }
    Ok(Entry { line: row.line, title: String::new(), category, samples, merged })
}

/// Returns a catalog as a table.
pub fn export(library: &Library, name: CatalogName) -> Result<String, Fault> {
    let title = |key: &String| library.merged.iter().find(|it| it.id == *key).map(|it| it.title.clone());
    let row = |intent: &Intent| {
        [
            intent.category.clone(),
            intent.title.clone(),
            intent.samples.join("\n"),
            intent.merged.as_ref().and_then(title).unwrap_or_default(),
        ]
    };
    tabular::write(HEADINGS, library.of(name).iter().map(row))
}
