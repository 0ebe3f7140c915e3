//! A catalogue as a table: category, intent, samples and merged intent, the last by its title.
use std::collections::{HashMap, HashSet};

use platform::{Fault, config::CatalogueName};

use super::{Clash, Fresh, MOST, clash, full, key, most_samples, same, sort, tidy, wrong};
use crate::{
    catalogue::model::{Brought, CATEGORIES, Intent, Library, Rejected},
    sheet::{self, Row},
};

const HEADINGS: [&str; 4] = ["Category", "Intent", "Samples", "Merged intent"];

/// The places of the columns.
pub struct Columns {
    category: Option<usize>,
    title: usize,
    samples: Option<usize>,
    merged: Option<usize>,
}

impl Columns {
    /// The places of all of them.
    fn all(&self) -> impl Iterator<Item = usize> {
        let Self { category, title, samples, merged } = self;
        [Some(*title), *category, *samples, *merged].into_iter().flatten()
    }
}

/// Which columns a file has.
///
/// # Errors
/// On `data`, when the first line does not name them.
pub fn columns_of(first: &Row) -> Result<Columns, Fault> {
    let title = sheet::place(first, &["intent", "title"]).ok_or_else(|| {
        let words = "The first line names no column \"intent\". Name the columns category, intent and samples there, and if wanted merged intent.";
        Fault::field("data", words)
    })?;
    Ok(Columns {
        category: sheet::place(first, &["category"]),
        title,
        samples: sheet::place(first, &["samples", "sample", "questions", "question"]),
        merged: sheet::place(first, &["merged intent", "merged"]),
    })
}

/// What the lines of a file say of one intent.
struct Entry {
    line: u32,
    title: String,
    category: String,
    samples: Vec<String>,
    /// The key of the merged intent, if the file names one.
    merged: Option<String>,
}

