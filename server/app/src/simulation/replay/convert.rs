//! Conversion of replays from and to the contract.
use contract::v1;
use platform::{Fault, ids::CommunityId};

use super::model::{DifferenceKind, ReplayDifference, ReplayProposal, ReplayReport, SentAnswer};
use crate::{knowledge::answer::Proposal, operations::file};

/// Maximum number of differences in a response.
const MAX_LISTED: usize = 100;

/// Returns the community that a request concerns and the change that it proposes.
pub fn proposal(request: v1::ReplayQuestionsRequest) -> Result<(CommunityId, ReplayProposal), Fault> {
    let v1::ReplayQuestionsRequest { community_id, id, question, answer, samples, remove, .. } = request;
    let proposal = match request.data.is_empty() {
        true => {
            let (id, remove_samples) = (id.into(), request.remove_samples);
            ReplayProposal::Answer(Proposal { id, question, answer, samples, remove_samples, remove })
        }
        false => {
            ReplayProposal::File { bytes: file::decode(&request.data)?, keep_answered: request.keep_answered }
        }
    };
    Ok((community_id.into(), proposal))
}

/// Converts a report; at most 100 differences are listed.
pub fn report(report: ReplayReport) -> v1::ReplayQuestionsResponse {
    v1::ReplayQuestionsResponse {
        asked: count(report.question_count),
        answered_before: count(report.answered_before),
        answered_after: count(report.answered_after),
        difference_count: count(report.differences.len()),
        differences: report.differences.into_iter().take(MAX_LISTED).map(difference).collect(),
        reworded: count(report.reworded),
    }
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn difference(difference: ReplayDifference) -> v1::ReplayDifference {
    let (before, before_confidence) = to_contract(difference.before);
    let (after, after_confidence) = to_contract(difference.after);
    v1::ReplayDifference {
        message_id: difference.question.id.to_string(),
        text: difference.question.body,
        asked_at: Some(difference.question.created_ms.into()),
        change: match difference.kind {
            DifferenceKind::Escalated => v1::ReplayChange::Escalated,
            DifferenceKind::Answered => v1::ReplayChange::Answered,
            DifferenceKind::OtherAnswer => v1::ReplayChange::OtherAnswer,
        }
        .into(),
        before,
        before_confidence,
        after,
        after_confidence,
    }
}

fn to_contract(answer: Option<SentAnswer>) -> (String, f64) {
    answer.map(|answer| (answer.question, f64::from(answer.confidence))).unwrap_or_default()
}
