//! The playground: compares the bot's replies under a variant of its settings, and applies a variant to the
//! community. A comparison stores nothing and sends no texts.
mod convert;
mod model;
mod rules;
mod service;

pub use convert::outcome;
pub use service::Service;
