//! Dead jobs.
use platform::{
    Timestamp,
    ids::{self, CompanyId, PLATFORM},
};
use sqlx::FromRow;

platform::ids! {
    /// A job.
    JobId;
}

/// A dead job without its payload.
#[derive(Clone, Debug, FromRow)]
pub struct Dead {
    pub id: JobId,
    pub company_id: CompanyId,
    /// The company's name; empty for the platform's own jobs.
    pub company: String,
    pub kind: String,
    pub attempts: i64,
    /// The error reason of the last failure.
    pub last_error: String,
    pub died_ms: Timestamp,
}

impl Dead {
    /// Returns when the job was enqueued, which its id contains.
    pub fn created(&self) -> Option<Timestamp> {
        ids::made_at(self.id.as_str())
    }
}

/// The number of dead jobs of a kind.
#[derive(Clone, Debug, FromRow)]
pub struct Tally {
    pub kind: String,
    pub count: i64,
}

/// Returns whether a job with this company id belongs to the platform.
pub fn is_platforms(company: &CompanyId) -> bool {
    company.as_str() == PLATFORM
}
