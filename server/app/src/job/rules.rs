//! What is said about jobs, and by whom they may be seen.
use platform::{Actor, Fault, Scope, jobs::Handlers};

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
    handlers.get(kind).map_or("Something that this version of Parlor does not know", |it| it.purpose())
}

/// Why a job failed, by the reason that it keeps. What is no reason of ours is not repeated.
pub fn problem(reason: &str) -> &'static str {
    match reason {
        "UNAVAILABLE" => "What it needs did not answer: the database, a mail server or a carrier.",
        "STORAGE_FULL" => "There was no room to store what it does. Make room before it is tried again.",
        "NOT_FOUND" => "What it is about is not there any more.",
        "INTERRUPTED" => "The server stopped in the middle of it each time.",
        "LEASE_LOST" => "It took too long each time, so that another worker began it as well.",
        "NO_HANDLER" => "The server that tried it does not know such jobs. A newer version of Parlor may.",
        _ => "Something went wrong on our side. The server's log tells what, under the id of this job.",
    }
}

pub fn not_dead() -> Fault {
    Fault::precondition("JOB_NOT_DEAD", "This job is being tried again. Wait until it is done or given up.")
}

/// As the audit trail has it.
pub fn replayed(count: usize, purpose: &str) -> String {
    match count {
        1 => format!("1 job is tried again: {purpose}"),
        _ => format!("{count} jobs are tried again: {purpose}"),
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
