//! Tests of the bot.
pub mod calibration;
pub mod confidence_thresholds;
pub mod dialogue;
mod embeddings_endpoint;
pub mod emergencies;
pub mod languages;
pub mod persona;
pub mod replies;
pub mod sentence_model;
pub mod unanswered_questions;
pub mod writing_model;
