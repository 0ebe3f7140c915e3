//! Live events for open browsers and partner streams.
pub mod event;
