//! Which questions turn out otherwise.
use answering::Thresholds;

use super::model::{Change, Flip, Meaning, Outcome, Replayed};
use crate::{bot::Mind, conversation::Asked, knowledge::Answer};

/// Asks all of them twice, each by what it means where that is known.
pub fn replay(questions: Vec<(Asked, Meaning)>, caution: &Thresholds, now: &Mind, then: &Mind) -> Replayed {
    let mut replayed = Replayed { asked: questions.len(), ..Replayed::default() };
    for (asked, meaning) in questions {
        let meaning = meaning.as_deref();
        let before = now.reply(&asked.body, meaning, caution);
        let after = then.reply(&asked.body, meaning, caution);
        replayed.answered_before += usize::from(before.is_some());
        replayed.answered_after += usize::from(after.is_some());
        let change = match (&before, &after) {
            (None, None) => continue,
            (Some(_), None) => Change::Escalated,
            (None, Some(_)) => Change::Answered,
            (Some((before, _)), Some((after, _))) if before.id == after.id => {
                replayed.reworded += usize::from(before.answer != after.answer);
                continue;
            }
            (Some(_), Some(_)) => Change::OtherAnswer,
        };
        replayed.flips.push(Flip { asked, change, before: outcome(before), after: outcome(after) });
    }
    replayed
}

fn outcome(reply: Option<(&Answer, f32)>) -> Outcome {
    reply.map(|(answer, sure)| (answer.question.clone(), sure))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str, question: &str, answer: &str) -> Answer {
        Answer {
            id: id.into(),
            community_id: "c".into(),
            topic: "Amenities".into(),
            question: question.into(),
            samples: vec![],
            answer: answer.into(),
            source: String::new(),
            version: 1,
            used: 0,
            updated_by: String::new(),
            updated_ms: platform::Timestamp(0),
            valid_until: String::new(),
        }
    }

    fn asked(body: &str) -> (Asked, Meaning) {
        (Asked { id: "m".into(), body: body.into(), created_ms: platform::Timestamp(0) }, None)
    }

    #[test]
    fn each_way_to_turn_out_otherwise_is_told_and_what_stays_is_not() {
        let pool = answer("pool", "What are the pool hours?", "8 to 10.");
        let gym = answer("gym", "Where is the gym?", "Next to the pool.");
        let now = Mind::new(vec![pool.clone(), gym.clone()]);
        let bikes = answer("bikes", "Can I store my bike?", "In the garage.");
        let moved = answer("hours", "What are the pool hours?", "9 to 9.");
        let then = Mind::new(vec![moved, bikes]);
        let questions =
            ["what are the pool hours", "where is the gym", "can i store my bike", "may i paint my door"];
        let replayed = replay(questions.map(asked).into(), &Thresholds::DEFAULT, &now, &then);
        let changes: Vec<_> = replayed.flips.iter().map(|flip| flip.change).collect();
        assert_eq!(changes, [Change::OtherAnswer, Change::Escalated, Change::Answered]);
        assert_eq!((replayed.asked, replayed.answered_before, replayed.answered_after), (4, 2, 2));
        assert_eq!(replayed.reworded, 0);
    }

    #[test]
    fn other_words_of_the_same_entry_are_no_other_answer() {
        let pool = |words| Mind::new(vec![answer("pool", "What are the pool hours?", words)]);
        let replayed = replay(
            vec![asked("what are the pool hours")],
            &Thresholds::DEFAULT,
            &pool("8 to 10."),
            &pool("Until 10."),
        );
        assert_eq!((replayed.reworded, replayed.flips.len()), (1, 0));
    }
}
