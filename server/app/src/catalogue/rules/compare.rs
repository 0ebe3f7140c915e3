//! What is other between two states of the catalogues.
use std::collections::HashMap;

use crate::catalogue::model::{Change, Difference, Intent, Library, NAMES};

/// By catalogue: what changed and what is new, in the order of what is, and then what is gone.
pub fn differences(before: &Library, after: &Library) -> Vec<Difference> {
    let mut all = Vec::new();
    for catalogue in NAMES {
        let mut were: HashMap<&str, &Intent> =
            before.of(catalogue).iter().map(|intent| (intent.id.as_str(), intent)).collect();
        for intent in after.of(catalogue) {
            let was = were.remove(intent.id.as_str());
            let changes = was.map_or_else(|| vec![Change::Added], |was| changes(was, intent));
            if !changes.is_empty() {
                all.push(Difference {
                    catalogue,
                    changes,
                    before: was.cloned(),
                    after: Some(intent.clone()),
                    into: None,
                });
            }
        }
        for gone in before.of(catalogue).iter().filter(|intent| were.contains_key(intent.id.as_str())) {
            let into = after.successor(&gone.id).cloned();
            let change = if into.is_some() { Change::Merged } else { Change::Removed };
            let before = Some(gone.clone());
            all.push(Difference { catalogue, changes: vec![change], before, after: None, into });
        }
    }
    all
}

fn changes(before: &Intent, after: &Intent) -> Vec<Change> {
    [
        (Change::Renamed, before.title != after.title),
        (Change::Moved, before.category != after.category),
        (Change::Samples, before.samples != after.samples),
        (Change::Mapping, before.merged != after.merged),
    ]
    .into_iter()
    .filter_map(|(change, so)| so.then_some(change))
    .collect()
}
