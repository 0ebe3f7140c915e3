//! Texts as the phone shows them.
use contract::v1;

use crate::messaging::thread::{self, Direction, Message, Step};

pub fn message(message: &Message, steps: &[Step]) -> v1::TestPhoneMessage {
    let inbound = message.direction == Direction::Inbound;
    v1::TestPhoneMessage {
        id: message.id.to_string(),
        direction: message.direction as i32,
        body: message.body.clone(),
        status: thread::message_status(message.status),
        sent_at: Some(message.created_ms.into()),
        decision: inbound.then_some(message.decision.as_ref()).flatten().map(thread::decision_to_contract),
        steps: steps.iter().filter(|s| s.message_id == message.id).map(thread::step_to_contract).collect(),
    }
}
