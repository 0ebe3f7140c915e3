//! Differences between two states of the catalogs.
use std::collections::HashMap;

use crate::knowledge::catalog::model::{Difference, Intent, IntentChange, Library, NAMES};

/// Returns the differences by catalog: changed and added intents in the order of `after`, then removed
/// intents.
pub fn differences(before: &Library, after: &Library) -> Vec<Difference> {
    let mut all = Vec::new();
    for catalog in NAMES {
        let mut were: HashMap<&str, &Intent> =
            before.of(catalog).iter().map(|intent| (intent.id.as_str(), intent)).collect();
        for intent in after.of(catalog) {
            let was = were.remove(intent.id.as_str());
            let changes = was.map_or_else(|| vec![IntentChange::Added], |was| changes(was, intent));
            if !changes.is_empty() {
                all.push(Difference {
                    catalog,
                    changes,
                    before: was.cloned(),
                    after: Some(intent.clone()),
                    into: None,
                });
            }
        }
        for gone in before.of(catalog).iter().filter(|intent| were.contains_key(intent.id.as_str())) {
            let into = after.successor(&gone.id).cloned();
            let change = if into.is_some() { IntentChange::Merged } else { IntentChange::Removed };
            let before = Some(gone.clone());
            all.push(Difference { catalog, changes: vec![change], before, after: None, into });
        }
    }
    all
}

fn changes(before: &Intent, after: &Intent) -> Vec<IntentChange> {
    [
        (IntentChange::Renamed, before.title != after.title),
        (IntentChange::Moved, before.category != after.category),
        (IntentChange::Samples, before.samples != after.samples),
        (IntentChange::Mapping, before.merged != after.merged),
    ]
    .into_iter()
    .filter_map(|(change, so)| so.then_some(change))
    .collect()
}
