//! Answers in the contract's words.
use contract::v1;

use super::model::Answer;

/// An answer.
#[must_use]
pub fn answer(answer: &Answer) -> v1::Answer {
    v1::Answer {
        id: answer.id.to_string(),
        community_id: answer.community_id.to_string(),
        topic: answer.topic.clone(),
        question: answer.question.clone(),
        samples: answer.samples.clone(),
        answer: answer.answer.clone(),
        source: answer.source.clone(),
        version: answer.version,
        used: answer.used,
        updated_by: answer.updated_by.clone(),
        updated_at: Some(answer.updated_ms.into()),
    }
}
