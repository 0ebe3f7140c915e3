//! Answers in the contract's words.
use contract::v1;
use platform::ids::CommunityId;

use super::model::{Answer, AnswerId, Cause, Change, Covered, Draft, Lapse, Version};

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
        valid_until: answer.valid_until.clone(),
        taught: answer.taught.clone(),
    }
}

/// What an answer was.
pub fn version(was: Version) -> v1::AnswerVersion {
    let Version { answer_id, version, topic, question, samples, answer, source, valid_until, .. } = was;
    v1::AnswerVersion {
        answer_id: answer_id.to_string(),
        version,
        topic,
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

/// Where a new answer goes, and what it is.
pub fn draft(asked: v1::CreateAnswerRequest) -> (CommunityId, Draft) {
    let v1::CreateAnswerRequest {
        community_id,
        topic,
        question,
        samples,
        answer,
        source,
        valid_until,
        copied,
    } = asked;
    let draft = Draft { topic, question, samples, answer, source, valid_until, cause: cause(copied) };
    (community_id.into(), draft)
}

/// As [`draft`], for a company.
pub fn company_draft(asked: v1::CreateCompanyAnswerRequest) -> (String, Draft) {
    let v1::CreateCompanyAnswerRequest { company_id, topic, question, samples, answer, source, valid_until } =
        asked;
    (company_id, Draft { topic, question, samples, answer, source, valid_until, cause: Cause::Edit })
}

/// Which answer is changed, and how.
pub fn change(asked: v1::UpdateAnswerRequest) -> (CommunityId, AnswerId, Change) {
    let change = Change {
        version: asked.version,
        topic: asked.topic,
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

/// As [`change`], for a company.
pub fn company_change(asked: v1::UpdateCompanyAnswerRequest) -> (String, AnswerId, Change) {
    let change = Change {
        version: asked.version,
        topic: asked.topic,
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

/// Which last days are wanted; none for any.
pub fn lapse(named: i32) -> Option<Lapse> {
    match v1::AnswerLapse::try_from(named) {
        Ok(v1::AnswerLapse::Expired) => Some(Lapse::Expired),
        Ok(v1::AnswerLapse::Soon) => Some(Lapse::Soon),
        _ => None,
    }
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
