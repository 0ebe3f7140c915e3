//! Drafts of the writing assistant and of the six assistants.
mod document;
pub mod draft;
mod language_model;
mod template;

pub use document::{Reader, read_input};
pub use language_model::LanguageModel;
