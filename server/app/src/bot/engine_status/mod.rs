//! Engine status: whether texts are matched by meaning or by words, and whether a model writes replies.
mod service;

pub use service::Service;
