//! Live events: one stream for each browser.
mod service;

pub use service::Service;
