//! What may be done with a conversation and its messages, and what comes of it.
use std::time::Duration;

use platform::{Actor, Fault, Timestamp, ids::UserId};

use super::model::{Conversation, Direction, Message, State, Status};

/// So long a reply can be taken back; it waits as long.
pub const UNDO_WINDOW: Duration = Duration::from_secs(10);
/// A conversation is put aside for a year at most.
const LONGEST_SNOOZE: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Why an act does not fit.
#[derive(Debug, PartialEq, Eq)]
pub enum ConversationError {
    /// A colleague has it.
    ClaimedByAnother,
    /// It cannot wake then.
    NoTimeToWake,
    /// The resident opted out of texts.
    OptedOut,
    /// The ten seconds are over, or the reply has left.
    UndoTooLate,
    /// It is no reply of one's own.
    NothingToUndo,
    /// It may have arrived.
    OutcomeUnknown,
    /// It did not fail.
    NothingToRetry,
}

impl From<ConversationError> for Fault {
    fn from(error: ConversationError) -> Self {
        let (reason, message) = match error {
            ConversationError::ClaimedByAnother => (
                "CLAIMED_BY_ANOTHER",
                "A colleague has this conversation. Leave it to them, or ask them to hand it back.",
            ),
            ConversationError::NoTimeToWake => {
                return Self::field("until", "Choose a time from now on, within a year.");
            }
            ConversationError::OptedOut => (
                "OPTED_OUT",
                "They opted out of texts, so nothing can be sent. Call or mail them; a text of START \
                 from their phone undoes it.",
            ),
            ConversationError::UndoTooLate => {
                ("UNDO_TOO_LATE", "It is too late to undo this: the ten seconds are over.")
            }
            ConversationError::NothingToUndo => ("NOTHING_TO_UNDO", "This is no reply of yours to undo."),
            ConversationError::OutcomeUnknown => (
                "OUTCOME_UNKNOWN",
                "This text may have arrived, and would arrive twice. The carrier is being asked; wait \
                 for that, or ask the resident in a new message.",
            ),
            ConversationError::NothingToRetry => {
                ("NOTHING_TO_RETRY", "This text did not fail. Write a new one instead.")
            }
        };
        Self::precondition(reason, message)
    }
}

type Turned = Result<Conversation, ConversationError>;

/// Takes it. An administrator may take what a colleague has.
pub fn take_over(conversation: Conversation, actor: &Actor) -> Turned {
    refuse_anothers(&conversation, actor)?;
    Ok(Conversation { assigned_to: Some(actor.id.clone()), ..read(at(conversation, State::Open)) })
}

/// Gives it to the bot.
pub fn hand_back(conversation: Conversation, actor: &Actor) -> Turned {
    refuse_anothers(&conversation, actor)?;
    Ok(Conversation { assigned_to: None, ..read(at(conversation, State::Bot)) })
}

/// Puts it away.
pub fn resolve(conversation: Conversation, actor: &Actor) -> Turned {
    refuse_anothers(&conversation, actor)?;
    Ok(Conversation { assigned_to: None, ..read(at(conversation, State::Resolved)) })
}

/// Puts it aside.
pub fn snooze(conversation: Conversation, actor: &Actor, until: Timestamp, now: Timestamp) -> Turned {
    refuse_anothers(&conversation, actor)?;
    if until <= now || until > now.plus(LONGEST_SNOOZE) {
        return Err(ConversationError::NoTimeToWake);
    }
    Ok(Conversation { snoozed_until_ms: Some(until), ..read(at(conversation, State::Snoozed)) })
}

/// Writes in it, and so takes it if nobody has it.
pub fn reply(conversation: Conversation, by: &UserId, opted_out: bool) -> Turned {
    if conversation.assigned_to.as_ref().is_some_and(|has| has != by) {
        return Err(ConversationError::ClaimedByAnother);
    }
    if opted_out {
        return Err(ConversationError::OptedOut);
    }
    Ok(Conversation { assigned_to: Some(by.clone()), ..read(at(conversation, State::Open)) })
}

/// Wakes it, if it was put aside until then and not otherwise since.
pub fn wake(conversation: Conversation, then: Timestamp) -> Option<Conversation> {
    let due = conversation.state == State::Snoozed && conversation.snoozed_until_ms == Some(then);
    due.then(|| at(conversation, State::Open))
}

/// A message came: what was put aside waits for staff again, what was done is the bot's.
pub fn reopened(conversation: Conversation) -> Option<Conversation> {
    match conversation.state {
        State::Snoozed => Some(at(conversation, State::Open)),
        State::Resolved => Some(at(conversation, State::Bot)),
        State::Bot | State::Open => None,
    }
}

/// Nothing in it is unread.
pub fn read(conversation: Conversation) -> Conversation {
    Conversation { unread: 0, ..conversation }
}

/// Takes a reply back.
pub fn undo(message: &Message, by: &UserId, now: Timestamp) -> Result<(), ConversationError> {
    let until = message.undo_until_ms.filter(|_| message.staff_id.as_ref() == Some(by));
    let until = until.ok_or(ConversationError::NothingToUndo)?;
    let waits = message.status == Status::Queued && now < until;
    if waits { Ok(()) } else { Err(ConversationError::UndoTooLate) }
}

/// Until when a message can be taken back; nothing when it cannot be any more.
pub fn undoable(message: &Message, now: Timestamp) -> Option<Timestamp> {
    message.undo_until_ms.filter(|until| message.status == Status::Queued && now < *until)
}

/// Sends a text again.
pub fn retry(message: &Message, opted_out: bool) -> Result<(), ConversationError> {
    match (message.direction, message.status) {
        (Direction::Outbound, Status::Unknown) => Err(ConversationError::OutcomeUnknown),
        (Direction::Outbound, Status::Undelivered | Status::Failed) if opted_out => {
            Err(ConversationError::OptedOut)
        }
        (Direction::Outbound, Status::Undelivered | Status::Failed) => Ok(()),
        _ => Err(ConversationError::NothingToRetry),
    }
}

/// Refuses what a colleague has to everybody but an administrator.
pub fn refuse_anothers(conversation: &Conversation, actor: &Actor) -> Result<(), ConversationError> {
    let anothers = conversation.assigned_to.as_ref().is_some_and(|has| *has != actor.id);
    if anothers && !actor.administrator { Err(ConversationError::ClaimedByAnother) } else { Ok(()) }
}

fn at(conversation: Conversation, state: State) -> Conversation {
    Conversation { state, snoozed_until_ms: None, ..conversation }
}

#[cfg(test)]
mod tests;
