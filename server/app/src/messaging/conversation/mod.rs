//! Conversations as staff list, search, take over and answer them, with their notes.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;
mod wake;

pub use commands::{add_reply, change_conversation};
pub use service::Service;
pub use wake::{WAKE, Wake};
