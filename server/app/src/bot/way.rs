//! What is done with a text, decided in one place: a turn carries it out, and whoever tries the bot is told the same.
//!
//! Pure: what the text is held against was read before, and nothing is done here.
use answering::{Language, Match};

use super::{
    brain::Found,
    emergency,
    parts::Part,
    rules::{self, Outcome},
};
use crate::knowledge;

/// What is around a text.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// Somebody of the staff has the conversation.
    pub held: bool,
    /// It tells of an emergency.
    pub urgent: bool,
    /// The bot drafts and staff send.
    pub training: bool,
    /// The resident was not asked back just before.
    pub may_ask: bool,
}

impl Around {
    /// Nothing but what the text itself tells.
    pub fn alone(text: &str) -> Self {
        Self { held: false, urgent: emergency::heard(text), training: false, may_ask: true }
    }
}

/// The ways to go, the reasons in plain words.
pub enum Way {
    /// Reply with the best answer.
    Reply(String),
    /// Reply to each of several questions by itself, and leave to staff what has no answer.
    Apart(Vec<Part>),
    /// Ask which of these is meant, best first.
    AskBack(Vec<Match>, String),
    /// Leave it to staff.
    Escalate(String),
}

/// What is done with a text, and by what.
pub struct Decided {
    /// The text that was held against what is known.
    pub text: String,
    pub language: Language,
    /// What was found for all of it.
    pub whole: Found,
    pub way: Way,
}

impl Decided {
    /// The question without an answer that it asks instead, and how sure that is.
    pub fn waits(&self) -> Option<(&knowledge::Answer, f32)> {
        self.whole.waits(&self.text)
    }

    /// What it is answered with, each with how sure that is; nothing where staff get any of it, or
    /// the resident is asked back.
    pub fn replies(&self) -> Vec<(&knowledge::Answer, f32)> {
        match &self.way {
            Way::Reply(_) => {
                self.whole.best().map(|best| (best, self.whole.confidence())).into_iter().collect()
            }
            Way::Apart(parts) => {
                let each: Option<Vec<_>> = parts.iter().map(Part::answer).collect();
                each.unwrap_or_default()
            }
            Way::AskBack(..) | Way::Escalate(_) => vec![],
        }
    }
}

/// Decides on a text by what `find` finds for it and for its parts.
pub fn decide(text: &str, around: &Around, find: impl Fn(&str) -> Found) -> Decided {
    let language = answering::language(text);
    let whole = find(text);
    let way = way(text, language, around, &whole, find);
    Decided { text: text.to_owned(), language, whole, way }
}

fn way(text: &str, language: Language, around: &Around, whole: &Found, find: impl Fn(&str) -> Found) -> Way {
    // Of all of these staff see the text as it is.
    let as_it_is = around.held || around.urgent || around.training || language != Language::English;
    if !as_it_is {
        let part = |text: String| Part { found: find(&text), text };
        let parts: Vec<Part> = answering::questions(text).into_iter().map(part).collect();
        if Part::say_more(&parts, whole) {
            return Way::Apart(parts);
        }
    }
    if around.held {
        return Way::Escalate(rules::URGENT.to_owned());
    }
    let why = match rules::decide(&whole.matches, &whole.caution, around.training) {
        // Whoever writes in another language is answered in it, or by staff.
        Outcome::Reply(_) if language != Language::English && !speaks(whole, language) => {
            return Way::Escalate(rules::not_in_language(language));
        }
        Outcome::Reply(why) => return Way::Reply(why),
        Outcome::Escalate(why) => why,
    };
    // A question that waits for its answer is nearer than any that has one.
    let choices = match around.may_ask && !as_it_is && whole.waits(text).is_none() {
        true => answering::choices(&whole.matches, &whole.caution),
        false => &[],
    };
    match choices {
        [] => Way::Escalate(why),
        choices => {
            let questions: Vec<&str> = choices.iter().map(|found| found.question.as_str()).collect();
            let why = rules::asked_back(&whole.matches, &whole.caution, &questions);
            Way::AskBack(choices.to_vec(), why)
        }
    }
}

