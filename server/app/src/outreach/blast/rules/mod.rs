//! Rules for changing the state of a blast.
mod content;
mod limits;
mod links;

use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, ids::UserId, sms, time_zone};

pub use content::{
    CONSENT_TEXT, audience_gone, body, require_body, require_fetchable, require_sendable, title,
    unknown_fields,
};
pub use limits::{Limits, reached_within_a_day};

use super::model::{Blast, BlastState};

/// How long a blast that is sent now can be undone.
pub const UNDO_WINDOW: Duration = Duration::from_secs(10);
/// Delay of the start from which a blast counts as missed.
const MAX_DELAY: Duration = Duration::from_secs(60 * 60);
/// Maximum time in advance for which a blast can be scheduled.
const MAX_AHEAD: Duration = Duration::from_secs(366 * 24 * 3_600);
/// Percentage by which the audience may grow after approval.
const APPROVED_GROWTH_PERCENT: i64 = 10;
/// Minimum and maximum length of the reason of an emergency, in characters.
const EMERGENCY_REASON: std::ops::RangeInclusive<usize> = 10..=500;

/// When and how a draft is sent.
pub struct Scheduling {
    /// Unset means now.
    pub starts: Option<Timestamp>,
    /// Local date and time in the first community; empty if not set.
    pub starts_local: String,
    pub is_emergency: bool,
    pub emergency_reason: String,
    pub by: UserId,
}

/// Checks that a blast is a draft.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `BLAST_NOT_DRAFT`.
pub fn require_draft(blast: &Blast) -> Result<(), Fault> {
    match blast.state {
        BlastState::Draft => Ok(()),
        _ => Err(Fault::precondition(
            ErrorReason::BlastNotDraft,
            "This blast was scheduled already. Unschedule it to change it, or copy it into a new one.",
        )),
    }
}

/// Checks that a change is based on the stored version; version 0 skips the check.
///
/// # Errors
/// `ABORTED` with reason `BLAST_CHANGED`.
pub fn require_version(blast: &Blast, version: i32) -> Result<(), Fault> {
    match version == 0 || i64::from(version) == blast.version {
        true => Ok(()),
        false => Err(changed()),
    }
}

/// Returns the error for a blast that someone else changed.
pub fn changed() -> Fault {
    Fault::aborted(
        ErrorReason::BlastChanged,
        "Someone else just changed this blast. Review the latest version.",
    )
}

/// Schedules a draft to this number of recipients, or makes it wait for approval.
///
/// # Errors
/// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`, `NO_RECIPIENTS`, `BLAST_LIMIT_REACHED`; `INVALID_ARGUMENT` on
/// `startsAt` and `emergencyReason`.
pub fn schedule(
    blast: Blast,
    how: Scheduling,
    recipients: i64,
    limits: Limits,
    now: Timestamp,
) -> Result<Blast, Fault> {
    require_draft(&blast)?;
    require_body(&blast)?;
    let reason = how.emergency_reason.trim().to_owned();
    if how.is_emergency && blast.asks_consent {
        return Err(Fault::field("isEmergency", "Asking for consent can wait for the end of quiet hours."));
    }
    if how.is_emergency && !EMERGENCY_REASON.contains(&sms::visible_length(&reason)) {
        return Err(Fault::field("emergencyReason", "Say why it is an emergency, in 10 to 500 characters."));
    }
    if let Some(starts) = how.starts
        && (starts < now || starts > now.plus(MAX_AHEAD))
    {
        return Err(Fault::field("startsAt", "Choose a time in the future, within a year."));
    }
    if recipients == 0 {
        return Err(Fault::precondition(
            ErrorReason::NoRecipients,
            "Nobody would get this text. See who is left out, and why.",
        ));
    }
    if let Some(words) = limits.exceeded_by(recipients).filter(|_| !how.is_emergency) {
        return Err(Fault::exhausted(ErrorReason::BlastLimitReached, words, None));
    }
    let waits = !how.is_emergency && limits.needs_approval(recipients);
    let undo_until_ms = (how.starts.is_none() && !waits).then(|| now.plus(UNDO_WINDOW));
    Ok(Blast {
        state: if waits { BlastState::AwaitingApproval } else { BlastState::Scheduled },
        starts_ms: how.starts.or(undo_until_ms).or(Some(now)),
        undo_until_ms,
        scheduled_count: recipients,
        approved_by: None,
        approved_by_name: String::new(),
        rejection_note: String::new(),
        is_emergency: how.is_emergency,
        emergency_reason: if how.is_emergency { reason } else { String::new() },
        scheduled_by: Some(how.by),
        version: blast.version + 1,
        ..blast
    })
}

