//! Evaluates the answering engine from the command line. Reads a knowledge base and test questions from JSON Lines
//! files, and prints metrics such as the shares of correct and wrong answers.
//!
//! Uses no database.
mod input;
mod metrics;

use std::{sync::Arc, time::Instant};

use answering::{AnswerDecision, BertEncoder, ConfidenceThresholds, Engine, LexicalIndex, SemanticEngine};
use platform::config::Evaluate;

use input::Question;
use metrics::{Metrics, QuestionResult};

/// Runs the evaluation and returns its output.
///
/// # Errors
/// A message for the user that names the invalid file or line.
pub fn evaluate(asked: &Evaluate) -> Result<String, String> {
    let entries = input::entries(&asked.kb)?;
    let questions = input::questions(&asked.questions, &entries)?;
    let (engine, by): (Box<dyn Engine>, _) = match &asked.model_dir {
        None => (Box::new(LexicalIndex::new(entries)), "words and characters alone"),
        Some(folder) => {
            let model = BertEncoder::load(folder).map_err(|fault| fault.to_string())?;
            let engine = SemanticEngine::new(entries, Arc::new(model)).map_err(|fault| fault.to_string())?;
            (Box::new(engine), "the sentence model, words and characters")
        }
    };
    let metrics = Metrics::of(&questions.iter().map(|question| ask(&*engine, question)).collect::<Vec<_>>());
    Ok(if asked.json { metrics.json().to_string() } else { format!("Ranked by {by}.\n{}", metrics.table()) })
}

fn ask(engine: &dyn Engine, question: &Question) -> QuestionResult {
    let begun = Instant::now();
    let matches = engine.rank(&question.text, 3);
    let verdict = answering::decide(&matches);
    let took_ms = begun.elapsed().as_secs_f64() * 1e3;
    let place = |intent: &String| matches.iter().position(|found| found.id == *intent);
    QuestionResult {
        in_scope: question.intent.is_some(),
        place: question.intent.as_ref().and_then(place),
        confidence: matches.first().map_or(0.0, |best| best.confidence),
        answered: matches!(verdict, AnswerDecision::Answer(_)),
        choices: answering::disambiguation_candidates(&matches, &ConfidenceThresholds::DEFAULT).len(),
        took_ms,
    }
}
