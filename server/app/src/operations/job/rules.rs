//! Descriptions of jobs, and who may see them.
use platform::{
    Actor, ErrorReason, Fault, Scope,
    jobs::{self, Handlers},
};

/// The jobs that a call concerns.
pub enum JobScope {
    /// The jobs of one company.
    Company(Scope),
    /// The jobs of all companies and the platform's own.
    All,
}

/// Returns the jobs that a call concerns: those of the named company, or of the caller's own. With `all`, platform
/// administrators reach all jobs.
pub fn job_scope(actor: &Actor, company: &str, all: bool) -> Result<JobScope, Fault> {
    // Checked with `all` as well, so that an inaccessible company looks like one that does not exist.
    let scope = actor.within_or_own(company)?;
    Ok(if all && actor.platform_administrator { JobScope::All } else { JobScope::Company(scope.whole()) })
}

/// Returns what a kind of jobs does.
pub fn purpose(handlers: &Handlers, kind: &str) -> &'static str {
    jobs::handler_of(handlers, kind)
        .map_or("A job that this version of Parlor does not know", |it| it.purpose())
}

/// Returns why a job failed, for administrators, by the stored error reason. An unknown reason is not repeated.
pub fn problem(reason: &str) -> &'static str {
    match ErrorReason::from_wire_name(reason) {
        Some(ErrorReason::Unavailable) => "The database, a mail server or a carrier did not respond.",
        Some(ErrorReason::StorageFull) => "The disk is full. Free up space before trying again.",
        Some(ErrorReason::NotFound) => "The record no longer exists.",
        Some(ErrorReason::Interrupted) => "The server stopped during every attempt.",
        Some(ErrorReason::LeaseLost) => "Every attempt took too long.",
        Some(ErrorReason::NoHandler) => {
            "This server does not know this kind of job. A newer version of Parlor may."
        }
        _ => "Something went wrong on our side. See the server's log for the ID of this job.",
    }
}

pub fn not_dead() -> Fault {
    Fault::precondition(ErrorReason::JobNotDead, "This job is already running again. Wait until it finishes.")
}

/// Returns the summary of a retry for the audit trail.
pub fn replayed(count: usize, purpose: &str) -> String {
    match count {
        1 => format!("Retried 1 job: {purpose}"),
        _ => format!("Retried {count} jobs: {purpose}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_without_a_known_reason_is_not_shown() {
        let problem_text = problem("error returned from database: resident +12025550148");
        assert_eq!(problem_text, problem("INTERNAL"));
        assert!(problem_text.contains("log"));
    }
}
