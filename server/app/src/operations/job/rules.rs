//! What is said about jobs, and by whom they may be seen.
use platform::{Actor, ErrorReason, Fault, Scope, jobs::Handlers};

/// Whose jobs a call is about.
pub enum Reach {
    /// One company's.
    Company(Scope),
    /// Everybody's, and the platform's own.
    All,
}

/// The company that is named or the caller's own; everybody's for whoever runs the platform.
pub fn reach(actor: &Actor, company: &str, all: bool) -> Result<Reach, Fault> {
    // Also asked when everything is: what is not theirs looks like absence.
    let scope = actor.within_or_own(company)?;
    Ok(if all && actor.platform_administrator { Reach::All } else { Reach::Company(scope.whole()) })
}

/// What a kind of jobs is for, in plain words.
pub fn purpose(handlers: &Handlers, kind: &str) -> &'static str {
    handlers.get(kind).map_or("A job that this version of Parlor does not know", |it| it.purpose())
}

/// Why a job failed, by the reason that it keeps. What is no reason of ours is not repeated.
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

/// As the audit trail has it.
pub fn replayed(count: usize, purpose: &str) -> String {
    match count {
        1 => format!("1 job is tried again: {purpose}"),
        _ => format!("Retried {count} jobs: {purpose}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_reason_is_not_repeated() {
        let told = problem("error returned from database: resident +12025550148");
        assert_eq!(told, problem("INTERNAL"));
        assert!(told.contains("log"));
    }
}
