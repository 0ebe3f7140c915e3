//! What makes two questions one, and what a lesson does to an answer.
use platform::{Fault, Timestamp};

use super::model::{
    Answer, AnswerId, Change, Draft, Lesson, MOST_ANSWERS, MOST_QUESTION, Owner, question_key,
};

/// The most samples of an answer; the oldest go first.
const MOST_SAMPLES: usize = 50;
/// Where an answer goes that nobody sorted.
pub const DEFAULT_TOPIC: &str = "General Information";

/// Trimmed, and refused when nothing is left.
fn filled(field: &str, text: &str) -> Result<String, Fault> {
    match text.trim() {
        "" => Err(Fault::field(field, "This cannot be empty.")),
        text => Ok(text.to_owned()),
    }
}

/// Refuses to teach a question that is longer than one may be; a resident's text can be.
pub fn teachable(question: &str) -> Result<(), Fault> {
    if question.chars().count() <= MOST_QUESTION {
        return Ok(());
    }
    Err(Fault::field("question", "Put the question into at most 1,000 characters before you train the bot."))
}

/// The topic that is meant.
pub fn topic(topic: &str) -> String {
    match topic.trim() {
        "" => DEFAULT_TOPIC.to_owned(),
        topic => topic.to_owned(),
    }
}

/// A new answer.
pub fn drafted(
    owner: Owner<'_>,
    draft: &Draft,
    id: AnswerId,
    by: &str,
    now: Timestamp,
) -> Result<Answer, Fault> {
    let mut answer = Answer {
        id,
        community_id: match owner {
            Owner::Community(id) => id.clone(),
            Owner::Company => "".into(),
        },
        topic: topic(&draft.topic),
        question: filled("question", &draft.question)?,
        samples: vec![],
        answer: filled("answer", &draft.answer)?,
        source: draft.source.trim().to_owned(),
        version: 1,
        used: 0,
        updated_by: by.to_owned(),
        updated_ms: now,
    };
    for sample in &draft.samples {
        add_sample(&mut answer, sample);
    }
    Ok(answer)
}

/// An answer after a change.
pub fn changed(before: Answer, change: Change, by: &str, now: Timestamp) -> Result<Answer, Fault> {
    same_version(&before, change.version)?;
    let mut after = before;
    if let Some(question) = change.question {
        after.question = filled("question", &question)?;
    }
    if let Some(text) = change.answer {
        after.answer = filled("answer", &text)?;
    }
    if let Some(named) = change.topic {
        after.topic = topic(&named);
    }
    if let Some(source) = change.source {
        after.source = source.trim().to_owned();
    }
    after.version += 1;
    after.updated_by = by.to_owned();
    after.updated_ms = now;
    Ok(after)
}

/// An answer after a lesson.
pub fn taught(before: &Answer, lesson: &Lesson<'_>, now: Timestamp) -> Answer {
    let mut after = before.clone();
    after.answer = lesson.answer.to_owned();
    if !lesson.topic.trim().is_empty() {
        after.topic = lesson.topic.trim().to_owned();
    }
    add_sample(&mut after, lesson.sample);
    after.updated_by = lesson.by.to_owned();
    after.updated_ms = now;
    after
}

/// Adds a way to ask, unless it is there.
pub fn add_sample(answer: &mut Answer, sample: &str) {
    let key = question_key(sample);
    let known =
        question_key(&answer.question) == key || answer.samples.iter().any(|s| question_key(s) == key);
    if key.is_empty() || known {
        return;
    }
    answer.samples.push(sample.trim().chars().take(MOST_QUESTION).collect());
    let surplus = answer.samples.len().saturating_sub(MOST_SAMPLES);
    answer.samples.drain(..surplus);
}

/// Refuses a change that was made from another version than the one that is there.
fn same_version(answer: &Answer, version: i64) -> Result<(), Fault> {
    if version == 0 || version == answer.version {
        return Ok(());
    }
    let by = if answer.updated_by.is_empty() { "Somebody" } else { &answer.updated_by };
    Err(Fault::aborted(
        "ANSWER_CHANGED",
        format!("{by} changed this answer in the meantime. Look at it again before you save yours."),
    ))
}

/// The refusal of a question that is there already.
pub fn question_exists(owner: Owner<'_>) -> Fault {
    let whose = name(owner);
    Fault::exists(
        "QUESTION_EXISTS",
        format!("This {whose} has that question already. Change its answer instead."),
    )
}

/// Refuses one more answer where there are `count` already.
pub fn has_room(owner: Owner<'_>, count: i64) -> Result<(), Fault> {
    if count < MOST_ANSWERS {
        return Ok(());
    }
    let whose = name(owner);
    Err(Fault::precondition(
        "TOO_MANY_ANSWERS",
        format!(
            "This {whose} has 2,000 answers, which is the most. Remove one that is no longer needed first."
        ),
    ))
}

fn name(owner: Owner<'_>) -> &'static str {
    match owner {
        Owner::Community(_) => "community",
        Owner::Company => "company",
    }
}
