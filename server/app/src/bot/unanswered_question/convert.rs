//! Converts unanswered questions to the contract.
use std::collections::HashSet;

use contract::v1;

use super::model::{ClosestAnswer, UnansweredQuestion, UnansweredQuestions};

/// Maximum phrasings per question.
const MAX_UTTERANCES: usize = 3;

pub fn questions(
    UnansweredQuestions { questions, texts, has_more }: UnansweredQuestions,
) -> v1::ListUnansweredQuestionsResponse {
    v1::ListUnansweredQuestionsResponse {
        unanswered_questions: questions.into_iter().map(question).collect(),
        considered_texts: count(texts),
        has_more,
    }
}

fn question(question: UnansweredQuestion) -> v1::UnansweredQuestion {
    let UnansweredQuestion { texts, utterances, nearest } = question;
    let (newest, oldest) = (texts.first(), texts.last());
    let replied = texts.iter().find(|text| !text.reply.is_empty());
    v1::UnansweredQuestion {
        id: newest.map(|text| text.id.clone()).unwrap_or_default(),
        distinct_texts: count(utterances.len()),
        utterances: utterances.into_iter().take(MAX_UTTERANCES).collect(),
        times_asked: count(texts.len()),
        resident_count: count(texts.iter().map(|text| &text.phone).collect::<HashSet<_>>().len()),
        community_count: count(
            texts.iter().map(|text| text.community_id.as_str()).collect::<HashSet<_>>().len(),
        ),
        open_count: count(texts.iter().filter(|text| text.is_open).count()),
        first_asked_at: oldest.map(|text| text.asked_ms.into()),
        last_asked_at: newest.map(|text| text.asked_ms.into()),
        reply: replied.map(|text| text.reply.clone()).unwrap_or_default(),
        closest_answer: nearest.map(closest),
    }
}

fn closest(ClosestAnswer { answer, confidence, is_expired }: ClosestAnswer) -> v1::ClosestAnswer {
    v1::ClosestAnswer {
        answer_id: answer.id.to_string(),
        community_id: answer.community_id.to_string(),
        is_unanswered: !answer.is_answered(),
        category: answer.category,
        question: answer.question,
        confidence: f64::from(confidence),
        is_expired,
    }
}

fn count(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
