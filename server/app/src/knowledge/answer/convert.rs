//! Conversion to the contract: Answers.
use contract::v1;
use platform::ids::CommunityId;

use super::model::{
    Answer, AnswerChange, AnswerEdit, AnswerId, CategoryCoverage, Cause, Difference, Draft, ExpiryStatus,
    ImportPlan, Rejected, UndoOutcome, Version,
};

/// Maximum number of differences and of rejected lines in a response.
const MAX_LISTED: usize = 200;
/// Maximum number of kept questions in a response.
const MAX_KEPT_LISTED: usize = 100;
/// Maximum size of the differences in a response, in bytes.
const MAX_DIFFERENCES_BYTES: usize = 1 << 20;

/// Converts an answer.
#[must_use]
pub fn answer(answer: &Answer) -> v1::Answer {
    v1::Answer {
        id: answer.id.to_string(),
        community_id: answer.community_id.to_string(),
        category: answer.category.clone(),
        question: answer.question.clone(),
        samples: answer.samples.clone(),
        answer: answer.answer.clone(),
        source: answer.source.clone(),
        version: answer.version,
        used: answer.used,
        updated_by: answer.updated_by.clone(),
        updated_at: Some(answer.updated_ms.into()),
        valid_until: answer.valid_until.clone(),
        learned_samples: answer.learned_samples.clone(),
    }
}

/// Converts a version of an answer.
pub fn version(was: Version) -> v1::AnswerVersion {
    let Version { answer_id, version, category, question, samples, answer, source, valid_until, .. } = was;
    v1::AnswerVersion {
        answer_id: answer_id.to_string(),
        version,
        category,
        question,
        samples,
        answer,
        source,
        valid_until,
        removed: was.removed,
        cause: was.cause as i32,
        changed_by: was.changed_by,
        changed_at: Some(was.changed_ms.into()),
    }
}

fn cause(copied: bool) -> Cause {
    if copied { Cause::Copy } else { Cause::Edit }
}

/// Returns the community of a new answer and its draft.
pub fn draft(asked: v1::CreateAnswerRequest) -> (CommunityId, Draft) {
    let v1::CreateAnswerRequest {
        community_id,
        category,
        question,
        samples,
        answer,
        source,
        valid_until,
        copied,
    } = asked;
    let draft = Draft { category, question, samples, answer, source, valid_until, cause: cause(copied) };
    (community_id.into(), draft)
}

/// Returns the company of a new shared answer and its draft.
pub fn company_draft(asked: v1::CreateCompanyAnswerRequest) -> (String, Draft) {
    let v1::CreateCompanyAnswerRequest {
        company_id,
        category,
        question,
        samples,
        answer,
        source,
        valid_until,
    } = asked;
    (company_id, Draft { category, question, samples, answer, source, valid_until, cause: Cause::Edit })
}

/// Returns the community, the ID of the answer and the change to it.
pub fn change(asked: v1::UpdateAnswerRequest) -> (CommunityId, AnswerId, AnswerEdit) {
    let change = AnswerEdit {
        version: asked.version,
        category: asked.category,
        question: asked.question,
        answer: asked.answer,
        source: asked.source,
        valid_until: asked.valid_until,
        add_samples: asked.add_samples,
        remove_samples: asked.remove_samples,
        cause: cause(asked.copied),
    };
    (asked.community_id.into(), asked.id.into(), change)
}

/// Returns the company, the ID of the shared answer and the change to it.
pub fn company_change(asked: v1::UpdateCompanyAnswerRequest) -> (String, AnswerId, AnswerEdit) {
    let change = AnswerEdit {
        version: asked.version,
        category: asked.category,
        question: asked.question,
        answer: asked.answer,
        source: asked.source,
        valid_until: asked.valid_until,
        add_samples: asked.add_samples,
        remove_samples: asked.remove_samples,
        cause: Cause::Edit,
    };
    (asked.company_id, asked.id.into(), change)
}

/// Converts the expiry filter; unspecified means any expiry.
pub fn expiry_status(named: i32) -> Option<ExpiryStatus> {
    match v1::ExpiryStatus::try_from(named) {
        Ok(v1::ExpiryStatus::Expired) => Some(ExpiryStatus::Expired),
        Ok(v1::ExpiryStatus::Soon) => Some(ExpiryStatus::Soon),
        _ => None,
    }
}

