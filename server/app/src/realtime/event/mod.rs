//! Live events: one stream per browser. The events of a company are read once for all of its streams.
mod feed;
mod service;
mod slots;

pub use feed::Feeds;
pub use service::Service;
pub use slots::{StreamLimits, StreamSlot, StreamSlots};
