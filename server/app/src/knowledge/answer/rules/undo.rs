//! Undoes changes to a community's answers.
use std::collections::{HashMap, HashSet};

use platform::{Fault, Timestamp};

use super::{Counters, restored};
use crate::knowledge::answer::model::{Answer, AnswerChange, AnswerId, Version, question_key};

/// The effects of undoing changes.
#[derive(Debug, Default)]
pub struct UndoPlan {
    /// Answers that the changes had added.
    pub removed: Vec<Answer>,
    /// Answers before and after the undo.
    pub restored: Vec<(Answer, Answer)>,
    /// Questions of answers that keep their content, because they changed again or another answer now has the
    /// question.
    pub kept: Vec<String>,
    /// Number of changes that are undone.
    pub undone: usize,
}

/// Plans the undo of one change of each answer. `history` contains, for each answer, the version before the
/// change and the newest version.
///
/// # Errors
/// `NOT_FOUND` for an answer that never existed.
pub fn plan_undo(
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
    let (mut plan, mut seen) = (UndoPlan::default(), HashSet::new());
    for AnswerChange { id, version } in changes.iter().filter(|change| seen.insert(&change.id)) {
        let Some(current) = there.get(id).copied() else {
            let question = last.get(id).cloned().ok_or_else(|| Fault::not_found("answer"))?;
            plan.kept.push(question);
            continue;
        };
        let was = before.remove(&(id.clone(), current.version - 1));
        match undone(current, *version, was, by, now) {
            Undone::Restored(after) if is_free(&mut taken, current, &after) => {
                plan.undone += 1;
                if *after != *current {
                    plan.restored.push((current.clone(), *after));
                }
            }
            Undone::Removed => {
                plan.undone += 1;
                taken.remove(&question_key(&current.question));
                plan.removed.push(current.clone());
            }
            _ => plan.kept.push(current.question.clone()),
        }
    }
    Ok(plan)
}

/// Returns whether no answer has, or had before the undo, the question to restore: all answers are written at
/// once.
fn is_free(taken: &mut HashSet<String>, current: &Answer, after: &Answer) -> bool {
    let (from, to) = (question_key(&current.question), question_key(&after.question));
    from == to || taken.insert(to)
}

/// The effect of undoing one change.
enum Undone {
    Restored(Box<Answer>),
    Removed,
    Kept,
}

/// Undoes the change that created `version` of an answer. `before` is the version before the change, if it is
/// still stored.
fn undone(current: &Answer, version: i64, before: Option<Version>, by: &str, now: Timestamp) -> Undone {
    match before {
        _ if version != current.version => Undone::Kept,
        Some(before) if !before.removed => {
            let last = Counters { version: current.version, used: current.used };
            let there = Some(current.clone());
            Undone::Restored(Box::new(restored(current.owner(), there, last, before, by, now)))
        }
        // The version before the change is no longer stored.
        None if version > 1 => Undone::Kept,
        _ => Undone::Removed,
    }
}
