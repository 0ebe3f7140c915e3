//! Staff's desk: conversations as staff list, search, take and answer them, with their notes.
//!
//! Who acts is the session's person. An act reads the conversation so that nobody else changes
//! it meanwhile; of two at once the second meets what the first left.
mod acts;
mod convert;
mod model;
mod rules;
mod service;
mod store;
mod wake;

pub use service::Service;
pub use wake::{WAKE, Wake};
