//! What residents asked and the bot did not know: the questions that came to staff, the same
//! question in other words counted once, beside what is known that comes near.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
