//! Jobs in the contract's words.
use contract::v1;
use platform::{Timestamp, jobs::Handlers};

use super::{
    model::{Dead, Tally},
    rules, store,
};

pub fn dead(job: &Dead, handlers: &Handlers) -> v1::DeadJob {
    let whose = if store::is_platforms(&job.company_id) { "" } else { job.company_id.as_str() };
    v1::DeadJob {
        id: job.id.to_string(),
        company_id: whose.to_owned(),
        company: job.company.clone(),
        kind: job.kind.clone(),
        purpose: rules::purpose(handlers, &job.kind).to_owned(),
        problem: rules::problem(&job.last_error).to_owned(),
        attempts: number(job.attempts),
        created_at: job.created().map(Into::into),
        died_at: (job.died_ms > Timestamp(0)).then(|| job.died_ms.into()),
    }
}

pub fn kind(tally: &Tally, handlers: &Handlers) -> v1::DeadJobKind {
    v1::DeadJobKind {
        kind: tally.kind.clone(),
        purpose: rules::purpose(handlers, &tally.kind).to_owned(),
        count: number(tally.count),
    }
}

pub fn number(count: i64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