/// Converts a change to an answer.
pub fn answer_change(AnswerChange { id, version }: AnswerChange) -> v1::AnswerChange {
    v1::AnswerChange { answer_id: id.to_string(), version }
}

/// Converts the caller's reference to a change.
pub fn change_from_contract(change: v1::AnswerChange) -> AnswerChange {
    AnswerChange { id: change.answer_id.into(), version: change.version }
}

/// Converts the outcome of an undo.
pub fn undo_response(UndoOutcome { undone, kept }: UndoOutcome) -> v1::UndoAnswerChangesResponse {
    v1::UndoAnswerChangesResponse {
        undone: count(undone),
        kept_count: count(kept.len()),
        kept: kept.into_iter().take(MAX_KEPT_LISTED).collect(),
    }
}

/// Converts the outcome, or the preview, of an import, with the changes that it made.
pub fn import_response(
    plan: &ImportPlan,
    preview: String,
    changes: Vec<AnswerChange>,
) -> v1::ImportAnswersResponse {
    let of = |new: bool| plan.differences.iter().filter(|one| one.before.is_none() == new).count();
    let mut room = MAX_DIFFERENCES_BYTES;
    let listed = plan.differences.iter().take(MAX_LISTED).take_while(|difference| {
        let bytes = difference.before.as_ref().map_or(0, Answer::bytes) + difference.after.bytes();
        room = room.saturating_sub(bytes);
        room > 0
    });
    let line = |Rejected { line, question, reason }: &Rejected| v1::RejectedAnswerLine {
        line: i32::try_from(*line).unwrap_or(i32::MAX),
        question: question.clone(),
        reason: reason.clone(),
    };
    v1::ImportAnswersResponse {
        differences: listed
            .map(|Difference { before, after }| v1::AnswerDifference {
                before: before.as_ref().map(answer),
                after: Some(answer(after)),
            })
            .collect(),
        added: count(of(true)),
        changed: count(of(false)),
        unchanged: count(plan.unchanged),
        kept: count(plan.kept),
        unanswered: count(plan.unanswered),
        rejected: plan.rejected.iter().take(MAX_LISTED).map(line).collect(),
        rejected_count: count(plan.rejected.len()),
        preview,
        changes: changes.into_iter().map(answer_change).collect(),
    }
}

/// Converts a count, capped at `i32::MAX`.
pub fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Converts the coverage, in total and by category.
pub fn coverage(categories: Vec<CategoryCoverage>) -> v1::GetCoverageResponse {
    let count = |count: i64| i32::try_from(count).unwrap_or(i32::MAX);
    v1::GetCoverageResponse {
        answered: count(categories.iter().map(|category| category.answered).sum()),
        total: count(categories.iter().map(|category| category.total).sum()),
        categories: categories
            .into_iter()
            .map(|CategoryCoverage { category, answered, total }| v1::CategoryCoverage {
                category,
                answered: count(answered),
                total: count(total),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::knowledge::answer::model::limits::{
        MAX_ANSWER_LENGTH, MAX_CATEGORY_LENGTH, MAX_QUESTION_LENGTH, MAX_SOURCE_LENGTH,
    };

    #[test]
    fn length_limits_of_files_match_those_of_the_contract() {
        let message =
            contract::POOL.get_message_by_name("parlor.v1.CreateAnswerRequest").expect("the message");
        let rules = contract::extension("buf.validate.field");
        let longest = |field: &str| {
            let field = message.get_field_by_name(field)?;
            let rules = field.options().get_extension(&rules).into_owned();
            rules
                .as_message()?
                .get_field_by_name("string")?
                .as_message()?
                .get_field_by_name("max_len")?
                .as_u64()
        };
        for (field, most) in [
            ("question", MAX_QUESTION_LENGTH),
            ("answer", MAX_ANSWER_LENGTH),
            ("category", MAX_CATEGORY_LENGTH),
            ("source", MAX_SOURCE_LENGTH),
        ] {
            assert_eq!(longest(field), u64::try_from(most).ok(), "{field}");
        }
    }
}
