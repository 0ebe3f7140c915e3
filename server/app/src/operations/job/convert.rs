//! Conversion to the contract: Jobs.
use contract::v1;
use platform::{Timestamp, jobs::JobKind};

use super::model::{Dead, Tally, is_platforms};

/// Converts a dead job. `purpose` and `problem` say what it does and why it failed.
pub fn dead(job: &Dead, purpose: &str, problem: &str) -> v1::DeadJob {
    let company_id = if is_platforms(&job.company_id) { "" } else { job.company_id.as_str() };
    v1::DeadJob {
        id: job.id.to_string(),
        company_id: company_id.to_owned(),
        company: job.company.clone(),
        kind: kind(&job.kind).into(),
        purpose: purpose.to_owned(),
        problem: problem.to_owned(),
        attempts: number(job.attempts),
        created_at: job.created().map(Into::into),
        died_at: (job.died_ms > Timestamp(0)).then(|| job.died_ms.into()),
    }
}

pub fn tally(tally: &Tally, purpose: &str) -> v1::DeadJobKind {
    v1::DeadJobKind {
        kind: kind(&tally.kind).into(),
        purpose: purpose.to_owned(),
        count: number(tally.count),
    }
}

/// Returns a stored kind; unspecified if this version of the server does not know it.
fn kind(stored: &str) -> JobKind {
    JobKind::from_wire_name(stored).unwrap_or_default()
}

fn number(count: i64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
