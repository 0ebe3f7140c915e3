//! Catalogs, their draft and their versions. The schema in `server/app/catalogs` describes the fields
//! of an intent.
use std::collections::BTreeMap;

use platform::{Timestamp, config::CatalogName};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// The categories of intents, in display order.
pub const CATEGORIES: [&str; 19] = [
    "General Information",
    "Contact Information",
    "Fees and Accounts",
    "Arc Modification Requests",
    "Repairs & Maintenance",
    "Emergencies",
    "Pets",
    "Rentals / Sales",
    "Garbage / Disposal",
    "Complaints & Violations",
    "Parking",
    "Storage and Bikes",
    "Mailbox and Packages",
    "Fobs / Remotes / Keys",
    "Buzzer / Gates / Entry",
    "Forms & Documents",
    "Resale Documents",
    "Moving / Elevator",
    "Amenities",
];
/// The three catalogs, in display order.
pub const NAMES: [CatalogName; 3] = [CatalogName::Fine, CatalogName::Merged, CatalogName::Company];

/// A shipped catalog.
#[derive(Deserialize, Serialize)]
pub struct Catalog {
    pub catalog: String,
    pub intents: Vec<Intent>,
}

/// A kind of question that residents ask.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Never changes and is never reused.
    pub id: String,
    /// One of `CATEGORIES`.
    pub category: String,
    /// The title that staff see.
    pub title: String,
    /// Utterances of residents.
    pub samples: Vec<String>,
    /// The merged intent that covers this fine intent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<String>,
}

/// An intent as a line of a knowledge base whose answers are still to be written.
#[derive(Serialize)]
pub struct Line<'a> {
    intent: &'a str,
    category: &'a str,
    questions: &'a [String],
    answer: &'a str,
}

impl Intent {
    /// Returns the intent as a line of a knowledge base file, with an empty answer.
    #[must_use]
    pub fn line(&self) -> Line<'_> {
        Line { intent: &self.id, category: &self.category, questions: &self.samples, answer: "" }
    }
}

/// The intents of the three catalogs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Library {
    pub fine: Vec<Intent>,
    pub merged: Vec<Intent>,
    pub company: Vec<Intent>,
    /// Maps the key of each merged intent to the key of its successor.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub became: BTreeMap<String, String>,
}

impl Library {
    /// Returns the intent into which an intent was merged, directly or through others.
    pub fn successor(&self, key: &str) -> Option<&Intent> {
        let next = |key: &&String| self.became.get(*key);
        // Keys are never reused, so the chain has no cycle.
        let last = std::iter::successors(self.became.get(key), next).take(self.became.len()).last()?;
        self.find(last).map(|(_, intent)| intent)
    }

    pub fn of(&self, name: CatalogName) -> &Vec<Intent> {
        match name {
            CatalogName::Fine => &self.fine,
            CatalogName::Merged => &self.merged,
            CatalogName::Company => &self.company,
        }
    }

    pub fn of_mut(&mut self, name: CatalogName) -> &mut Vec<Intent> {
        match name {
            CatalogName::Fine => &mut self.fine,
            CatalogName::Merged => &mut self.merged,
            CatalogName::Company => &mut self.company,
        }
    }

    /// Returns every intent with its catalog.
    pub fn all(&self) -> impl Iterator<Item = (CatalogName, &Intent)> {
        NAMES.into_iter().flat_map(|name| self.of(name).iter().map(move |intent| (name, intent)))
    }

    /// Returns the intent with a key, and its catalog.
    pub fn find(&self, key: &str) -> Option<(CatalogName, &Intent)> {
        self.all().find(|(_, intent)| intent.id == key)
    }

    pub fn len(&self) -> usize {
        self.all().count()
    }
}

/// A published version, without its content.
#[derive(Clone, FromRow)]
pub struct Version {
    pub number: i64,
    pub note: String,
    pub published_by: String,
    pub published_ms: Timestamp,
    pub restored: i64,
    pub intents: i64,
}

