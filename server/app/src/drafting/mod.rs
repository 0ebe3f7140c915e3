//! Drafts of the writing assistant and of the six assistants.
pub mod draft;
mod language_model;
mod template;

pub use language_model::LanguageModel;