/// Returns a scheduled blast to the draft state.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `BLAST_STARTED`.
pub fn unschedule(blast: Blast) -> Result<Blast, Fault> {
    match blast.state {
        BlastState::Scheduled | BlastState::AwaitingApproval => Ok(to_draft(blast)),
        _ => Err(Fault::precondition(
            ErrorReason::BlastStarted,
            "Sending has already started. Pause or cancel the blast instead.",
        )),
    }
}

fn to_draft(blast: Blast) -> Blast {
    Blast {
        state: BlastState::Draft,
        starts_ms: None,
        undo_until_ms: None,
        scheduled_by: None,
        scheduled_by_name: String::new(),
        scheduled_count: 0,
        approved_by: None,
        approved_by_name: String::new(),
        is_emergency: false,
        emergency_reason: String::new(),
        version: blast.version + 1,
        ..blast
    }
}

/// Checks that a user may approve or reject a blast.
///
/// # Errors
/// `BLAST_NOT_AWAITING_APPROVAL`, `APPROVAL_BY_SCHEDULER`.
pub fn require_approver(blast: &Blast, user: &UserId) -> Result<(), Fault> {
    match blast.state {
        BlastState::AwaitingApproval if blast.can_be_approved_by(user) => Ok(()),
        BlastState::AwaitingApproval => Err(Fault::precondition(
            ErrorReason::ApprovalByScheduler,
            "You scheduled this blast, so a second person has to approve it.",
        )),
        _ => Err(Fault::precondition(
            ErrorReason::BlastNotAwaitingApproval,
            "This blast does not wait for approval.",
        )),
    }
}

/// Returns whether the approval of a blast, which applies to its scheduled number of recipients, covers this
/// number.
pub fn is_covered(blast: &Blast, recipients: i64) -> bool {
    recipients - blast.scheduled_count <= blast.scheduled_count * APPROVED_GROWTH_PERCENT / 100
}

/// Returns the blast with another number of recipients.
pub fn recount(blast: Blast, recipients: i64) -> Blast {
    Blast { scheduled_count: recipients, version: blast.version + 1, ..blast }
}

/// Returns the start of a blast that is approved now. If its time has passed, it starts after the undo
/// window.
pub fn approved_start(blast: &Blast, now: Timestamp) -> Timestamp {
    let soon = now.plus(UNDO_WINDOW);
    blast.starts_ms.map_or(soon, |starts| starts.max(soon))
}

/// Approves a blast to this number of recipients.
///
/// # Errors
/// `BLAST_NOT_AWAITING_APPROVAL`, `APPROVAL_BY_SCHEDULER`, `BLAST_LIMIT_REACHED`.
pub fn approve(
    blast: Blast,
    by: UserId,
    recipients: i64,
    limits: Limits,
    now: Timestamp,
) -> Result<Blast, Fault> {
    require_approver(&blast, &by)?;
    if let Some(words) = limits.exceeded_by(recipients) {
        return Err(Fault::exhausted(ErrorReason::BlastLimitReached, words, None));
    }
    let starts = approved_start(&blast, now);
    let is_moved = blast.starts_ms != Some(starts);
    Ok(Blast {
        state: BlastState::Scheduled,
        starts_ms: Some(starts),
        undo_until_ms: is_moved.then_some(starts),
        scheduled_count: blast.scheduled_count.max(recipients),
        approved_by: Some(by),
        version: blast.version + 1,
        ..blast
    })
}

/// Returns a blast that waits for approval to the draft state, with a note.
///
/// # Errors
/// `BLAST_NOT_AWAITING_APPROVAL`, `APPROVAL_BY_SCHEDULER`; `INVALID_ARGUMENT` without a note.
pub fn reject(blast: Blast, by: &UserId, note: &str) -> Result<Blast, Fault> {
    require_approver(&blast, by)?;
    if sms::is_blank(note) {
        return Err(Fault::field("note", "Say what is to be changed."));
    }
    Ok(Blast { rejection_note: note.trim().to_owned(), ..to_draft(blast) })
}

/// Restarts a finished blast for the recipients whose text failed.
///
/// # Errors
/// `BLAST_NOT_FINISHED`.
pub fn retry(blast: Blast) -> Result<Blast, Fault> {
    match blast.state {
        BlastState::Finished => Ok(Blast { finished_ms: None, ..with_state(blast, BlastState::Running) }),
        _ => Err(Fault::precondition(ErrorReason::BlastNotFinished, "This blast is not finished.")),
    }
}

