//! The bot's knowledge: answers with their history, the catalogs of questions, and conflicting answers.
pub mod answer;
pub mod catalog;
pub mod contradiction;
