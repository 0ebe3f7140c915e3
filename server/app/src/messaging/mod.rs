//! Conversations with residents, escalations to staff, and the text carriers.
pub mod carrier;
pub mod conversation;
pub mod escalation;
pub mod photo;
pub mod thread;
