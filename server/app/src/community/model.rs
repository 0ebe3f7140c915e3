//! A text community.
use platform::{
    Timestamp,
    ids::{CommunityId, CompanyId},
};
use sqlx::FromRow;

/// A community whose residents text.
#[derive(Clone, Debug, FromRow)]
pub struct Community {
    pub id: CommunityId,
    pub tag: String,
    pub time_zone: String,
    pub units: i32,
    pub is_training: bool,
    pub knowledge_version: i64,
    /// The number that residents text, if it has one.
    pub number: Option<String>,
    pub created_ms: Timestamp,
}

impl Community {
    /// What people call it: the tag with spaces for underscores.
    #[must_use]
    pub fn label(&self) -> String {
        self.tag.replace('_', " ")
    }
}

/// A number, and whose it is.
#[derive(Clone, Debug, FromRow)]
pub struct Line {
    pub company_id: CompanyId,
    pub community_id: CommunityId,
    pub number: String,
}
