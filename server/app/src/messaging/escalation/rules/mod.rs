//! Rules for changing escalations, and the notices that follow.
mod answered;

use std::time::Duration;

use platform::{
    Actor, ErrorReason, Fault, Priority, Timestamp,
    ids::{CommunityId, UserId},
    sms,
};

use super::model::{
    DismissReason, Escalation, EscalationId, NewEscalation, Notify, QuestionSource, Reply, State, Undo,
};
use crate::{
    knowledge::{answer::Answer, catalog},
    messaging::thread::Resident,
    operations::{mail::Email, rate_limit::Limit},
    tenancy::community::Community,
};

pub use answered::{median_minutes, similar_answers};

/// How long an answer or a dismissal can be undone. The notice to the homeowner is delayed by the same time.
pub const UNDO_WINDOW: Duration = Duration::from_secs(10);

/// Confidence from which a question is assigned the category of the closest entry.
const MIN_CATEGORY_CONFIDENCE: f64 = 0.3;

/// Maximum number of characters of the question in an alert email.
const MAX_QUESTION_LENGTH: usize = 160;

/// Why a command on an escalation is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum EscalationError {
    /// It was already answered or dismissed.
    AlreadyReviewed,
    /// A colleague claimed it.
    ClaimedByAnother,
    /// The caller has not claimed it.
    NotClaimed,
    /// The ten seconds are over, or the notice was sent.
    UndoTooLate,
    /// The caller has nothing to undo.
    NothingToUndo,
}

impl From<EscalationError> for Fault {
    fn from(error: EscalationError) -> Self {
        let (reason, message) = match error {
            EscalationError::AlreadyReviewed => (
                ErrorReason::AlreadyReviewed,
                "Someone already answered or dismissed this. Reload to see the result.",
            ),
            EscalationError::ClaimedByAnother => (
                ErrorReason::ClaimedByAnother,
                "A colleague is working on this. Choose another one, or ask them to release it.",
            ),
            EscalationError::NotClaimed => {
                (ErrorReason::NotClaimed, "You are not working on this one, so there is nothing to release.")
            }
            EscalationError::UndoTooLate => {
                (ErrorReason::UndoTooLate, "It's too late to undo this: the ten seconds are over.")
            }
            EscalationError::NothingToUndo => (ErrorReason::NothingToUndo, "You have nothing to undo here."),
        };
        Fault::precondition(reason, message)
    }
}

/// Creates an escalation. `today` is the date in the community.
pub fn raised(raised: &NewEscalation<'_>, id: EscalationId, today: &str) -> Escalation {
    let suggested = raised.suggested.map(|(answer, _)| answer);
    let text = |part: fn(&Answer) -> &String| suggested.map(part).cloned().unwrap_or_default();
    let (asked_ms, is_test) = match &raised.source {
        QuestionSource::Text { message, .. } => (message.created_ms, message.is_test),
        QuestionSource::Email { message, .. } => (message.at_ms, false),
        QuestionSource::WebChat { chat, message } => (message.at_ms, chat.is_test),
    };
    let opened = opened(id, raised.community.id.clone(), raised.question.to_owned(), asked_ms);
    Escalation {
        suggested_answer: text(|a| &a.answer),
        suggested_question: text(|a| &a.question),
        suggested_source: text(|a| &a.source),
        suggested_confidence: raised.suggested.map_or(0.0, |(_, confidence)| confidence),
        urgent: raised.urgent,
        priority: Priority::initial(raised.urgent),
        is_test,
        language: raised.language.tag().to_owned(),
        suggested_expired: suggested.is_some_and(|answer| answer.has_expired(today)),
        suggested_category: suggested_category(raised.question, raised.suggested),
        ..with_source(opened, &raised.source)
    }
}

fn with_source(opened: Escalation, source: &QuestionSource<'_>) -> Escalation {
    match source {
        QuestionSource::Text { conversation, message } => Escalation {
            conversation_id: Some(conversation.id.clone()),
            message_id: Some(message.id.clone()),
            ..opened
        },
        QuestionSource::Email { thread, message } => Escalation {
            email_thread_id: Some(thread.id.clone()),
            email_message_id: Some(message.id.clone()),
            ..opened
        },
        QuestionSource::WebChat { chat, message } => Escalation {
            web_chat_id: Some(chat.id.clone()),
            web_chat_message_id: Some(message.id.clone()),
            ..opened
        },
    }
}

