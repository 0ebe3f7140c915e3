//! One's own account: the password, and where one is signed in.
//!
//! A link to set a password with is in a mail alone; what is stored of it is a digest. It works
//! once, and a person has one at a time.
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
pub use store::{forget_links, void_links};
