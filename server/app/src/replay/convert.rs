//! Replays in the contract's words.
use contract::v1;
use platform::{Fault, ids::CommunityId};

use super::model::{Change, Flip, Outcome, Replayed, Wish};
use crate::{file, knowledge::Proposal};

/// The most flips that are told.
const MOST_TOLD: usize = 100;

/// Where a change would be made, and which.
pub fn wish(asked: v1::ReplayQuestionsRequest) -> Result<(CommunityId, Wish), Fault> {
    let v1::ReplayQuestionsRequest { community_id, id, question, answer, samples, remove, .. } = asked;
    let wish = match asked.data.is_empty() {
        true => {
            let (id, remove_samples) = (id.into(), asked.remove_samples);
            Wish::Change(Proposal { id, question, answer, samples, remove_samples, remove })
        }
        false => Wish::File { bytes: file::decode(&asked.data)?, keep: asked.keep_answered },
    };
    Ok((community_id.into(), wish))
}

/// What would turn out otherwise.
pub fn replayed(replayed: Replayed) -> v1::ReplayQuestionsResponse {
    v1::ReplayQuestionsResponse {
        asked: count(replayed.asked),
        answered_before: count(replayed.answered_before),
        answered_after: count(replayed.answered_after),
        flipped: count(replayed.flips.len()),
        flips: replayed.flips.into_iter().take(MOST_TOLD).map(flip).collect(),
        reworded: count(replayed.reworded),
    }
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn flip(flip: Flip) -> v1::ReplayFlip {
    let (before, before_confidence) = told(flip.before);
    let (after, after_confidence) = told(flip.after);
    v1::ReplayFlip {
        message_id: flip.asked.id.to_string(),
        text: flip.asked.body,
        asked_at: Some(flip.asked.created_ms.into()),
        change: match flip.change {
            Change::Escalated => v1::ReplayChange::Escalated,
            Change::Answered => v1::ReplayChange::Answered,
            Change::OtherAnswer => v1::ReplayChange::OtherAnswer,
        }
        .into(),
        before,
        before_confidence,
        after,
        after_confidence,
    }
}

fn told(outcome: Outcome) -> (String, f64) {
    outcome.map(|(question, sure)| (question, f64::from(sure))).unwrap_or_default()
}