/// Returns an open escalation of a question in English without a suggested answer.
pub fn opened(
    id: EscalationId,
    community_id: CommunityId,
    question: String,
    asked_ms: Timestamp,
) -> Escalation {
    Escalation {
        id,
        community_id,
        conversation_id: None,
        message_id: None,
        email_thread_id: None,
        email_message_id: None,
        web_chat_id: None,
        web_chat_message_id: None,
        state: State::Open,
        question,
        answer: String::new(),
        bot_trained: false,
        notify: None,
        suggested_answer: String::new(),
        suggested_question: String::new(),
        suggested_source: String::new(),
        suggested_confidence: 0.0,
        suggested_expired: false,
        suggested_category: String::new(),
        claimed_by: None,
        claimed_ms: None,
        reviewed_by: None,
        dismissed_reason: DismissReason::None,
        asked_ms,
        reviewed_ms: None,
        undo: None,
        urgent: false,
        priority: Priority::Normal,
        is_test: false,
        language: String::new(),
        mail_id: None,
    }
}

/// Guesses the category of a question: the category of the closest entry, or of the closest question in the
/// catalogs. Empty if nothing is close.
pub fn suggested_category(question: &str, closest: Option<(&Answer, f64)>) -> String {
    match closest {
        Some((entry, confidence)) if confidence >= MIN_CATEGORY_CONFIDENCE && !entry.category.is_empty() => {
            entry.category.clone()
        }
        _ => catalog::guess_category(question).unwrap_or_default().to_owned(),
    }
}

/// Returns the alert email to a contact of the community.
pub fn escalation_alert<'a>(
    to: &'a str,
    community: &Community,
    raised: &Escalation,
    public_url: &str,
) -> Email<'a> {
    let label = community.label();
    let asked: String = raised.question.chars().take(MAX_QUESTION_LENGTH).collect();
    let more = if raised.question.chars().count() > MAX_QUESTION_LENGTH { "…" } else { "" };
    let (subject, why) = match raised.urgent {
        true => (format!("Urgent: {label}"), "reported an emergency"),
        false => (format!("New question in {label}"), "asked a question that the bot could not answer"),
    };
    let who = if raised.web_chat_id.is_some() { "A visitor to the website of" } else { "A resident of" };
    Email {
        to,
        subject,
        body: format!(
            "{who} {label} {why}:\n\n{asked}{more}\n\n\
             Answer it here: {public_url}/escalations\n"
        ),
        withheld: false,
    }
}

/// Assigns the escalation to the caller. Administrators may take it from a colleague.
pub fn claim(mut open: Escalation, actor: &Actor, now: Timestamp) -> Result<Escalation, EscalationError> {
    refuse_reviewed(&open)?;
    if !actor.administrator {
        refuse_claimed(&open, &actor.id)?;
    }
    if open.claimed_by.as_ref() != Some(&actor.id) {
        open.claimed_ms = Some(now);
    }
    open.state = State::Claimed;
    open.claimed_by = Some(actor.id.clone());
    Ok(open)
}

/// Removes the assignment to the caller.
pub fn release(mut open: Escalation, by: &UserId) -> Result<Escalation, EscalationError> {
    refuse_reviewed(&open)?;
    if open.claimed_by.as_ref() != Some(by) {
        return Err(EscalationError::NotClaimed);
    }
    open.state = State::Open;
    open.claimed_by = None;
    open.claimed_ms = None;
    Ok(open)
}

/// Sets the priority.
pub fn set_priority(mut open: Escalation, priority: Priority) -> Result<Escalation, EscalationError> {
    refuse_reviewed(&open)?;
    open.priority = priority;
    Ok(open)
}

/// Fails if the user can neither answer nor dismiss the escalation.
pub fn check_open(open: &Escalation, by: &UserId) -> Result<(), EscalationError> {
    refuse_reviewed(open)?;
    refuse_claimed(open, by)
}

/// Answers the escalation. The caller of this function sets the training record and the scheduled notice.
pub fn answer(
    mut open: Escalation,
    reply: &Reply<'_>,
    by: &UserId,
    now: Timestamp,
) -> Result<Escalation, EscalationError> {
    check_open(&open, by)?;
    open.undo = Some(undoable(&open, by, now));
    open.state = State::Reviewed;
    if !sms::is_blank(reply.question) {
        open.question = reply.question.trim().to_owned();
    }
    open.answer = reply.answer.to_owned();
    open.bot_trained = reply.train;
    open.notify =
        reply.notify.map(|to| Notify { to: to.as_str().to_owned(), notify: true, channel: to.channel() });
    open.claimed_by.get_or_insert_with(|| by.clone());
    open.claimed_ms.get_or_insert(now);
    open.reviewed_by = Some(by.clone());
    open.reviewed_ms = Some(now);
    Ok(open)
}

