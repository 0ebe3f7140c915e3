//! Which questions turn out otherwise.
use std::sync::Arc;

use answering::Thresholds;
use platform::{Fault, Timestamp, ids::CommunityId};

use super::model::{Change, Flip, Outcome, Replayed, Wish};
use crate::{
    bot::{self, Around, Meant, Mind, Text},
    conversation::Asked,
    knowledge::{self, Answer, Known},
};

impl Wish {
    /// What the bot knows of a community, and what it would know.
    pub fn known(
        self,
        community: &CommunityId,
        there: (Vec<Answer>, Vec<Answer>),
        now: Timestamp,
    ) -> Result<Known, Fault> {
        match self {
            Self::Change(proposal) => knowledge::proposed(community, there, proposal, now),
            Self::File { bytes, keep } => {
                knowledge::proposed_by_file(community, there, (knowledge::read_file(&bytes)?, keep), now)
            }
        }
    }
}

/// What the bot knows as it is, and as it would be.
pub struct Sides {
    pub now: Arc<Mind>,
    pub then: Arc<Mind>,
    /// How sure it must be.
    pub caution: Thresholds,
    /// The day in the community.
    pub today: String,
}

/// Asks all of them twice, each by what it and its parts mean where that is known.
pub fn replay(questions: Vec<(Asked, Meant)>, sides: &Sides) -> Replayed {
    let mut replayed = Replayed { asked: questions.len(), ..Replayed::default() };
    for (asked, meant) in questions {
        let decide = |mind: &Arc<Mind>| {
            let (mind, caution, today) = (mind.clone(), sides.caution, sides.today.as_str());
            let text =
                Text { body: &asked.body, english: Some(&*asked.english).filter(|text| !text.is_empty()) };
            bot::Known { mind, caution, meant: &meant, today }.decide(&text, &Around::alone(&asked.body))
        };
        let (before, after) = (decide(&sides.now), decide(&sides.then));
        let (before, after) = (before.replies(), after.replies());
        replayed.answered_before += usize::from(!before.is_empty());
        replayed.answered_after += usize::from(!after.is_empty());
        let same = before.iter().map(|(one, _)| &one.id).eq(after.iter().map(|(one, _)| &one.id));
        let change = match (before.is_empty(), after.is_empty()) {
            (true, true) => continue,
            (false, true) => Change::Escalated,
            (true, false) => Change::Answered,
            (false, false) if same => {
                let is_reworded =
                    before.iter().zip(&after).any(|((one, _), (other, _))| one.answer != other.answer);
                replayed.reworded += usize::from(is_reworded);
                continue;
            }
            (false, false) => Change::OtherAnswer,
        };
        let (before, after) = (outcome(&before, &after), outcome(&after, &before));
        replayed.flips.push(Flip { asked, change, before, after });
    }
    replayed
}

/// The first answer that the other side does not give.
fn outcome(replies: &[(&Answer, f32)], other: &[(&Answer, f32)]) -> Outcome {
    let is_own = |reply: &&(&Answer, f32)| !other.iter().any(|(answer, _)| answer.id == reply.0.id);
    let told = replies.iter().find(is_own).or(replies.first());
    told.map(|(answer, sure)| (answer.question.clone(), *sure))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str, question: &str, answer: &str) -> Answer {
        Answer::new(id.into(), "c".into(), question, answer, platform::Timestamp(0))
    }

    fn asked(body: &str) -> (Asked, Meant) {
        (
            Asked {
                id: "m".into(),
                body: body.into(),
                english: String::new(),
                created_ms: platform::Timestamp(0),
            },
            Meant::default(),
        )
    }

    fn sides(now: Vec<Answer>, then: Vec<Answer>) -> Sides {
        let [now, then] = [now, then].map(|answers| Arc::new(Mind::new(answers)));
        Sides { now, then, caution: Thresholds::DEFAULT, today: "2026-03-02".to_owned() }
    }

    #[test]
    fn each_way_to_turn_out_otherwise_is_told_and_what_stays_is_not() {
        let pool = answer("pool", "What are the pool hours?", "8 to 10.");
        let gym = answer("gym", "Where is the gym?", "Next to the pool.");
        let bikes = answer("bikes", "Can I store my bike?", "In the garage.");
        let moved = answer("hours", "What are the pool hours?", "9 to 9.");
        let questions =
            ["what are the pool hours", "where is the gym", "can i store my bike", "may i paint my door"];
        let replayed = replay(questions.map(asked).into(), &sides(vec![pool, gym], vec![moved, bikes]));
        let changes: Vec<_> = replayed.flips.iter().map(|flip| flip.change).collect();
        assert_eq!(changes, [Change::OtherAnswer, Change::Escalated, Change::Answered]);
        assert_eq!((replayed.asked, replayed.answered_before, replayed.answered_after), (4, 2, 2));
        assert_eq!(replayed.reworded, 0);
    }

    #[test]
    fn other_words_of_the_same_entry_are_no_other_answer() {
        let pool = |words| vec![answer("pool", "What are the pool hours?", words)];
        let questions = vec![asked("what are the pool hours")];
        let replayed = replay(questions, &sides(pool("8 to 10."), pool("Until 10.")));
        assert_eq!((replayed.reworded, replayed.flips.len()), (1, 0));
    }
    #[test]
    fn an_answer_that_holds_no_longer_is_no_reply() {
        let pool = |until: &str| {
            let pool = answer("pool", "What are the pool hours?", "8 to 10.");
            vec![Answer { valid_until: until.to_owned(), ..pool }]
        };
        let ask = || vec![asked("what are the pool hours")];
        let replayed = replay(ask(), &sides(pool("2026-03-01"), pool("2026-03-02")));
        assert_eq!(replayed.flips[0].change, Change::Answered);
        let replayed = replay(ask(), &sides(pool("2026-03-01"), pool("2026-02-01")));
        assert_eq!((replayed.answered_before, replayed.answered_after, replayed.flips.len()), (0, 0, 0));
    }

    #[test]
    fn several_questions_at_once_are_answered_if_all_are() {
        let pool = answer("pool", "What are the pool hours?", "8 to 10.");
        let gym = answer("gym", "Where is the gym?", "Next to the pool.");
        let both = || vec![asked("What are the pool hours? And where is the gym?")];
        let replayed = replay(both(), &sides(vec![pool.clone(), gym.clone()], vec![pool.clone()]));
        assert_eq!((replayed.answered_before, replayed.answered_after), (1, 0));
        assert_eq!(replayed.flips[0].change, Change::Escalated);
        let moved = Answer { answer: "Upstairs.".to_owned(), ..gym.clone() };
        let replayed = replay(both(), &sides(vec![pool.clone(), gym], vec![pool, moved]));
        assert_eq!((replayed.reworded, replayed.flips.len()), (1, 0));
    }
}
