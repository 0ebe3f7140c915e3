//! A job that was given up.
use platform::{
    Timestamp,
    ids::{self, CompanyId, PLATFORM},
};
use sqlx::FromRow;

platform::ids! {
    /// A job.
    JobId;
}

/// One that was given up, without what it is about.
#[derive(Clone, Debug, FromRow)]
pub struct Dead {
    pub id: JobId,
    pub company_id: CompanyId,
    /// The company's name; empty for the platform's own.
    pub company: String,
    pub kind: String,
    pub attempts: i64,
    /// The reason of its last failure.
    pub last_error: String,
    pub died_ms: Timestamp,
}

impl Dead {
    /// When it was asked for: its id tells.
    pub fn created(&self) -> Option<Timestamp> {
        ids::made_at(self.id.as_str())
    }
}

/// How many of a kind.
#[derive(Clone, Debug, FromRow)]
pub struct Tally {
    pub kind: String,
    pub count: i64,
}

/// Whether a job is the platform's own.
pub fn is_platforms(company: &CompanyId) -> bool {
    company.as_str() == PLATFORM
}
