//! Rules for changing conversations and messages.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Priority, Timestamp, ids::UserId};

use super::model::{Conversation, Direction, Message, State, Status};

/// How long a reply can be undone; it is sent after this time.
pub const UNDO_WINDOW: Duration = Duration::from_secs(10);
/// Maximum time until a snoozed conversation reopens.
pub const MAX_SNOOZE: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Why a command on a conversation is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum ConversationError {
    /// It is assigned to a colleague.
    ClaimedByAnother,
    /// The time is in the past or more than a year ahead.
    InvalidSnooze,
    /// The resident opted out of texts.
    OptedOut,
    /// The ten seconds are over, or the reply was sent.
    UndoTooLate,
    /// The message is not the caller's own reply.
    NothingToUndo,
    /// Delivery is unconfirmed.
    OutcomeUnknown,
    /// The message did not fail.
    NothingToRetry,
}

impl From<ConversationError> for Fault {
    fn from(error: ConversationError) -> Self {
        let (reason, message) = match error {
            ConversationError::ClaimedByAnother => (
                ErrorReason::ClaimedByAnother,
                "A colleague has taken over this conversation. Ask them to hand it back to the bot.",
            ),
            ConversationError::InvalidSnooze => {
                return Self::field("until", "Choose a time in the future, within a year.");
            }
            ConversationError::OptedOut => (
                ErrorReason::OptedOut,
                "This resident opted out of texts. Call or email them; they can text START to opt in again.",
            ),
            ConversationError::UndoTooLate => {
                (ErrorReason::UndoTooLate, "It's too late to undo this: the ten seconds are over.")
            }
            ConversationError::NothingToUndo => {
                (ErrorReason::NothingToUndo, "You can only undo your own reply.")
            }
            ConversationError::OutcomeUnknown => (
                ErrorReason::OutcomeUnknown,
                "Delivery unconfirmed – checking with the carrier. Wait for the result, or ask the resident in a new message.",
            ),
            ConversationError::NothingToRetry => {
                (ErrorReason::NothingToRetry, "This text did not fail. Send a new one instead.")
            }
        };
        Self::precondition(reason, message)
    }
}

type ConversationChange = Result<Conversation, ConversationError>;

/// Assigns the conversation to the caller. Administrators may take it from a colleague.
pub fn take_over(conversation: Conversation, actor: &Actor) -> ConversationChange {
    check_assignee(&conversation, actor)?;
    Ok(assigned(read(with_state(conversation, State::Open)), Some(&actor.id)))
}

/// Returns the conversation to the bot.
pub fn hand_back(conversation: Conversation, actor: &Actor) -> ConversationChange {
    check_assignee(&conversation, actor)?;
    Ok(assigned(read(with_state(conversation, State::Bot)), None))
}

/// Closes the conversation.
pub fn resolve(conversation: Conversation, actor: &Actor) -> ConversationChange {
    check_assignee(&conversation, actor)?;
    Ok(assigned(read(with_state(conversation, State::Resolved)), None))
}

/// Hides the conversation until a time.
pub fn snooze(
    conversation: Conversation,
    actor: &Actor,
    until: Timestamp,
    now: Timestamp,
) -> ConversationChange {
    check_assignee(&conversation, actor)?;
    if until <= now || until > now.plus(MAX_SNOOZE) {
        return Err(ConversationError::InvalidSnooze);
    }
    Ok(Conversation { snoozed_until_ms: Some(until), ..read(with_state(conversation, State::Snoozed)) })
}

/// Assigns the conversation to the user who replies, unless a colleague took it over.
pub fn reply(conversation: Conversation, by: &UserId, opted_out: bool) -> ConversationChange {
    if conversation.is_taken_over() && conversation.assigned_to.as_ref() != Some(by) {
        return Err(ConversationError::ClaimedByAnother);
    }
    if opted_out {
        return Err(ConversationError::OptedOut);
    }
    Ok(assigned(read(with_state(conversation, State::Open)), Some(by)))
}

/// Assigns an unassigned conversation by a routing rule.
pub fn assign_by_rule(conversation: Conversation, user: &UserId, rule: &str) -> Conversation {
    Conversation { assigned_to: Some(user.clone()), assigned_by_rule: rule.to_owned(), ..conversation }
}

/// Reopens a conversation that was snoozed until `then`; `None` if it has changed since.
pub fn reopen_snoozed(conversation: Conversation, then: Timestamp) -> Option<Conversation> {
    let due = conversation.state == State::Snoozed && conversation.snoozed_until_ms == Some(then);
    due.then(|| with_state(conversation, State::Open))
}

/// Reopens a conversation on a new text: a snoozed one for staff, a resolved one for the bot with normal
/// priority.
pub fn reopen(conversation: Conversation) -> Option<Conversation> {
    match conversation.state {
        State::Snoozed => Some(with_state(conversation, State::Open)),
        State::Resolved => {
            Some(Conversation { priority: Priority::Normal, ..with_state(conversation, State::Bot) })
        }
        State::Bot | State::Open => None,
    }
}

/// Marks all messages as read.
pub fn read(conversation: Conversation) -> Conversation {
    Conversation { unread: 0, ..conversation }
}

/// Checks that a user may still undo a reply.
pub fn undo(message: &Message, by: &UserId, now: Timestamp) -> Result<(), ConversationError> {
    let until = message.undo_until_ms.filter(|_| message.staff_id.as_ref() == Some(by));
    let until = until.ok_or(ConversationError::NothingToUndo)?;
    let waits = Status::WAITING.contains(&message.status) && now < until;
    if waits { Ok(()) } else { Err(ConversationError::UndoTooLate) }
}

/// Returns the time until which a message can be undone; `None` if it no longer can.
pub fn undoable(message: &Message, now: Timestamp) -> Option<Timestamp> {
    message.undo_until_ms.filter(|until| Status::WAITING.contains(&message.status) && now < *until)
}

/// Checks that a message may be sent again.
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

/// Checks that no colleague took over the conversation. Administrators always pass.
pub fn check_assignee(conversation: &Conversation, actor: &Actor) -> Result<(), ConversationError> {
    let anothers = conversation.is_taken_over() && conversation.assigned_to.as_ref() != Some(&actor.id);
    if anothers && !actor.administrator { Err(ConversationError::ClaimedByAnother) } else { Ok(()) }
}

/// Assigns the conversation to a user, or unassigns it. Replaces an assignment by a routing rule.
fn assigned(conversation: Conversation, user: Option<&UserId>) -> Conversation {
    Conversation { assigned_to: user.cloned(), assigned_by_rule: String::new(), ..conversation }
}

fn with_state(conversation: Conversation, state: State) -> Conversation {
    Conversation { state, snoozed_until_ms: None, ..conversation }
}

#[cfg(test)]
mod tests;
