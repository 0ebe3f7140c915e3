//! Test cases: questions of a community with what is expected of the bot. All of them are asked at
//! once, as residents' texts are decided, while nobody is texted; of each only the last outcome is
//! kept, by which the next one tells what changed.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
