//! Associations in association software, and their synchronization.
use platform::ids::CommunityId;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// An association in a company's association software.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The association's code in the software.
    pub code: String,
    /// The association's name as a tag.
    pub tag: String,
    /// Number of homes, if known.
    pub units: Option<i32>,
    /// IANA name, if known.
    pub time_zone: Option<String>,
}

/// A community of the company that a sync compares with the associations.
#[derive(Clone, Debug, FromRow)]
pub struct Linked {
    pub id: CommunityId,
    pub tag: String,
    pub units: i32,
    pub time_zone: String,
    /// Code in the company's association software.
    pub code: Option<String>,
    /// Whether another company has the community as well.
    pub shared: bool,
}

/// The data of a community after a sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IntegrationChange {
    pub id: CommunityId,
    pub tag: String,
    pub name_key: String,
    pub units: i32,
    pub time_zone: String,
    pub code: String,
}

/// The effects of a sync.
#[derive(Debug, Default)]
pub struct Plan {
    pub added: Vec<Entry>,
    pub changed: Vec<IntegrationChange>,
    pub removed: Vec<Linked>,
}
