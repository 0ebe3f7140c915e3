//! Lists, searches, takes over and answers conversations, with internal notes.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;
mod wake;

pub use commands::{add_reply, change_conversation};
pub use model::NewReply;
pub use service::Service;
pub use wake::{WAKE, Wake};
