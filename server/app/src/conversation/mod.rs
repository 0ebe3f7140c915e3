//! Conversations with residents: what was texted, where each text stands, why the bot did what
//! it did with it, and who is at it.
//!
//! While somebody of the staff has a conversation the bot says nothing in it. What was put away
//! comes back with the next message.
mod convert;
mod model;
mod rules;
mod store;

use platform::{Fault, Scope, Tx};

pub use convert::{
    decision as decision_to_contract, message_status, resident as resident_to_contract,
    step as step_to_contract,
};
pub use model::{
    Asked, Author, Conversation, ConversationId, Decision, Direction, Message, MessageId, Outbound, Resident,
    State, Status, Step,
};
pub use rules::{
    ConversationError, UNDO_WINDOW, hand_back, read, refuse_anothers, reply, resolve, retry, snooze,
    take_over, undo, undoable, wake,
};
pub use store::{
    add_message, add_step_to, add_steps, address, announce, asked, cancel_queued, english, find,
    find_message, give_to_bot, hold, insert_resident, message_body_of, messages, of_phone, open, resident,
    save, set_asked, set_decision, set_english, set_open, set_status, set_undo, settle, steps_of,
};

/// A message comes into a conversation; what that changes, in staff's words.
///
/// # Errors
/// Those of storage.
pub async fn reopen(
    tx: &mut Tx,
    scope: &Scope,
    conversation: Conversation,
) -> Result<(Conversation, Option<&'static str>), Fault> {
    let Some(reopened) = rules::reopened(conversation.clone()) else { return Ok((conversation, None)) };
    store::save(tx, scope, &reopened).await?;
    let words = match reopened.state {
        State::Bot => "The conversation was resolved; this text gives it to the bot again.",
        _ => "The conversation was snoozed; this text opens it again.",
    };
    Ok((reopened, Some(words)))
}
