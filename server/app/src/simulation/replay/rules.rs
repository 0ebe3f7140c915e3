//! Comparison of the outcomes of questions under current and proposed answers.
use std::sync::Arc;

use answering::ConfidenceThresholds;
use platform::{Fault, Timestamp, ids::CommunityId};

use super::model::{DifferenceKind, ReplayDifference, ReplayProposal, ReplayReport, SentAnswer};
use crate::{
    bot::{self, CommunityIndex, DecisionContext, InboundText, TextEmbeddings},
    knowledge::answer::{self, Answer, CommunityAnswers, ProposedKnowledge},
    messaging::thread::InboundQuestion,
};

impl ReplayProposal {
    /// Returns a community's current knowledge and its knowledge after the proposed change.
    pub fn apply(
        self,
        community: &CommunityId,
        answers: CommunityAnswers,
        now: Timestamp,
    ) -> Result<ProposedKnowledge, Fault> {
        match self {
            Self::Answer(proposal) => answer::propose_change(community, answers, proposal, now),
            Self::File { bytes, keep_answered } => {
                let file = answer::read_file(&bytes)?;
                answer::propose_import(community, answers, file, keep_answered, now)
            }
        }
    }
}

/// The indexes that a replay compares, and the settings that apply to both.
pub struct ReplayIndexes {
    pub current: Arc<CommunityIndex>,
    pub proposed: Arc<CommunityIndex>,
    pub thresholds: ConfidenceThresholds,
    /// The date in the community's time zone, as `2026-12-31`.
    pub today: String,
}

/// Decides each question with both indexes and reports the differences.
pub fn replay(questions: Vec<(InboundQuestion, TextEmbeddings)>, indexes: &ReplayIndexes) -> ReplayReport {
    let mut report = ReplayReport { question_count: questions.len(), ..ReplayReport::default() };
    for (question, embeddings) in questions {
        let decide = |index: &Arc<CommunityIndex>| {
            let (index, thresholds, today) = (index.clone(), indexes.thresholds, indexes.today.as_str());
            let text = InboundText {
                body: &question.body,
                english: Some(&*question.english).filter(|text| !text.is_empty()),
            };
            bot::IndexQuery { index, thresholds, embeddings: &embeddings, today }
                .decide(&text, &DecisionContext::of_text(&question.body))
        };
        let (before, after) = (decide(&indexes.current), decide(&indexes.proposed));
        let (before, after) = (before.sent_answers(), after.sent_answers());
        report.answered_before += usize::from(!before.is_empty());
        report.answered_after += usize::from(!after.is_empty());
        let same = before.iter().map(|(one, _)| &one.id).eq(after.iter().map(|(one, _)| &one.id));
        let kind = match (before.is_empty(), after.is_empty()) {
            (true, true) => continue,
            (false, true) => DifferenceKind::Escalated,
            (true, false) => DifferenceKind::Answered,
            (false, false) if same => {
                let is_reworded =
                    before.iter().zip(&after).any(|((one, _), (other, _))| one.answer != other.answer);
                report.reworded += usize::from(is_reworded);
                continue;
            }
            (false, false) => DifferenceKind::OtherAnswer,
        };
        let (before, after) = (distinct_answer(&before, &after), distinct_answer(&after, &before));
        report.differences.push(ReplayDifference { question, kind, before, after });
    }
    report
}

/// Returns the first answer of `replies` that `other` lacks, or else the first of `replies`.
fn distinct_answer(replies: &[(&Answer, f32)], other: &[(&Answer, f32)]) -> Option<SentAnswer> {
    let is_own = |reply: &&(&Answer, f32)| !other.iter().any(|(answer, _)| answer.id == reply.0.id);
    let distinct = replies.iter().find(is_own).or(replies.first());
    distinct
        .map(|(answer, confidence)| SentAnswer { question: answer.question.clone(), confidence: *confidence })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str, question: &str, answer: &str) -> Answer {
        Answer::new(id.into(), "c".into(), question, answer, platform::Timestamp(0))
    }

    fn inbound_question(body: &str) -> (InboundQuestion, TextEmbeddings) {
        (
            InboundQuestion {
                id: "m".into(),
                body: body.into(),
                english: String::new(),
                created_ms: platform::Timestamp(0),
            },
            TextEmbeddings::default(),
        )
    }

    fn indexes(current: Vec<Answer>, proposed: Vec<Answer>) -> ReplayIndexes {
        let [current, proposed] = [current, proposed].map(|answers| Arc::new(CommunityIndex::new(answers)));
        ReplayIndexes {
            current,
            proposed,
            thresholds: ConfidenceThresholds::DEFAULT,
            today: "2026-03-02".to_owned(),
        }
    }

    #[test]
    fn each_kind_of_difference_is_reported_and_equal_outcomes_are_not() {
        let pool = answer("pool", "What are the pool hours?", "8 to 10.");
        let gym = answer("gym", "Where is the gym?", "Next to the pool.");
        let bikes = answer("bikes", "Can I store my bike?", "In the garage.");
        let moved = answer("hours", "What are the pool hours?", "9 to 9.");
        let questions =
            ["what are the pool hours", "where is the gym", "can i store my bike", "may i paint my door"];
        let report =
            replay(questions.map(inbound_question).into(), &indexes(vec![pool, gym], vec![moved, bikes]));
        let changes: Vec<_> = report.differences.iter().map(|difference| difference.kind).collect();
        assert_eq!(
            changes,
            [DifferenceKind::OtherAnswer, DifferenceKind::Escalated, DifferenceKind::Answered]
        );
        assert_eq!((report.question_count, report.answered_before, report.answered_after), (4, 2, 2));
        assert_eq!(report.reworded, 0);
    }

    #[test]
    fn a_changed_text_of_the_same_answer_counts_as_reworded() {
        let pool = |words| vec![answer("pool", "What are the pool hours?", words)];
        let questions = vec![inbound_question("what are the pool hours")];
        let report = replay(questions, &indexes(pool("8 to 10."), pool("Until 10.")));
        assert_eq!((report.reworded, report.differences.len()), (1, 0));
    }

    #[test]
    fn an_expired_answer_is_not_sent() {
        let pool = |until: &str| {
            let pool = answer("pool", "What are the pool hours?", "8 to 10.");
            vec![Answer { valid_until: until.to_owned(), ..pool }]
        };
        let ask = || vec![inbound_question("what are the pool hours")];
        let report = replay(ask(), &indexes(pool("2026-03-01"), pool("2026-03-02")));
        assert_eq!(report.differences[0].kind, DifferenceKind::Answered);
        let report = replay(ask(), &indexes(pool("2026-03-01"), pool("2026-02-01")));
        assert_eq!((report.answered_before, report.answered_after, report.differences.len()), (0, 0, 0));
    }

    #[test]
    fn a_text_with_several_questions_is_answered_only_if_all_of_them_are() {
        let pool = answer("pool", "What are the pool hours?", "8 to 10.");
        let gym = answer("gym", "Where is the gym?", "Next to the pool.");
        let both = || vec![inbound_question("What are the pool hours? And where is the gym?")];
        let report = replay(both(), &indexes(vec![pool.clone(), gym.clone()], vec![pool.clone()]));
        assert_eq!((report.answered_before, report.answered_after), (1, 0));
        assert_eq!(report.differences[0].kind, DifferenceKind::Escalated);
        let moved = Answer { answer: "Upstairs.".to_owned(), ..gym.clone() };
        let report = replay(both(), &indexes(vec![pool.clone(), gym], vec![pool, moved]));
        assert_eq!((report.reworded, report.differences.len()), (1, 0));
    }
}
