//! The engine against a community's knowledge, as residents and staff meet it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod community;
mod covered;
mod hostile;
mod knowledge;
mod meaning;
mod model;
mod tiny;
mod training;
mod unknown;

use answering::{Engine, Verdict, decide};

/// The entry that a text is answered with, if it is answered.
fn answered(engine: &dyn Engine, text: &str) -> Option<String> {
    match decide(&engine.rank(text, 3)) {
        Verdict::Answer(best) => Some(best.id.clone()),
        Verdict::Escalate { .. } => None,
    }
}
