//! Groups escalated texts into unanswered questions, and ranks them.
use std::time::Duration;

use answering::{ConfidenceThresholds, MAX_CLUSTERED_TEXTS, Match};
use platform::Timestamp;

use super::model::{ClosestAnswer, EscalatedText, UnansweredQuestion, UnansweredQuestions};
use crate::{bot::CommunityIndex, knowledge::answer::Answer};

/// Age at which a text counts half.
const HALF_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);
/// Confidence from which the suggested answer could be sent.
const SENDABLE_CONFIDENCE: f64 = 0.5;

/// The answers that texts are compared with.
pub struct KnowledgeContext<'a> {
    pub index: &'a CommunityIndex,
    pub thresholds: ConfidenceThresholds,
    /// Whether the index contains all answers that apply to these texts, and not only some.
    pub is_complete: bool,
    /// Returns whether an answer has expired.
    pub is_expired: &'a dyn Fn(&Answer) -> bool,
}

/// Groups texts, newest first, and omits texts that are answered by now. Returns up to `limit` groups.
pub fn questions(
    texts: Vec<EscalatedText>,
    knowledge: &KnowledgeContext<'_>,
    limit: usize,
    now: Timestamp,
) -> UnansweredQuestions {
    let older = texts.len() > MAX_CLUSTERED_TEXTS;
    let texts: Vec<EscalatedText> =
        texts.into_iter().take(MAX_CLUSTERED_TEXTS).filter(|text| is_unanswered(text, knowledge)).collect();
    let bodies: Vec<&str> = texts.iter().map(|text| text.body.as_str()).collect();
    let clusters = answering::cluster_texts(&bodies);
    let of = |cluster: &answering::Cluster| UnansweredQuestion {
        texts: cluster.members.iter().map(|at| texts[*at].clone()).collect(),
        utterances: cluster.representatives.iter().map(|at| texts[*at].body.clone()).collect(),
        nearest: None,
    };
    let mut questions: Vec<UnansweredQuestion> = clusters.iter().map(of).collect();
    questions.sort_by(|one, other| {
        weight(other, now).total_cmp(&weight(one, now)).then(last(other).cmp(&last(one)))
    });
    let (texts, has_more) =
        (questions.iter().map(|question| question.texts.len()).sum(), older || questions.len() > limit);
    questions.truncate(limit);
    for question in &mut questions {
        question.nearest = question.utterances.first().and_then(|utterance| nearest(utterance, knowledge));
    }
    UnansweredQuestions { questions, texts, has_more }
}

/// Returns whether the bot still cannot answer a text.
fn is_unanswered(text: &EscalatedText, knowledge: &KnowledgeContext<'_>) -> bool {
    if !knowledge.is_complete && text.suggested_confidence >= SENDABLE_CONFIDENCE {
        return false;
    }
    knowledge
        .index
        .reply(&text.body, None, &knowledge.thresholds)
        .is_none_or(|(answer, _)| (knowledge.is_expired)(answer))
}

/// Returns the weight of a question: its number of texts, where recent texts count more.
fn weight(question: &UnansweredQuestion, now: Timestamp) -> f64 {
    let lives = |text: &EscalatedText| now.since(text.asked_ms).as_secs_f64() / HALF_LIFE.as_secs_f64();
    question.texts.iter().map(|text| 0.5_f64.powf(lives(text))).sum()
}

fn last(question: &UnansweredQuestion) -> (Timestamp, &str) {
    question.texts.first().map(|text| (text.asked_ms, text.id.as_str())).unwrap_or_default()
}

/// Returns the closest answer or unanswered question, or `None` if none is close.
fn nearest(utterance: &str, knowledge: &KnowledgeContext<'_>) -> Option<ClosestAnswer> {
    let unanswered = knowledge.index.unanswered(utterance);
    let matches = knowledge.index.rank(utterance, None).into_iter().chain(unanswered);
    let best = matches.max_by(|one: &Match, other| one.confidence.total_cmp(&other.confidence))?;
    let answer = knowledge
        .index
        .answer_of(&best)
        .filter(|_| best.confidence >= ConfidenceThresholds::DEFAULT.min_suggestion_confidence)?
        .clone();
    let is_expired = (knowledge.is_expired)(&answer);
    Some(ClosestAnswer { answer, confidence: best.confidence, is_expired })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 3600 * 1000;

    fn text(id: usize, body: &str, days_ago: i64) -> EscalatedText {
        EscalatedText {
            id: format!("{id:04}"),
            community_id: "c".into(),
            phone: format!("+1202555{id:04}"),
            body: body.to_owned(),
            reply: String::new(),
            asked_ms: Timestamp((1_000 - days_ago) * DAY),
            is_open: true,
            suggested_confidence: 0.0,
        }
    }

    fn found(texts: Vec<EscalatedText>, is_complete: bool) -> UnansweredQuestions {
        let index = CommunityIndex::new(vec![]);
        let knowledge = KnowledgeContext {
            index: &index,
            thresholds: ConfidenceThresholds::DEFAULT,
            is_complete,
            is_expired: &|_| false,
        };
        questions(texts, &knowledge, 50, Timestamp(1_000 * DAY))
    }

    #[test]
    fn frequent_and_recent_questions_come_first() {
        let texts = vec![
            text(0, "where is the sauna", 1),
            text(1, "are chickens allowed", 2),
            text(2, "can i keep chickens", 3),
            text(3, "is there a recycling day", 60),
            text(4, "when is the recycling day", 61),
            text(5, "recycling day?", 62),
        ];
        let found = found(texts, true);
        let first: Vec<&str> =
            found.questions.iter().map(|question| question.texts[0].body.as_str()).collect();
        assert_eq!(first, ["are chickens allowed", "where is the sauna", "is there a recycling day"]);
        assert_eq!((found.texts, found.has_more), (6, false));
    }

    #[test]
    fn a_text_with_a_suggested_answer_counts_only_against_the_complete_index() {
        let drafted =
            || vec![EscalatedText { suggested_confidence: 0.7, ..text(0, "where is the sauna", 1) }];
        assert_eq!(found(drafted(), false).questions.len(), 0);
        // The current search result is better than the stored suggestion.
        assert_eq!(found(drafted(), true).questions.len(), 1);
    }

    #[test]
    fn has_more_is_set_beyond_the_clustered_texts() {
        let texts = (0..MAX_CLUSTERED_TEXTS + 1).map(|id| text(id, "where is the sauna", 1)).collect();
        let found = found(texts, true);
        assert_eq!((found.texts, found.has_more), (MAX_CLUSTERED_TEXTS, true));
    }
}
