//! Live events: one stream for each browser, and one reading for all of a company's.
mod feed;
mod service;
mod slots;

pub use feed::Feeds;
pub use service::Service;
pub use slots::{StreamLimits, StreamSlot, StreamSlots};
