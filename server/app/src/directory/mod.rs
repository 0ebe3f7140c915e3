//! The communities as staff find them: by id, by tag, by part of the label, with what they know.
mod service;

pub use service::Service;
