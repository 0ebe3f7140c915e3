//! Rules for answers: when questions are equal, and the effects of creating, changing and restoring answers.
mod file;
mod samples;
mod training_examples;
mod undo;

use std::collections::HashSet;

use platform::{ErrorReason, Fault, Timestamp, sms};

use super::model::{
    Answer, AnswerEdit, AnswerId, Cause, Draft, ExpiryStatus, Owner, Proposal, Version, limits::MAX_ANSWERS,
    question_key,
};
use crate::knowledge::catalog::Intent;

pub use file::{BOUNDS, File, applied, export, moved_on, plan_import, preview, read};
use samples::resample;
pub use samples::{add_learned_sample, add_sample};
pub use training_examples::{check_question_length, with_training, without_training};
pub use undo::{UndoPlan, plan_undo};

/// Number of days before its expiry from which an answer expires soon.
const SOON: i64 = 14;
/// The category of answers without one.
pub const DEFAULT_CATEGORY: &str = "General Information";

/// Returns the trimmed text; fails if it shows nothing.
fn filled(field: &str, text: &str) -> Result<String, Fault> {
    match sms::is_blank(text) {
        true => Err(Fault::field(field, "This cannot be empty.")),
        false => Ok(text.trim().to_owned()),
    }
}

/// Returns the first and the last expiry date of a status.
pub fn lapsing(expiry_status: ExpiryStatus, today: jiff::civil::Date) -> (String, String) {
    let after = |days: i64| jiff::Span::new().try_days(days).and_then(|span| today.checked_add(span));
    let day = |days: i64| after(days).unwrap_or(today).to_string();
    match expiry_status {
        ExpiryStatus::Expired => ("0000-01-01".to_owned(), day(-1)),
        ExpiryStatus::Soon => (day(0), day(SOON)),
    }
}

/// Validates an expiry date; empty means none.
fn valid_until(day: &str) -> Result<String, Fault> {
    if day.is_empty() {
        return Ok(String::new());
    }
    let read = day.parse::<jiff::civil::Date>().ok().filter(|date| date.to_string() == day);
    read.map(|_| day.to_owned()).ok_or_else(|| {
        Fault::field("validUntil", "Enter the date as year, month and day, such as 2026-12-31.")
    })
}

/// Returns the trimmed category, or the default if it is empty.
pub fn category(category: &str) -> String {
    match category.trim() {
        "" => DEFAULT_CATEGORY.to_owned(),
        category => category.to_owned(),
    }
}

/// Creates an answer from a draft.
pub fn drafted(
    owner: Owner<'_>,
    draft: &Draft,
    id: AnswerId,
    by: &str,
    now: Timestamp,
) -> Result<Answer, Fault> {
    let (question, text) = (filled("question", &draft.question)?, filled("answer", &draft.answer)?);
    let mut answer = Answer {
        category: category(&draft.category),
        source: draft.source.trim().to_owned(),
        updated_by: by.to_owned(),
        valid_until: valid_until(&draft.valid_until)?,
        ..Answer::new(id, owner.community(), question, text, now)
    };
    for sample in &draft.samples {
        add_sample(&mut answer, sample);
    }
    Ok(answer)
}

/// Returns an intent as an unanswered question. Its id is the intent's id in every community, so that a
/// community has it at most once.
pub fn unanswered(intent: &Intent, now: Timestamp) -> Answer {
    Answer {
        category: intent.category.clone(),
        samples: intent.samples.clone(),
        ..Answer::new(intent.id.as_str().into(), Owner::Company.community(), &intent.title, "", now)
    }
}

/// Returns the answer after a change.
pub fn changed(before: Answer, change: AnswerEdit, by: &str, now: Timestamp) -> Result<Answer, Fault> {
    same_version(&before, change.version)?;
    let mut after = before;
    if let Some(question) = change.question {
        after.question = filled("question", &question)?;
    }
    if let Some(text) = change.answer {
        after.answer = filled("answer", &text)?;
    }
    if let Some(named) = change.category {
        after.category = category(&named);
    }
    if let Some(source) = change.source {
        after.source = source.trim().to_owned();
    }
    if let Some(day) = change.valid_until {
        after.valid_until = valid_until(&day)?;
    }
    resample(&mut after, &change.remove_samples, &change.add_samples)?;
    after.version += 1;
    after.updated_by = by.to_owned();
    after.updated_ms = now;
    Ok(after)
}

/// The version and the use count of an answer, which a restored answer continues.
#[derive(Clone, Copy)]
pub struct Counters {
    pub version: i64,
    pub used: i64,
}

