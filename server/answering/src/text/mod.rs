//! Text processing that needs no index: normalization, spelling, stemming, synonyms, sentences and language.

pub mod abbreviations;
pub mod language;
pub mod normalization;
pub mod sentences;
pub mod spelling;
pub mod stemming;
pub mod synonyms;
pub mod term_weights;
