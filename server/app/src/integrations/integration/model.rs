//! Associations, as a software outside has them.
use platform::ids::CommunityId;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// An association in a company's software.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its code there.
    pub code: String,
    /// Its name as a tag.
    pub tag: String,
    /// How many homes it has, if the software says so.
    pub units: Option<i32>,
    /// IANA name, if the software says so.
    pub time_zone: Option<String>,
}

/// A community of the company, as far as a sync looks at it.
#[derive(Clone, Debug, FromRow)]
pub struct Linked {
    pub id: CommunityId,
    pub tag: String,
    pub units: i32,
    pub time_zone: String,
    /// Its code in the company's software.
    pub code: Option<String>,
    /// Another company has it too.
    pub shared: bool,
}

/// A community as it is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    pub id: CommunityId,
    pub tag: String,
    pub name_key: String,
    pub units: i32,
    pub time_zone: String,
    pub code: String,
}

/// What a sync does.
#[derive(Debug, Default)]
pub struct Plan {
    pub added: Vec<Entry>,
    pub changed: Vec<Change>,
    pub removed: Vec<Linked>,
}