/// The draft of the next version.
#[derive(Clone, FromRow)]
pub struct Draft {
    pub version: i64,
    #[sqlx(json)]
    pub library: Library,
    /// The content before the last change; unset if that cannot be undone.
    #[sqlx(json(nullable))]
    pub previous_library: Option<Library>,
    pub edited_by: String,
    pub edited_ms: Option<Timestamp>,
}

impl Draft {
    /// Returns the draft after a change, which can be undone if `previous_library` is set.
    pub fn changed(
        self,
        library: Library,
        previous_library: Option<Library>,
        by: &str,
        now: Timestamp,
    ) -> Self {
        let (version, edited_by) = (self.version + 1, by.to_owned());
        Self { version, library, previous_library, edited_by, edited_ms: Some(now) }
    }
}

/// The draft compared with the published version.
pub struct DraftState {
    pub draft: Draft,
    /// The number of the published version.
    pub published: i64,
    /// The differences of the draft from the published version.
    pub differences: Vec<Difference>,
}

/// How an intent differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentChange {
    Added,
    Removed,
    Renamed,
    Moved,
    Samples,
    Mapping,
    Merged,
}

/// An intent that differs between two versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub catalog: CatalogName,
    pub changes: Vec<IntentChange>,
    pub before: Option<Intent>,
    pub after: Option<Intent>,
    /// The intent into which it was merged.
    pub into: Option<Intent>,
}

/// How communities use intents.
#[derive(Clone, Copy, Debug, Default, PartialEq, FromRow)]
pub struct Impact {
    pub communities: i64,
    pub answered: i64,
    pub questions: i64,
}

/// An edit of the draft.
pub enum Edit {
    Add(NewIntent),
    Update(IntentUpdate),
    Remove(Vec<String>),
    Merge(IntentMerge),
    Split(IntentSplit),
}

/// A new intent.
pub struct NewIntent {
    pub catalog: CatalogName,
    pub category: String,
    pub title: String,
    pub samples: Vec<String>,
    pub merged: Option<String>,
}

/// A change to an intent. Unset fields keep their value.
pub struct IntentUpdate {
    pub key: String,
    pub title: Option<String>,
    pub category: Option<String>,
    pub samples: Option<Vec<String>>,
    pub merged: Option<String>,
}

/// A merge of intents into the first of them. Unset fields keep their value.
pub struct IntentMerge {
    pub keys: Vec<String>,
    pub title: Option<String>,
    pub category: Option<String>,
    pub samples: Option<Vec<String>>,
}

/// A split of an intent; the first part keeps its key.
pub struct IntentSplit {
    pub key: String,
    pub parts: Vec<IntentPart>,
}

/// One part of a split intent.
pub struct IntentPart {
    pub title: String,
    pub samples: Vec<String>,
    /// The keys of the fine intents that it covers.
    pub covers: Vec<String>,
}

impl Edit {
    /// Returns the keys of the edited intents.
    pub fn keys(&self) -> Vec<String> {
        match self {
            Self::Add(_) => vec![],
            Self::Update(update) => vec![update.key.clone()],
            Self::Remove(keys) => keys.clone(),
            Self::Merge(merge) => merge.keys.clone(),
            Self::Split(split) => vec![split.key.clone()],
        }
    }
}

/// The result of an edit.
#[derive(Debug)]
pub struct EditResult {
    pub library: Library,
    /// The key of the edited intent; empty if it was removed.
    pub key: String,
    /// The audit summary.
    pub summary: String,
}

/// The result of an import.
#[derive(Debug)]
pub struct ImportResult {
    pub library: Library,
    /// Number of intents that the file leaves unchanged.
    pub unchanged: usize,
    pub rejected: Vec<Rejected>,
}

/// A rejected line of a file.
#[derive(Debug, PartialEq)]
pub struct Rejected {
    pub line: u32,
    pub title: String,
    pub reason: String,
}
