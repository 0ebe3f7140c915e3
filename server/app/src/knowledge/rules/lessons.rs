//! What a lesson does to an answer, and what taking it back leaves.
use platform::{Fault, Timestamp};

use super::samples::{add_taught, keep_taught};
use crate::knowledge::model::{Answer, Lesson, MOST_QUESTION, MOST_SAMPLES, Version};

/// Refuses to teach a question that is longer than one may be; a resident's text can be.
pub fn teachable(question: &str) -> Result<(), Fault> {
    if question.chars().count() <= MOST_QUESTION {
        return Ok(());
    }
    Err(Fault::field("question", "Put the question into at most 1,000 characters before you train the bot."))
}

/// An answer after a lesson. The day until which the old words held says nothing of the new ones.
pub fn taught(before: &Answer, lesson: &Lesson<'_>, now: Timestamp) -> Result<Answer, Fault> {
    let mut after = before.clone();
    after.answer = lesson.answer.to_owned();
    if !lesson.topic.trim().is_empty() {
        after.topic = lesson.topic.trim().to_owned();
    }
    add_taught(&mut after, lesson.sample)?;
    after.valid_until = String::new();
    after.updated_by = lesson.by.to_owned();
    after.updated_ms = now;
    Ok(after)
}

/// An answer without a lesson that made `lesson` of what was there `before`. What somebody changed since stays as they
/// left it; of a question that the lesson brought and somebody changed since remains what is theirs.
pub fn untaught(current: &Answer, lesson: &Version, before: Option<&Answer>) -> Answer {
    let was = |of: fn(&Answer) -> &String| before.map(of).cloned().unwrap_or_default();
    let mut after = current.clone();
    if current.answer == lesson.answer {
        after.answer = was(|before| &before.answer);
        if current.source == lesson.source {
            after.source = was(|before| &before.source);
        }
    }
    if let Some(before) = before {
        if current.topic == lesson.topic {
            after.topic.clone_from(&before.topic);
        }
        if current.valid_until == lesson.valid_until {
            after.valid_until.clone_from(&before.valid_until);
        }
    }
    let known = |text: &String| before.is_some_and(|before| before.samples.contains(text));
    let learnt =
        |text: &String| lesson.taught.contains(text) && current.taught.contains(text) && !known(text);
    after.samples.retain(|text| !learnt(text));
    // What went for it comes back.
    let gone = before.into_iter().flat_map(|before| &before.samples);
    let gone: Vec<String> = gone.filter(|text| !lesson.samples.contains(text)).cloned().collect();
    if after.samples.len() + gone.len() <= MOST_SAMPLES {
        after.taught.splice(0..0, gone.iter().cloned());
        after.samples.splice(0..0, gone);
    }
    keep_taught(&mut after);
    after
}
