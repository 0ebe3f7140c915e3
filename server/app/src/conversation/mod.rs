//! Conversations with residents: what was texted, where each text stands, and why the bot
//! did what it did with it.
mod convert;
mod model;
mod service;
mod store;

pub use convert::{
    decision as decision_to_contract, message_status, resident as resident_to_contract,
    step as step_to_contract,
};
pub use model::{
    Author, Conversation, ConversationId, Decision, Direction, Message, MessageId, Outbound, Resident, State,
    Status, Step,
};
pub use service::Service;
pub use store::{
    add_message, add_step_to, add_steps, address, announce, cancel_queued, find, find_message,
    insert_resident, message_body_of, of_phone, open, resident, set_decision, set_state, set_status,
    steps_of,
};
