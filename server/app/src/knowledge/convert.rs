//! Answers in the contract's words.
use contract::v1;
use platform::ids::CommunityId;

use super::model::{Answer, AnswerId, Change, Covered, Draft};

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

/// Where a new answer goes, and what it is.
pub fn draft(asked: v1::CreateAnswerRequest) -> (CommunityId, Draft) {
    let v1::CreateAnswerRequest { community_id, topic, question, samples, answer, source } = asked;
    (community_id.into(), Draft { topic, question, samples, answer, source })
}

/// As [`draft`], for a company.
pub fn company_draft(asked: v1::CreateCompanyAnswerRequest) -> (String, Draft) {
    let v1::CreateCompanyAnswerRequest { company_id, topic, question, samples, answer, source } = asked;
    (company_id, Draft { topic, question, samples, answer, source })
}

/// Which answer is changed, and how.
pub fn change(asked: v1::UpdateAnswerRequest) -> (CommunityId, AnswerId, Change) {
    let v1::UpdateAnswerRequest { community_id, id, version, topic, question, answer, source } = asked;
    (community_id.into(), id.into(), Change { version, topic, question, answer, source })
}

/// As [`change`], for a company.
pub fn company_change(asked: v1::UpdateCompanyAnswerRequest) -> (String, AnswerId, Change) {
    let v1::UpdateCompanyAnswerRequest { company_id, id, version, topic, question, answer, source } = asked;
    (company_id, id.into(), Change { version, topic, question, answer, source })
}

/// How much is answered, in all and of each topic.
pub fn coverage(topics: Vec<Covered>) -> v1::GetCoverageResponse {
    let count = |count: i64| i32::try_from(count).unwrap_or(i32::MAX);
    v1::GetCoverageResponse {
        answered: count(topics.iter().map(|topic| topic.answered).sum()),
        total: count(topics.iter().map(|topic| topic.total).sum()),
        topics: topics
            .into_iter()
            .map(|Covered { topic, answered, total }| v1::TopicCoverage {
                topic,
                answered: count(answered),
                total: count(total),
            })
            .collect(),
    }
}
