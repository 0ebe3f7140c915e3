//! The ways to ask that an answer has, staff's own and those that were learned_samples.
use std::collections::HashSet;

use platform::{ErrorReason, Fault};

use crate::knowledge::answer::model::{
    Answer,
    limits::{MAX_QUESTION_LENGTH, MAX_SAMPLES},
    question_key,
};

/// From this likeness on, two ways to ask say almost the same.
const NEARLY_SAME: f32 = 0.9;

/// Takes ways to ask away and adds others; one that was learned_samples becomes staff's own. One that says
/// almost the same as another is refused: it would make no difference, and the room is bounded.
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

/// Adds a way to ask, unless it is there; of too many those go first that were learned_samples, then the oldest.
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

/// The same for what a resident texted, unless it would take the place of one of staff's own.
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

/// What is no sample any more is not learned_samples either.
pub fn prune_learned_samples(answer: &mut Answer) {
    answer.learned_samples.retain(|text| answer.samples.contains(text));
}