fn speaks(found: &Found, language: Language) -> bool {
    found.best().is_some_and(|answer| answering::language(&answer.answer) == language)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use answering::Thresholds;

    use super::*;
    use crate::bot::mind::Mind;

    const QUESTIONS: [&str; 5] = [
        "How do I get a second parking permit?",
        "Where can my guests park?",
        "Can a moving truck park on the street?",
        "What are the pool hours?",
        "¿A qué hora abre la piscina?",
    ];

    fn answer(at: usize, words: &str) -> knowledge::Answer {
        knowledge::Answer {
            id: format!("{at}").as_str().into(),
            community_id: "c".into(),
            topic: String::new(),
            question: QUESTIONS[at].to_owned(),
            samples: vec![],
            taught: vec![],
            answer: words.to_owned(),
            source: String::new(),
            version: 1,
            used: 0,
            updated_by: String::new(),
            updated_ms: platform::Timestamp(0),
            valid_until: String::new(),
        }
    }

    /// A community that has these answers; the questions without words wait for one.
    fn mind(words: [&str; 5]) -> Arc<Mind> {
        Arc::new(Mind::new(words.iter().enumerate().map(|(at, words)| answer(at, words)).collect()))
    }

    fn decided(mind: &Arc<Mind>, text: &str, around: Around) -> Decided {
        decide(text, &around, |text| Found::new(mind.clone(), Thresholds::DEFAULT, text, None))
    }

    fn named(mind: &Arc<Mind>, text: &str, around: Around) -> &'static str {
        match decided(mind, text, around).way {
            Way::Reply(_) => "reply",
            Way::Apart(_) => "apart",
            Way::AskBack(..) => "ask",
            Way::Escalate(_) => "staff",
        }
    }

    const ALL: [&str; 5] = ["Write.", "In row G.", "For an hour.", "8 to 10.", "La piscina abre a las ocho."];
    const BOTH: &str = "What are the pool hours? And where can my guests park?";

    #[test]
    fn each_way_is_taken() {
        let mind = mind(ALL);
        for (text, way) in [
            ("what are the pool hours", "reply"),
            (BOTH, "apart"),
            ("parking", "ask"),
            ("may i paint my door", "staff"),
            ("a que hora abre la piscina", "reply"),
            ("donde puedo estacionar", "staff"),
        ] {
            assert_eq!(named(&mind, text, Around::alone(text)), way, "{text}");
        }
    }

    #[test]
    fn what_is_around_it_leaves_fewer_ways() {
        let mind = mind(ALL);
        for (text, held, urgent, training, asked) in [
            ("what are the pool hours", "staff", "reply", "staff", "reply"),
            (BOTH, "staff", "staff", "staff", "apart"),
            ("parking", "staff", "staff", "staff", "staff"),
        ] {
            let alone = Around::alone(text);
            assert_eq!(named(&mind, text, Around { held: true, urgent: true, ..alone }), held, "{text}");
            assert_eq!(named(&mind, text, Around { urgent: true, ..alone }), urgent, "{text}");
            assert_eq!(named(&mind, text, Around { training: true, ..alone }), training, "{text}");
            assert_eq!(named(&mind, text, Around { may_ask: false, ..alone }), asked, "{text}");
        }
    }

    #[test]
    fn nobody_is_asked_back_where_a_question_that_waits_is_nearer() {
        let texts = [
            "parking",
            "second permit",
            "guests park",
            "truck",
            "pool",
            "park the truck of my guests",
            "street",
        ];
        let (mut waited, mut asked) = (0, 0);
        for known in 0..1 << 4 {
            let words = [0, 1, 2, 3, 4].map(|at| if at == 4 || known & 1 << at != 0 { ALL[at] } else { "" });
            let mind = mind(words);
            for text in texts {
                let decided = decided(&mind, text, Around::alone(text));
                let waiting = mind.waiting(text).map_or(0.0, |waiting| waiting.confidence);
                let is_nearer = waiting > decided.whole.confidence().max(Thresholds::DEFAULT.suggest);
                if let Way::AskBack(..) = decided.way {
                    assert!(!is_nearer, "{text} {known:b}");
                    asked += 1;
                }
                waited += usize::from(is_nearer);
            }
        }
        assert!(waited > 0 && asked > 0, "{waited} {asked}");
    }
}
