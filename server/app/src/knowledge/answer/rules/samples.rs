//! Sample questions of an answer: written by staff, or learned from residents' texts.
use std::collections::HashSet;

use platform::{ErrorReason, Fault};

use crate::knowledge::answer::model::{
    Answer,
    limits::{MAX_QUESTION_LENGTH, MAX_SAMPLES},
    question_key,
};

/// Minimum similarity at which two sample questions are almost the same.
const NEARLY_SAME: f32 = 0.9;

/// Removes and adds sample questions. A learned sample that staff add becomes one of staff's own. A sample
/// that is almost the same as another one is refused, because it adds nothing and the number is limited.
pub fn resample(answer: &mut Answer, gone: &[String], new: &[String]) -> Result<(), Fault> {
    let gone: HashSet<String> = gone.iter().map(|sample| question_key(sample)).collect();
    answer.samples.retain(|sample| !gone.contains(&question_key(sample)));
    prune_learned_samples(answer);
    for sample in new {
        let key = question_key(sample);
        let before = answer.learned_samples.len();
        answer.learned_samples.retain(|text| question_key(text) != key);
        if answer.learned_samples.len() < before {
            continue;
        }
        let near = std::iter::once(&answer.question).chain(&answer.samples).find(|known| {
            question_key(known) != key && answering::text_similarity(known, sample) >= NEARLY_SAME
        });
        if let Some(near) = near {
            let words =
                format!("Remove “{sample}”: it is almost the same as “{near}”, which the bot already knows.");
            return Err(Fault::field("addSamples", words));
        }
        add_sample(answer, sample);
    }
    Ok(())
}

/// Adds a sample unless it exists. If there are too many, a learned sample is removed, or else the oldest
/// one.
pub fn add_sample(answer: &mut Answer, sample: &str) {
    let key = question_key(sample);
    let known =
        question_key(&answer.question) == key || answer.samples.iter().any(|s| question_key(s) == key);
    if key.is_empty() || known {
        return;
    }
    while answer.samples.len() >= MAX_SAMPLES {
        let oldest =
            answer.samples.iter().position(|text| answer.learned_samples.contains(text)).unwrap_or(0);
        answer.samples.remove(oldest);
    }
    answer.samples.push(sample.trim().chars().take(MAX_QUESTION_LENGTH).collect());
    prune_learned_samples(answer);
}

/// Adds a resident's text as a learned sample, unless it would replace a sample that staff wrote.
pub fn add_learned_sample(answer: &mut Answer, text: &str) -> Result<(), Fault> {
    let before = answer.samples.last().cloned();
    let mut after = answer.clone();
    add_sample(&mut after, text);
    let last = after.samples.last().cloned();
    if last == before {
        return Ok(());
    }
    if answer.samples.len() >= MAX_SAMPLES && answer.learned_samples.is_empty() {
        let words = format!(
            "“{}” has {MAX_SAMPLES} samples of your own, which is the most. Remove one of them, or answer without \
             training the bot.",
            answer.question
        );
        return Err(Fault::precondition(ErrorReason::TooManySamples, words));
    }
    after.learned_samples.extend(last);
    *answer = after;
    Ok(())
}

/// Removes learned samples that are no longer samples of the answer.
pub fn prune_learned_samples(answer: &mut Answer) {
    answer.learned_samples.retain(|text| answer.samples.contains(text));
}
