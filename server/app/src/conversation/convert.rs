//! Conversations in the contract's words.
use contract::v1;

use super::model::{Decision, Listed, Message, Resident, Status, Step};

pub fn conversation(listed: &Listed) -> v1::Conversation {
    let conversation = &listed.conversation;
    v1::Conversation {
        id: conversation.id.to_string(),
        community_id: conversation.community_id.to_string(),
        community_label: listed.tag.replace('_', " "),
        phone: conversation.phone.as_str().to_owned(),
        resident: Some(resident(&listed.resident)),
        state: conversation.state as i32,
        preview: conversation.preview.clone(),
        last_message_at: Some(conversation.last_message_ms.into()),
    }
}

/// Who it is.
#[must_use]
pub fn resident(resident: &Resident) -> v1::Resident {
    v1::Resident {
        name: resident.name.clone(),
        unit: resident.unit.clone(),
        kind: resident.kind.clone(),
        email: resident.email.clone(),
    }
}

pub fn message(message: &Message, steps: &[Step]) -> v1::Message {
    v1::Message {
        id: message.id.to_string(),
        direction: message.direction as i32,
        author: message.author as i32,
        author_name: message.author_name.clone(),
        body: message.body.clone(),
        status: message_status(message.status),
        sent_at: Some(message.created_ms.into()),
        steps: steps.iter().filter(|s| s.message_id == message.id).map(step).collect(),
        decision: message.decision.as_ref().map(decision),
    }
}

/// Where a message stands.
#[must_use]
pub fn message_status(status: Status) -> i32 {
    status as i32
}

/// A step.
#[must_use]
pub fn step(step: &Step) -> v1::Step {
    v1::Step { name: step.name.clone(), reason: step.reason.clone(), at: Some(step.at_ms.into()) }
}

/// Why.
#[must_use]
pub fn decision(decision: &Decision) -> v1::Decision {
    v1::Decision {
        answer_id: decision.answer_id.clone(),
        question: decision.question.clone(),
        source: decision.source.clone(),
        confidence: decision.confidence,
        next_question: decision.next_question.clone(),
        next_confidence: decision.next_confidence,
        took_ms: decision.took_ms,
        answered: decision.answered,
    }
}
