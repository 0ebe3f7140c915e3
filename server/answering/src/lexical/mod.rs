//! Lexical retrieval: entries as weighted features of words and characters, and texts ranked against them.

pub mod clustering;
mod entry_features;
pub mod features;
pub mod index;
mod postings;
pub mod similarity;
pub mod word_vectors;

pub use entry_features::utterances;