/// What a file makes of a catalogue. With `whole`, what it does not name goes.
///
/// # Errors
/// `FAILED_PRECONDITION` when there is no room.
pub fn brought(
    library: &Library,
    name: CatalogueName,
    (columns, rows): (&Columns, &[Row]),
    whole: bool,
    fresh: Fresh<'_>,
) -> Result<Brought, Fault> {
    let mut rejected = Vec::new();
    let mut entries = entries(library, name, columns, rows, &mut rejected);
    // What a wrong line names stays as it is, so that a slip of the pen removes nothing.
    let mut named: HashSet<String> = rejected.iter().map(|line| same(&line.title)).collect();
    named.extend(entries.iter().map(|entry| same(&entry.title)));
    let kept = |intent: &&Intent| !whole || named.contains(&same(&intent.title));
    let base: Vec<Intent> = library.of(name).iter().filter(kept).cloned().collect();
    let keys: HashMap<String, String> =
        entries.iter().map(|entry| (same(&entry.title), key(&entry.title, fresh))).collect();
    loop {
        let mut intents = base.clone();
        let mut from = HashMap::new();
        let mut refused = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            let title = same(&entry.title);
            let there = intents.iter().position(|intent| same(&intent.title) == title);
            let intent = made_of(there.map(|at| &intents[at]), entry, &keys[&title]);
            if let Some((_, reason)) = wrong(library, name, &intent) {
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
            && let Some((place, reason)) = clashing(&intents, &from)
        {
            refused.push((place, reason));
        }
        if refused.is_empty() {
            if intents.len() > MOST {
                return Err(full());
            }
            sort(&mut intents);
            let same_as_before =
                |intent: &&Intent| from.contains_key(&intent.id) && library.of(name).contains(intent);
            let unchanged = intents.iter().filter(same_as_before).count();
            let mut after = library.clone();
            *after.of_mut(name) = intents;
            if name == CatalogueName::Merged {
                uncover(&mut after);
            }
            rejected.sort_by_key(|line| line.line);
            return Ok(Brought { library: after, unchanged, rejected });
        }
        for (place, reason) in refused.into_iter().rev() {
            let entry = entries.remove(place);
            rejected.push(Rejected { line: entry.line, title: entry.title, reason });
        }
    }
}

/// Why an entry cannot stay beside the others: of two, the later line goes.
fn clashing(intents: &[Intent], from: &HashMap<String, usize>) -> Option<(usize, String)> {
    let place = |at: usize| from.get(&intents[at].id).copied();
    let (first, second, words) = match clash(intents)? {
        Clash::Title(first, second) => (first, second, "This title is there twice.".to_owned()),
        Clash::Sample(first, second, sample) => {
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

/// Fine intents whose merged intent is gone have none.
fn uncover(library: &mut Library) {
    let there: HashSet<&str> = library.merged.iter().map(|intent| intent.id.as_str()).collect();
    for fine in &mut library.fine {
        if fine.merged.as_ref().is_some_and(|merged| !there.contains(merged.as_str())) {
            fine.merged = None;
        }
    }
}

/// The intent that an entry makes of what is there.
fn made_of(there: Option<&Intent>, entry: &Entry, fresh: &str) -> Intent {
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

/// What the lines say, intent by intent in their order; those that are wrong are rejected.
fn entries(
    library: &Library,
    name: CatalogueName,
    columns: &Columns,
    rows: &[Row],
    rejected: &mut Vec<Rejected>,
) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for row in rows {
        let title = tidy(row.cell(Some(columns.title)));
        let sound = row.sound(columns.all());
        let line = match sound.and_then(|()| line(library, name, columns, row, &title)) {
            Ok(line) => line,
            Err(reason) => {
                rejected.push(Rejected { line: row.line, title, reason });
                continue;
            }
        };
        let place = *places.entry(same(&title)).or_insert_with(|| {
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
            if !entry.samples.iter().any(|there| same(there) == same(&sample)) {
                entry.samples.push(sample);
            }
        }
    }
    entries
}

fn line(
    library: &Library,
    name: CatalogueName,
    columns: &Columns,
    row: &Row,
    title: &str,
) -> Result<Entry, String> {
    if title.is_empty() {
        return Err("This line names no intent. Write its title into the column intent.".into());
    }
    let category = tidy(row.cell(columns.category));
    let category = match CATEGORIES.iter().find(|known| same(known) == same(&category)) {
        Some(known) => (*known).to_owned(),
        None if category.is_empty() => String::new(),
        None => {
            return Err(format!(
                "There is no category \"{category}\". Use one of the 19, such as \"Parking\"."
            ));
        }
    };
    let new = !library.of(name).iter().any(|intent| same(&intent.title) == same(title));
    if new && category.is_empty() && columns.category.is_none() {
        return Err("The intent is new, and the file has no column category. Add one.".into());
    }
    let merged = tidy(row.cell(columns.merged));
    let merged = match merged.as_str() {
        "" => None,
        _ if name != CatalogueName::Fine => {
            return Err("Only the fine catalogue has merged intents. Leave this column empty.".into());
        }
        merged => {
            let covering =
                library.merged.iter().find(|it| same(&it.title) == same(merged) || it.id == merged);
            Some(
                covering
                    .ok_or_else(|| {
                        format!(
                            "There is no merged intent \"{merged}\". Add it to the merged catalogue first."
                        )
                    })?
                    .id
                    .clone(),
            )
        }
    };
    let samples: Vec<String> =
        row.cell(columns.samples).lines().map(tidy).filter(|sample| !sample.is_empty()).collect();
    if samples.len() > most_samples(name) {
        return Err(format!(
            "These are {} samples, and an intent has at most {}. Leave some out.",
            samples.len(),
            most_samples(name)
        ));
    }
    Ok(Entry { line: row.line, title: String::new(), category, samples, merged })
}

/// A catalogue as a table.
///
/// # Errors
/// None that a caller could mend.
pub fn export(library: &Library, name: CatalogueName) -> Result<String, Fault> {
    let title = |key: &String| library.merged.iter().find(|it| it.id == *key).map(|it| it.title.clone());
    let row = |intent: &Intent| {
        [
            intent.category.clone(),
            intent.title.clone(),
            intent.samples.join("\n"),
            intent.merged.as_ref().and_then(title).unwrap_or_default(),
        ]
    };
    sheet::write(HEADINGS, library.of(name).iter().map(row))
}
