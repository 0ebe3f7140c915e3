//! What a change to what the bot knows would do, told before it is made: the last questions of
//! residents are asked again, with what the bot knows and with what it would know. Nothing is
//! stored and nobody is texted.
mod convert;
mod model;
mod rules;
mod service;

pub use service::Service;