/// Dismisses the escalation.
pub fn dismiss(
    mut open: Escalation,
    reason: DismissReason,
    by: &UserId,
    now: Timestamp,
) -> Result<Escalation, EscalationError> {
    check_open(&open, by)?;
    open.undo = Some(undoable(&open, by, now));
    open.state = State::Dismissed;
    open.dismissed_reason = reason;
    open.reviewed_by = Some(by.clone());
    open.reviewed_ms = Some(now);
    Ok(open)
}

/// Undoes the caller's own answer or dismissal. Returns the previous escalation, and what else to undo.
pub fn undo(
    mut done: Escalation,
    by: &UserId,
    now: Timestamp,
) -> Result<(Escalation, Undo), EscalationError> {
    let undo = done.undo.take().filter(|undo| undo.by == *by).ok_or(EscalationError::NothingToUndo)?;
    if now >= undo.until {
        return Err(EscalationError::UndoTooLate);
    }
    done.state = if undo.claimed_by.is_some() { State::Claimed } else { State::Open };
    done.claimed_by.clone_from(&undo.claimed_by);
    done.claimed_ms = done.claimed_ms.filter(|_| undo.claimed_by.is_some());
    done.question.clone_from(&undo.question);
    done.answer.clear();
    done.bot_trained = false;
    done.notify = None;
    done.mail_id = None;
    done.dismissed_reason = DismissReason::None;
    done.reviewed_by = None;
    done.reviewed_ms = None;
    Ok((done, undo))
}

fn undoable(open: &Escalation, by: &UserId, now: Timestamp) -> Undo {
    Undo {
        until: now.plus(UNDO_WINDOW),
        by: by.clone(),
        question: open.question.clone(),
        claimed_by: open.claimed_by.clone(),
        notice: None,
        mail: None,
        mailed_photos: Vec::new(),
        email: None,
        chat: None,
        taught: None,
    }
}

fn refuse_reviewed(open: &Escalation) -> Result<(), EscalationError> {
    if open.is_reviewed() { Err(EscalationError::AlreadyReviewed) } else { Ok(()) }
}

fn refuse_claimed(open: &Escalation, by: &UserId) -> Result<(), EscalationError> {
    match &open.claimed_by {
        Some(other) if other != by => Err(EscalationError::ClaimedByAnother),
        _ => Ok(()),
    }
}

/// Returns the text to the homeowner: the greeting, the answer and the signature.
pub fn notice(resident: &Resident, answer: &str, signed: &str) -> String {
    let greeting = resident.first_name().map_or("Hi, about".to_owned(), |name| format!("Hi {name}, about"));
    format!("{greeting} your question: {}{signed}", answer.trim())
}

/// Returns the end of a notice: the company's signature on its own line, or the name of the user who answers.
pub fn signed(signature: &str, staff: &str, company: &str) -> String {
    if !signature.is_empty() {
        return format!("\n{signature}");
    }
    let staff = staff.split_whitespace().next().unwrap_or(staff);
    format!(" - {staff}, {company}")
}

/// The subject of an email to a homeowner.
pub const SUBJECT: &str = "Re: your question";

/// Returns the email to the homeowner: the company's header, the greeting, the answer and the signature.
pub fn notice_body(header: &str, resident: &Resident, answer: &str, signed: &str) -> String {
    let header = if header.is_empty() { String::new() } else { format!("{header}\n\n") };
    let greeting = resident.first_name().map_or("Hi,".to_owned(), |name| format!("Hi {name},"));
    let signed = signed.trim().trim_start_matches("- ");
    format!("{header}{greeting}\n\n{}\n\n{signed}\n", answer.trim())
}

/// Returns the message of a web chat to the visitor: the answer and the signature.
pub fn chat_notice(answer: &str, signed: &str) -> String {
    format!("{}{signed}", answer.trim())
}

/// Limit of exports per user.
pub const EXPORTS: Limit = Limit {
    name: "exports by person",
    most: 20,
    window: Duration::from_secs(3600),
    reason: ErrorReason::TooManyExports,
    words: "Too many exports in the last hour. Wait a moment, then try again.",
};

/// Returns the trimmed answer; fails if it shows nothing.
pub fn filled(answer: &str) -> Result<String, Fault> {
    match sms::is_blank(answer) {
        true => Err(Fault::field("answer", "Write an answer first.")),
        false => Ok(answer.trim().to_owned()),
    }
}

/// Fails if a notice is longer than a text may be.
pub fn fits(notice: &str) -> Result<(), Fault> {
    let length = notice.chars().count();
    if length <= sms::MAX_CHARACTERS {
        return Ok(());
    }
    let surplus = length - sms::MAX_CHARACTERS;
    Err(Fault::field(
        "answer",
        format!(
            "With the greeting, this text is {surplus} characters too long. Shorten it, or don't notify the homeowner."
        ),
    ))
}

#[cfg(test)]
mod tests;
