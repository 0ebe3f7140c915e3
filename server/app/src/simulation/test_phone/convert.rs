//! Conversion of texts on the test phone to the contract.
use contract::v1;

use platform::Scope;

use crate::{
    context::Context,
    messaging::{
        photo::{self, MessagePhoto},
        thread::{self, Direction, Message, Step},
    },
};

pub fn message(
    context: &Context,
    scope: &Scope,
    message: &Message,
    steps: &[Step],
    photos: &[MessagePhoto],
) -> v1::TestPhoneMessage {
    let photos = photos.iter().filter(|one| one.message_id == message.id);
    let inbound = message.direction == Direction::Inbound;
    v1::TestPhoneMessage {
        id: message.id.to_string(),
        direction: message.direction as i32,
        body: message.body.clone(),
        status: thread::message_status(message.status),
        sent_at: Some(message.created_ms.into()),
        decision: inbound.then_some(message.decision.as_ref()).flatten().map(thread::decision_to_contract),
        steps: steps.iter().filter(|s| s.message_id == message.id).map(thread::step_to_contract).collect(),
        photos: photos.map(|one| photo::to_contract(context, scope, one)).collect(),
    }
}
