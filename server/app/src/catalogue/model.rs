//! The catalogues, as they are written. What each field of an intent means stands in its schema.
use std::collections::BTreeMap;

use platform::{Timestamp, config::CatalogueName};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// The categories under which staff find intents, in their order.
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
/// The three, in the order in which staff see them.
pub const NAMES: [CatalogueName; 3] = [CatalogueName::Fine, CatalogueName::Merged, CatalogueName::Company];

/// One of the three, as it is shipped.
#[derive(Deserialize, Serialize)]
pub struct Catalogue {
    pub catalogue: String,
    pub intents: Vec<Intent>,
}

/// Something that residents ask.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Names it for ever.
    pub id: String,
    /// Under which staff find it.
    pub category: String,
    /// What staff call it.
    pub title: String,
    /// How residents ask it.
    pub samples: Vec<String>,
    /// The merged intent that covers it, of a fine one.
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
    /// Its line.
    pub fn line(&self) -> Line<'_> {
        Line { intent: &self.id, category: &self.category, questions: &self.samples, answer: "" }
    }
}

/// All three.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Library {
    pub fine: Vec<Intent>,
    pub merged: Vec<Intent>,
    pub company: Vec<Intent>,
    /// Of keys that were merged away, the key that each became.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub became: BTreeMap<String, String>,
}

impl Library {
    /// The intent that one became which was merged away, also by way of others.
    pub fn successor(&self, key: &str) -> Option<&Intent> {
        let next = |key: &&String| self.became.get(*key);
        // A key is never given to another, so none comes twice.
        let last = std::iter::successors(self.became.get(key), next).take(self.became.len()).last()?;
        self.find(last).map(|(_, intent)| intent)
    }

    pub fn of(&self, name: CatalogueName) -> &Vec<Intent> {
        match name {
            CatalogueName::Fine => &self.fine,
            CatalogueName::Merged => &self.merged,
            CatalogueName::Company => &self.company,
        }
    }

    pub fn of_mut(&mut self, name: CatalogueName) -> &mut Vec<Intent> {
        match name {
            CatalogueName::Fine => &mut self.fine,
            CatalogueName::Merged => &mut self.merged,
            CatalogueName::Company => &mut self.company,
        }
    }

    /// Every intent, with its catalogue.
    pub fn all(&self) -> impl Iterator<Item = (CatalogueName, &Intent)> {
        NAMES.into_iter().flat_map(|name| self.of(name).iter().map(move |intent| (name, intent)))
    }

    /// The intent of a key, and which catalogue has it.
    pub fn find(&self, key: &str) -> Option<(CatalogueName, &Intent)> {
        self.all().find(|(_, intent)| intent.id == key)
    }

    /// How many intents there are.
    pub fn len(&self) -> usize {
        self.all().count()
    }
}

/// A version that was published, without what is in it.
#[derive(Clone, FromRow)]
pub struct Version {
    pub number: i64,
    pub note: String,
    pub published_by: String,
    pub published_ms: Timestamp,
    pub restored: i64,
    pub intents: i64,
}

/// What the next version will be.
#[derive(Clone, FromRow)]
pub struct Draft {
    pub version: i64,
    #[sqlx(json)]
    pub library: Library,
    /// What it was before the last change, if that can be taken back.
    #[sqlx(json(nullable))]
    pub before: Option<Library>,
    pub edited_by: String,
    pub edited_ms: Option<Timestamp>,
}

impl Draft {
    /// After a change, which can be taken back if `before` is kept.
    pub fn changed(self, library: Library, before: Option<Library>, by: &str, now: Timestamp) -> Self {
        Self { version: self.version + 1, library, before, edited_by: by.to_owned(), edited_ms: Some(now) }
    }
}

/// How the draft stands.
pub struct Standing {
    pub draft: Draft,
    /// The number of the version that is published.
    pub published: i64,
    /// What is other in the draft.
    pub differences: Vec<Difference>,
}

/// In which way an intent is other than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Added,
    Removed,
    Renamed,
    Moved,
    Samples,
    Mapping,
    Merged,
}

/// An intent that is other than before.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub catalogue: CatalogueName,
    pub changes: Vec<Change>,
    pub before: Option<Intent>,
    pub after: Option<Intent>,
    /// What it became a part of, where it was merged away.
    pub into: Option<Intent>,
}

/// What communities have of intents.
#[derive(Clone, Copy, Debug, Default, PartialEq, FromRow)]
pub struct Impact {
    pub communities: i64,
    pub answered: i64,
    pub questions: i64,
}

/// A change to the draft, as staff make it.
pub enum Edit {
    Add(New),
    Update(Update),
    Remove(Vec<String>),
    Merge(Merge),
    Split(Split),
}

/// A new intent.
pub struct New {
    pub catalogue: CatalogueName,
    pub category: String,
    pub title: String,
    pub samples: Vec<String>,
    pub merged: Option<String>,
}

/// What becomes of an intent: what is unset stays.
pub struct Update {
    pub key: String,
    pub title: Option<String>,
    pub category: Option<String>,
    pub samples: Option<Vec<String>>,
    pub merged: Option<String>,
}

/// Intents that become the first of them: what is unset stays.
pub struct Merge {
    pub keys: Vec<String>,
    pub title: Option<String>,
    pub category: Option<String>,
    pub samples: Option<Vec<String>>,
}

/// An intent that becomes several; the first part keeps its key.
pub struct Split {
    pub key: String,
    pub parts: Vec<Part>,
}

/// One of them.
pub struct Part {
    pub title: String,
    pub samples: Vec<String>,
    /// The fine intents that it covers.
    pub covers: Vec<String>,
}

impl Edit {
    /// The intents that it names.
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

/// What an edit makes of the catalogues.
#[derive(Debug)]
pub struct Edited {
    pub library: Library,
    /// The key of the intent that it is about afterwards; empty when there is none.
    pub key: String,
    /// What was done, in plain words.
    pub summary: String,
}

/// What a file makes of the catalogues.
#[derive(Debug)]
pub struct Brought {
    pub library: Library,
    /// How many intents of the file are there as they are.
    pub unchanged: usize,
    pub rejected: Vec<Rejected>,
}

/// A line of a file that was left out.
#[derive(Debug, PartialEq)]
pub struct Rejected {
    pub line: u32,
    pub title: String,
    pub reason: String,
}
