//! The actor's own account: passwords and sessions.
//!
//! A password link is sent by email and stored as a digest. It works once, and a user has at most one.
mod convert;
mod jobs;
mod links;
mod model;
mod rules;
mod service;
mod store;

pub use jobs::{RESET, SendLink};
pub use links::invite;
pub use service::Service;
pub use store::{delete_expired_links, void_links};
