//! Applies a training example to an answer, and undoes it.
use platform::{Fault, Timestamp};

use super::samples::{add_learned_sample, prune_learned_samples};
use crate::knowledge::answer::model::{
    Answer, TrainingExample, Version,
    limits::{MAX_QUESTION_LENGTH, MAX_SAMPLES},
};

/// Refuses to train a question that is longer than one may be; a resident's text can be.
pub fn check_question_length(question: &str) -> Result<(), Fault> {
    if question.chars().count() <= MAX_QUESTION_LENGTH {
        return Ok(());
    }
    Err(Fault::field(
        "question",
        "Shorten the question to at most 1,000 characters before you train the bot.",
    ))
}

/// Returns the answer with the training example applied. The expiry date of the previous text is dropped.
pub fn with_training(
    before: &Answer,
    example: &TrainingExample<'_>,
    now: Timestamp,
) -> Result<Answer, Fault> {
    let mut after = before.clone();
    after.answer = example.answer.to_owned();
    if !example.category.trim().is_empty() {
        after.category = example.category.trim().to_owned();
    }
    add_learned_sample(&mut after, example.sample)?;
    after.valid_until = String::new();
    after.updated_by = example.by.to_owned();
    after.updated_ms = now;
    Ok(after)
}

/// Returns the answer with a training example undone. `example` is the version that the training example
/// created, and `before` the version it replaced. Fields that were edited afterwards keep their values.
pub fn without_training(current: &Answer, example: &Version, before: Option<&Answer>) -> Answer {
    let was = |of: fn(&Answer) -> &String| before.map(of).cloned().unwrap_or_default();
    let mut after = current.clone();
    if current.answer == example.answer {
        after.answer = was(|before| &before.answer);
        if current.source == example.source {
            after.source = was(|before| &before.source);
        }
    }
    if let Some(before) = before {
        if current.category == example.category {
            after.category.clone_from(&before.category);
        }
        if current.valid_until == example.valid_until {
            after.valid_until.clone_from(&before.valid_until);
        }
    }
    let known = |text: &String| before.is_some_and(|before| before.samples.contains(text));
    let learnt = |text: &String| {
        example.learned_samples.contains(text) && current.learned_samples.contains(text) && !known(text)
    };
    after.samples.retain(|text| !learnt(text));
    // Samples that were dropped to make room for the training example return.
    let gone = before.into_iter().flat_map(|before| &before.samples);
    let gone: Vec<String> = gone.filter(|text| !example.samples.contains(text)).cloned().collect();
    if after.samples.len() + gone.len() <= MAX_SAMPLES {
        after.learned_samples.splice(0..0, gone.iter().cloned());
        after.samples.splice(0..0, gone);
    }
    prune_learned_samples(&mut after);
    after
}
