//! Blast templates: texts that a company saves for its text blasts.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use model::BlastTemplate;
pub use service::Service;
pub use store::save;
