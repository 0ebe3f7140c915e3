//! What taking changes back makes of a community's answers.
use std::collections::{HashMap, HashSet};

use platform::{Fault, Timestamp};

use super::restored;
use crate::knowledge::answer::model::{Answer, AnswerChange, AnswerId, Version, question_key};

/// What becomes of answers whose changes are taken back.
#[derive(Debug, Default)]
pub struct UndoPlan {
    /// Those that the change brought.
    pub removed: Vec<Answer>,
    /// What they are, and what they are again.
    pub restored: Vec<(Answer, Answer)>,
    /// The questions of those that stay: somebody changed them since, or their question is another's by now.
    pub kept: Vec<String>,
    /// How many are as before.
    pub undone: usize,
}

/// Takes changes back, each answer's once; `history` has of each what it was before, and what it was last.
///
/// # Errors
/// `NOT_FOUND` for an answer that never was.
pub fn undoing(
    known: &[Answer],
    changes: &[AnswerChange],
    history: Vec<Version>,
    by: &str,
    now: Timestamp,
) -> Result<UndoPlan, Fault> {
    let there: HashMap<&AnswerId, &Answer> = known.iter().map(|answer| (&answer.id, answer)).collect();
    let mut taken: HashSet<String> = known.iter().map(|answer| question_key(&answer.question)).collect();
    let mut before: HashMap<(AnswerId, i64), Version> = HashMap::new();
    let mut last: HashMap<AnswerId, String> = HashMap::new();
    for version in history {
        last.insert(version.answer_id.clone(), version.question.clone());
        before.insert((version.answer_id.clone(), version.version), version);
    }
    let (mut undoing, mut seen) = (UndoPlan::default(), HashSet::new());
    for AnswerChange { id, version } in changes.iter().filter(|change| seen.insert(&change.id)) {
        let Some(current) = there.get(id).copied() else {
            let question = last.get(id).cloned().ok_or_else(|| Fault::not_found("answer"))?;
            undoing.kept.push(question);
            continue;
        };
        let was = before.remove(&(id.clone(), version - 1));
        match undone(current, *version, was, by, now) {
            Undone::Restored(after) if is_free(&mut taken, current, &after) => {
                undoing.undone += 1;
                if *after != *current {
                    undoing.restored.push((current.clone(), *after));
                }
            }
            Undone::Removed => {
                undoing.undone += 1;
                taken.remove(&question_key(&current.question));
                undoing.removed.push(current.clone());
            }
            _ => undoing.kept.push(current.question.clone()),
        }
    }
    Ok(undoing)
}

/// No other answer has the question that comes back, nor had it until now: all are written at once.
fn is_free(taken: &mut HashSet<String>, current: &Answer, after: &Answer) -> bool {
    let (from, to) = (question_key(&current.question), question_key(&after.question));
    from == to || taken.insert(to)
}

/// What becomes of one of them.
enum Undone {
    Restored(Box<Answer>),
    Removed,
    Kept,
}

/// Takes the change that made `version` of an answer back; `before` is what was kept of it before that.
fn undone(current: &Answer, version: i64, before: Option<Version>, by: &str, now: Timestamp) -> Undone {
    match before {
        _ if version != current.version => Undone::Kept,
        Some(before) if !before.removed => {
            let last = (current.version, current.used);
            let there = Some(current.clone());
            Undone::Restored(Box::new(restored(current.owner(), there, last, before, by, now)))
        }
        // What it was is not kept any more.
        None if version > 1 => Undone::Kept,
        _ => Undone::Removed,
    }
}
