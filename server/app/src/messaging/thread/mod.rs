//! Conversations with residents: their messages with status, decision and steps, and who handles them.
//!
//! The bot does not reply while a conversation is assigned to a user. Snoozed and resolved
//! conversations reopen with the next text.
mod convert;
mod mirror;
mod model;
mod opt_out;
mod rules;
mod store;
mod triage;

use platform::{Fault, Scope, Tx};

pub use convert::{
    decision as decision_to_contract, message_status, resident as resident_to_contract,
    step as step_to_contract, test_traffic,
};
pub use mirror::{MIRROR_MESSAGE, MirrorPayload, enqueue_mirror};
pub use model::{
    Author, Conversation, ConversationId, Decision, Direction, InboundQuestion, Message, MessageId,
    NewMessage, NewStep, Resident, State, Status, Step, StepKind, TestTraffic,
};
pub use opt_out::{ConsentConversations, cancel_for_opt_out};
pub use rules::{
    ConversationError, MAX_SNOOZE, UNDO_WINDOW, assign_by_rule, check_assignee, hand_back, read,
    reopen_snoozed, reply, resolve, retry, snooze, take_over, undo, undoable,
};
pub use store::{
    BlastReply, BulkMessage, BulkOrigin, PastConversation, PastMessage, add_bulk, add_message, add_past,
    add_step_to_all, add_step_to_newest, add_steps, begin_waiting, find, find_email, find_message,
    find_resident, find_translation, hold, inbound_questions, insert_resident, last_blast, lock,
    mark_as_test, mark_one_read, mark_origin, message_body, messages, messages_of_phone, open,
    open_for_staff, publish_blast_change, publish_change, record_blast_reply, release, return_to_bot, save,
    save_translation, set_bot_community, set_decision, set_priority, set_reply_due, set_status,
    set_status_of_many, set_undo_until, steps,
};
pub use triage::{TRIAGE_CONVERSATION, TriagePayload, enqueue_triage, wait_for_staff};

/// In SQL: whether a list includes the row, given a parameter with a value of [`TestTraffic`]. The row has
/// `company_id`, `community_id` and `is_test`.
macro_rules! has_test_traffic {
    ($row:literal, $parameter:literal) => {
        concat!(
            "(CASE WHEN ",
            $row,
            ".is_test THEN ",
            $parameter,
            " >= 2 OR ",
            $parameter,
            " = 0 AND EXISTS (SELECT 1 FROM text_number tn WHERE tn.company_id = ",
            $row,
            ".company_id AND tn.community_id = ",
            $row,
            ".community_id AND tn.carrier = 1) ELSE ",
            $parameter,
            " <> 3 END)"
        )
    };
}
pub(crate) use has_test_traffic;

/// Reopens a conversation on a new text. Returns the reason for the step, if the state changed.
pub async fn reopen(
    tx: &mut Tx,
    scope: &Scope,
    conversation: Conversation,
) -> Result<(Conversation, Option<&'static str>), Fault> {
    let Some(reopened) = rules::reopen(conversation.clone()) else { return Ok((conversation, None)) };
    store::save(tx, scope, &reopened).await?;
    let words = match reopened.state {
        State::Bot => "The conversation was resolved; this text returns it to the bot.",
        _ => "The conversation was snoozed; this text reopens it.",
    };
    Ok((reopened, Some(words)))
}
