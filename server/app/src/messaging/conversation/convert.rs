//! Conversion of conversations and messages to the contract.
use contract::v1;
use platform::{Fault, Timestamp, sms};

use super::model::{Counts, ListedConversation, MessageMatch};
use crate::messaging::thread::{self, Message, Status, Step};

pub fn conversation(
    listed: &ListedConversation,
    found: Option<&MessageMatch>,
    words: &[String],
) -> v1::Conversation {
    let conversation = &listed.conversation;
    v1::Conversation {
        id: conversation.id.to_string(),
        community_id: conversation.community_id.to_string(),
        community_label: listed.tag.replace('_', " "),
        phone: conversation.phone.as_str().to_owned(),
        resident: Some(thread::resident_to_contract(&listed.resident)),
        state: conversation.state as i32,
        preview: conversation.preview.clone(),
        last_message_at: Some(conversation.last_message_ms.into()),
        assigned_to_id: conversation.assigned_to.as_ref().map(ToString::to_string).unwrap_or_default(),
        assigned_to: listed.assigned_to_name.clone(),
        snoozed_until: conversation.snoozed_until_ms.map(Into::into),
        unread: conversation.unread,
        opted_out: listed.opted_out,
        found: found.map(|found| self::found(found, words)),
        number: conversation.number.clone(),
        notes: listed.notes,
        is_test: conversation.is_test,
        assigned_by_rule: conversation.assigned_by_rule.clone(),
        priority: conversation.priority as i32,
    }
}

fn found(found: &MessageMatch, words: &[String]) -> v1::FoundText {
    v1::FoundText {
        message_id: found.message_id.to_string(),
        sent_at: Some(found.created_ms.into()),
        parts: parts(&sms::excerpt(&found.body, words), words),
    }
}

fn parts(text: &str, words: &[String]) -> Vec<v1::TextPart> {
    let part = |(text, found)| v1::TextPart { text, found };
    sms::marked(text, words).into_iter().map(part).collect()
}

pub fn message(message: &Message, steps: &[Step], words: &[String], now: Timestamp) -> v1::Message {
    let of_it = steps.iter().filter(|s| s.message_id == message.id);
    v1::Message {
        id: message.id.to_string(),
        direction: message.direction as i32,
        author: message.author as i32,
        author_name: message.author_name.clone(),
        body: message.body.clone(),
        status: thread::message_status(message.status),
        sent_at: Some(message.created_ms.into()),
        steps: of_it.map(thread::step_to_contract).collect(),
        decision: message.decision.as_ref().map(thread::decision_to_contract),
        undo_until: thread::undoable(message, now).map(Into::into),
        can_retry: thread::retry(message, false).is_ok(),
        parts: parts(&message.body, words),
        blast_id: message.blast_id.clone().unwrap_or_default(),
        blast_title: message.blast_title.clone().unwrap_or_default(),
        photos: vec![],
        sends_at: message.sends_at_ms.filter(|_| message.status == Status::HeldQuietHours).map(Into::into),
    }
}

pub fn counts(counts: Counts) -> v1::CountConversationsResponse {
    let Counts { bot, open, snoozed, resolved, mine, unread } = counts;
    v1::CountConversationsResponse { bot, open, snoozed, resolved, mine, unread }
}

/// Converts a required time.
pub fn time(name: &str, at: Option<prost_types::Timestamp>) -> Result<Timestamp, Fault> {
    at.map(Timestamp::from).ok_or_else(|| Fault::field(name, "Choose a time."))
}

/// Converts an optional filter; empty means unset.
pub fn chosen(id: &str) -> Option<&str> {
    (!id.is_empty()).then_some(id)
}
