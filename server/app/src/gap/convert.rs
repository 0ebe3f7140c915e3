//! Gaps in the contract's words.
use std::collections::HashSet;

use contract::v1;

use super::model::{Gap, Gaps, Near};

/// So many wordings of a question are told.
const MOST_WORDINGS: usize = 3;

/// All gaps.
pub fn gaps(Gaps { gaps, asked, more }: Gaps) -> v1::ListGapsResponse {
    v1::ListGapsResponse { gaps: gaps.into_iter().map(gap).collect(), asked: count(asked), more }
}

fn gap(gap: Gap) -> v1::Gap {
    let Gap { asked, wordings, nearest } = gap;
    let (newest, oldest) = (asked.first(), asked.last());
    let replied = asked.iter().find(|text| !text.reply.is_empty());
    v1::Gap {
        id: newest.map(|text| text.id.clone()).unwrap_or_default(),
        ways: count(wordings.len()),
        wordings: wordings.into_iter().take(MOST_WORDINGS).collect(),
        asked: count(asked.len()),
        residents: count(asked.iter().map(|text| &text.phone).collect::<HashSet<_>>().len()),
        communities: count(asked.iter().map(|text| text.community_id.as_str()).collect::<HashSet<_>>().len()),
        open: count(asked.iter().filter(|text| text.open).count()),
        first_asked_at: oldest.map(|text| text.asked_ms.into()),
        last_asked_at: newest.map(|text| text.asked_ms.into()),
        reply: replied.map(|text| text.reply.clone()).unwrap_or_default(),
        nearest: nearest.map(near),
    }
}

fn near(Near { answer, confidence, expired }: Near) -> v1::GapEntry {
    v1::GapEntry {
        answer_id: answer.id.to_string(),
        community_id: answer.community_id.to_string(),
        waiting: !answer.is_answered(),
        topic: answer.topic,
        question: answer.question,
        confidence: f64::from(confidence),
        expired,
    }
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
