//! Staff answer what the bot could not, and the next resident is answered by the bot.

use answering::{Engine, Entry, Lexical, Thresholds};

use crate::answered;
use crate::covered::{COVERED, TYPICAL};
use crate::knowledge::entries;
use crate::unknown::UNKNOWN;

const ASKED_FIRST: &str = "Can I put a ring doorbell on my front door or do I have to ask the board first?";

const ASKED_NEXT: &[&str] = &[
    "is a doorbell camera allowed at my unit?",
    "do I need permission from the board for a ring doorbell?",
    "am I allowed to mount a video doorbell",
    "can we have ring doorbells here",
    "can i put up a doorbell cam",
];

/// The community after staff have trained the bot with their answer.
fn trained() -> Lexical {
    let mut entries = entries();
    entries.push(Entry {
        id: "doorbell".into(),
        question: "Can I install a doorbell camera?".into(),
        samples: vec![],
        taught: vec![ASKED_FIRST.into()],
        answer: "Yes. Use the no-drill mount and point it at your own doorway; no board approval is needed."
            .into(),
    });
    Lexical::new(entries)
}

#[test]
fn before_training_nobody_is_answered() {
    let engine = Lexical::new(entries());
    for text in [ASKED_FIRST].iter().chain(ASKED_NEXT) {
        assert_eq!(answered(&engine, text), None, "{text}: {:?}", engine.rank(text, 2));
    }
}

#[test]
fn after_training_the_same_text_has_full_confidence() {
    assert_eq!(trained().rank(ASKED_FIRST, 1)[0].confidence, 1.0);
}

#[test]
fn after_training_the_next_residents_are_answered_in_their_own_words() {
    let engine = trained();
    for text in ASKED_NEXT {
        let matches = engine.rank(text, 2);
        assert_eq!(answered(&engine, text).as_deref(), Some("doorbell"), "{text}: {matches:?}");
        assert!(matches[0].confidence >= Thresholds::DEFAULT.answer);
    }
}

#[test]
fn what_is_nearly_what_was_taught_is_answered_at_once() {
    let asked = "Can I put a ring doorbell on my front door or do I need to ask the board first";
    let found = &trained().rank(asked, 2);
    assert!(found[0].id == "doorbell" && found[0].confidence >= Thresholds::DEFAULT.certain, "{found:?}");
}

#[test]
fn another_day_number_or_not_is_another_question() {
    let mut entries = entries();
    let taught = vec!["can I move my boxes into the storage room on monday after 9".into()];
    entries.push(Entry {
        id: "boxes".into(),
        question: "Boxes".into(),
        samples: vec![],
        taught,
        answer: String::new(),
    });
    let engine = Lexical::new(entries);
    let sure = |text: &str| engine.rank(text, 1)[0].confidence >= Thresholds::DEFAULT.certain;
    assert!(sure("could i please move the boxes into the storage room on monday after 9?"));
    for text in [
        "can I move my boxes into the storage room on sunday after 9",
        "can I move my boxes into the storage room on monday after 8",
        "can I not move my boxes into the storage room on monday after 9",
        "can I move my boxes into the storage room on monday before 9",
        "can I move my bikes into the storage room on monday after 9",
        "can I move my boxes into the storage roof on monday after 9",
    ] {
        assert!(!sure(text), "{text}");
    }
}

#[test]
fn what_is_nearly_what_was_taught_of_two_is_left_to_staff() {
    let mut entries = entries();
    for (id, question) in [("door", "Doors"), ("bell", "Bells")] {
        let taught = vec![ASKED_FIRST.into()];
        let (id, question) = (id.into(), question.into());
        entries.push(Entry { id, question, samples: vec![], taught, answer: String::new() });
    }
    let engine = Lexical::new(entries);
    assert_eq!(
        answered(&engine, "can i put a ring doorbell on my front door or do I have to ask the board"),
        None
    );
}

#[test]
fn what_is_taught_bears_less_the_more_staff_have_worded_themselves() {
    let samples = ["When does the pool open?", "Until when can I swim?", "Is the pool open today?"];
    let pool = |samples: &[&str], taught: &[&str]| Entry {
        id: "pool".into(),
        question: "What are the pool hours?".into(),
        samples: samples.iter().map(|text| (*text).into()).collect(),
        taught: taught.iter().map(|text| (*text).into()).collect(),
        answer: String::new(),
    };
    let odd = "my kids wanna jump in the water after school";
    let all: Vec<&str> = samples.into_iter().chain([odd]).collect();
    let of = |entry: Entry, text: &str| Lexical::new(vec![entry]).rank(text, 1)[0].confidence;
    for text in ["pool hours please", "when does the swimming pool open"] {
        let (damped, chosen) = (of(pool(&samples, &[odd]), text), of(pool(&all, &[]), text));
        assert!(damped > chosen, "{text}: {damped} {chosen}");
    }
    assert_eq!(of(pool(&samples, &[odd]), odd), 1.0);
}

#[test]
fn training_takes_no_answer_from_other_questions() {
    let (before, after) = (Lexical::new(entries()), trained());
    for (text, entry) in TYPICAL.iter().chain(COVERED) {
        if answered(&before, text).is_some() {
            assert_eq!(answered(&after, text).as_deref(), Some(*entry), "{text}: {:?}", after.rank(text, 2));
        }
    }
}

#[test]
fn training_answers_nothing_that_it_was_not_about() {
    let engine = trained();
    let others = UNKNOWN.iter().filter(|text| !text.contains("doorbell"));
    for text in
        others.chain(&["can I install a security camera on my balcony", "is there a camera in the lobby"])
    {
        assert_eq!(answered(&engine, text), None, "{text}: {:?}", engine.rank(text, 2));
    }
}