/// Returns the error for a blast without texts to send again.
pub fn nothing_to_retry() -> Fault {
    Fault::precondition(ErrorReason::NothingToRetry, "No text of this blast failed for a temporary reason.")
}

/// Checks that a blast has started.
///
/// # Errors
/// `BLAST_NOT_STARTED`.
pub fn require_started(blast: &Blast) -> Result<(), Fault> {
    match blast.state.has_started() {
        true => Ok(()),
        false => Err(Fault::precondition(ErrorReason::BlastNotStarted, "Nobody was sent this blast yet.")),
    }
}

/// Pauses a running blast.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `BLAST_NOT_RUNNING`.
pub fn pause(blast: Blast) -> Result<Blast, Fault> {
    match blast.state {
        BlastState::Running => Ok(with_state(blast, BlastState::Paused)),
        _ => Err(Fault::precondition(
            ErrorReason::BlastNotRunning,
            "Only a blast that is being sent can be paused.",
        )),
    }
}

/// Resumes a paused blast.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `BLAST_NOT_PAUSED`.
pub fn resume(blast: Blast) -> Result<Blast, Fault> {
    match blast.state {
        BlastState::Paused => Ok(with_state(blast, BlastState::Running)),
        _ => Err(Fault::precondition(ErrorReason::BlastNotPaused, "This blast is not paused.")),
    }
}

/// Cancels an unfinished blast.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `BLAST_FINISHED`.
pub fn cancel(blast: Blast, now: Timestamp) -> Result<Blast, Fault> {
    match blast.state {
        BlastState::AwaitingApproval | BlastState::Scheduled | BlastState::Running | BlastState::Paused => {
            Ok(finish(blast, BlastState::Canceled, now))
        }
        _ => Err(Fault::precondition(
            ErrorReason::BlastFinished,
            "There is nothing to cancel: this blast is a draft or has ended.",
        )),
    }
}

/// Returns whether the start of a scheduled blast is so overdue that it is not sent.
pub fn is_too_late(blast: &Blast, now: Timestamp) -> bool {
    blast.starts_ms.is_some_and(|starts| now.since(starts) > MAX_DELAY)
}

/// Starts a scheduled blast to this number of recipients. If the audience grew since it was scheduled, it may
/// wait for approval instead; above the daily limit it returns to the draft state with a note.
pub fn start(blast: Blast, recipients: i64, limits: Limits) -> Blast {
    if blast.is_emergency {
        return with_state(blast, BlastState::Running);
    }
    if let Some(words) = limits.exceeded_by(recipients) {
        let rejection_note =
            format!("It was not sent, because it would reach {recipients} recipients. {words}");
        return Blast { rejection_note, ..to_draft(blast) };
    }
    let is_approved = blast.approved_by.is_some() && is_covered(&blast, recipients);
    if limits.needs_approval(recipients) && !is_approved {
        let blast = Blast { approved_by: None, approved_by_name: String::new(), ..blast };
        return recount(with_state(blast, BlastState::AwaitingApproval), recipients);
    }
    with_state(blast, BlastState::Running)
}

/// Ends a blast in this state.
pub fn finish(blast: Blast, state: BlastState, now: Timestamp) -> Blast {
    Blast { finished_ms: Some(now), ..with_state(blast, state) }
}

fn with_state(blast: Blast, state: BlastState) -> Blast {
    Blast { state, undo_until_ms: None, version: blast.version + 1, ..blast }
}

/// Returns the error for approving a blast whose audience grew in the meantime.
pub fn audience_grew(recipients: i64) -> Fault {
    Fault::aborted(
        ErrorReason::BlastChanged,
        format!("The audience grew: this blast now reaches {recipients} recipients. Review it again."),
    )
}

/// Converts a local start time. If the clock skips the time, the start is an hour later; if the time occurs
/// twice, the first one is used.
///
/// # Errors
/// `INVALID_ARGUMENT` if it is not a date and time.
pub fn local_start(local: &str, time_zone: &str) -> Result<Timestamp, Fault> {
    let invalid = || Fault::field("startsAtLocal", "Enter a date and time such as 2026-11-01T09:00.");
    let zone = time_zone::find(time_zone);
    let local: jiff::civil::DateTime = local.parse().map_err(|_| invalid())?;
    let starts = zone.to_ambiguous_zoned(local).compatible().map_err(|_| invalid())?;
    Ok(Timestamp(starts.timestamp().as_millisecond()))
}
