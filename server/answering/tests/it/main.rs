//! Tests of the engines on the knowledge of a sample community.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod in_scope;
mod knowledge_base;
mod lexical_engine;
mod out_of_scope;
mod robustness;
mod semantic_engine;
mod sentence_encoder;
mod tiny_model;
mod training_examples;

use answering::{AnswerDecision, Engine, decide};

/// Returns the id of the entry with which a text is answered, or `None` if the text is escalated.
fn answered_entry(engine: &dyn Engine, text: &str) -> Option<String> {
    match decide(&engine.rank(text, 3)) {
        AnswerDecision::Answer(best) => Some(best.id.clone()),
        AnswerDecision::Escalate { .. } => None,
    }
}