/// Returns an answer with the content of an earlier version. `last` belongs to an answer that was removed. If the
/// content is the same, the answer is returned unchanged.
pub fn restored(
    owner: Owner<'_>,
    there: Option<Answer>,
    last: Counters,
    wanted: Version,
    by: &str,
    now: Timestamp,
) -> Answer {
    let Version {
        answer_id,
        category,
        question,
        samples,
        mut learned_samples,
        answer,
        source,
        valid_until,
        ..
    } = wanted;
    let counters = |there: &Answer| Counters { version: there.version, used: there.used };
    let Counters { version, used } = there.as_ref().map_or(last, counters);
    // Old versions do not record which samples were learned.
    let still = there.iter().flat_map(|there| &there.learned_samples).filter(|text| samples.contains(text));
    let still: Vec<String> = still.filter(|text| !learned_samples.contains(text)).cloned().collect();
    learned_samples.extend(still);
    let restored = Answer {
        category,
        samples,
        learned_samples,
        source,
        version: version + 1,
        used,
        updated_by: by.to_owned(),
        valid_until,
        ..Answer::new(answer_id, owner.community(), question, answer, now)
    };
    match there {
        Some(there) if same_words(&there, &restored) => there,
        _ => restored,
    }
}

fn same_words(one: &Answer, other: &Answer) -> bool {
    let words = |of: &Answer| {
        let Answer { category, question, samples, answer, source, valid_until, .. } = of.clone();
        (category, question, samples, answer, source, valid_until)
    };
    words(one) == words(other)
}

/// Adds a company's answers to a community's own, except those whose question the community answers.
pub fn merge_shared(mut own: Vec<Answer>, shared: Vec<Answer>) -> Vec<Answer> {
    let answered: HashSet<String> = own
        .iter()
        .filter(|answer| answer.is_answered())
        .map(|answer| question_key(&answer.question))
        .collect();
    own.extend(shared.into_iter().filter(|answer| !answered.contains(&question_key(&answer.question))));
    own
}

/// Returns a community's answers after a proposed change. Fails as the change would.
pub fn propose(
    owner: Owner<'_>,
    mut own: Vec<Answer>,
    proposal: Proposal,
    now: Timestamp,
) -> Result<Vec<Answer>, Fault> {
    let Proposal { id, question, answer, samples, remove_samples, remove } = proposal;
    let place = own.iter().position(|answer| answer.id == id);
    let (place, mut after) = match place.map(|place| (place, own.remove(place))) {
        Some(_) if remove => return Ok(own),
        Some((place, before)) => {
            let change = AnswerEdit { question, answer, remove_samples, ..AnswerEdit::default() };
            (place, changed(before, change, "", now)?)
        }
        None if !id.0.is_empty() || remove => return Err(Fault::not_found("answer")),
        None => {
            has_room(owner, i64::try_from(own.len()).unwrap_or(MAX_ANSWERS))?;
            let draft = Draft {
                category: String::new(),
                question: question.unwrap_or_default(),
                samples: vec![],
                answer: answer.unwrap_or_default(),
                source: String::new(),
                valid_until: String::new(),
                cause: Cause::Edit,
            };
            (own.len(), drafted(owner, &draft, id, "", now)?)
        }
    };
    for sample in &samples {
        add_sample(&mut after, sample);
    }
    let key = question_key(&after.question);
    if own.iter().any(|other| question_key(&other.question) == key) {
        return Err(question_exists(owner));
    }
    own.insert(place, after);
    Ok(own)
}

/// Fails if the answer no longer has the version that the caller has seen; 0 means any.
pub fn same_version(answer: &Answer, version: i64) -> Result<(), Fault> {
    if version == 0 || version == answer.version {
        return Ok(());
    }
    let by = if answer.updated_by.is_empty() { "Someone" } else { &answer.updated_by };
    Err(Fault::aborted(
        ErrorReason::AnswerChanged,
        format!("{by} just changed this answer. Review the latest version before you save yours."),
    ))
}

/// Returns the error for a question that already exists.
pub fn question_exists(owner: Owner<'_>) -> Fault {
    let whose = name(owner);
    Fault::exists(
        ErrorReason::QuestionExists,
        format!("This {whose} already has that question. Edit its answer instead."),
    )
}

/// Fails if the owner already has the maximum number of answers.
pub fn has_room(owner: Owner<'_>, count: i64) -> Result<(), Fault> {
    if count < MAX_ANSWERS {
        return Ok(());
    }
    let whose = name(owner);
    Err(Fault::precondition(
        ErrorReason::TooManyAnswers,
        format!(
            "This {whose} has 2,000 answers, which is the limit. Delete one that is no longer needed first."
        ),
    ))
}

fn name(owner: Owner<'_>) -> &'static str {
    match owner {
        Owner::Community(_) => "community",
        Owner::Company => "company",
    }
}
