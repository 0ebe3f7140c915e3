//! Training examples: after staff answer a question once, the engine answers the next residents who ask it.

use answering::{ConfidenceThresholds, Engine, Entry, LexicalIndex};

use crate::answered_entry;
use crate::in_scope::{IN_SCOPE, TYPICAL};
use crate::knowledge_base::entries;
use crate::out_of_scope::OUT_OF_SCOPE;

const TRAINED_TEXT: &str = "Can I put a ring doorbell on my front door or do I have to ask the board first?";

const PARAPHRASES: &[&str] = &[
    "is a doorbell camera allowed at my unit?",
    "do I need permission from the board for a ring doorbell?",
    "am I allowed to mount a video doorbell",
    "can we have ring doorbells here",
    "can i put up a doorbell cam",
];

/// Returns an index with an entry that staff trained with [`TRAINED_TEXT`].
fn trained_index() -> LexicalIndex {
    let mut entries = entries();
    entries.push(Entry {
        id: "doorbell".into(),
        question: "Can I install a doorbell camera?".into(),
        utterances: vec![],
        training_examples: vec![TRAINED_TEXT.into()],
        answer: "Yes. Use the no-drill mount and point it at your own doorway; no board approval is needed."
            .into(),
    });
    LexicalIndex::new(entries)
}

#[test]
fn before_training_no_text_is_answered() {
    let engine = LexicalIndex::new(entries());
    for text in [TRAINED_TEXT].iter().chain(PARAPHRASES) {
        assert_eq!(answered_entry(&engine, text), None, "{text}: {:?}", engine.rank(text, 2));
    }
}

#[test]
fn after_training_the_same_text_has_full_confidence() {
    assert_eq!(trained_index().rank(TRAINED_TEXT, 1)[0].confidence, 1.0);
}

#[test]
fn after_training_paraphrases_are_answered() {
    let engine = trained_index();
    for text in PARAPHRASES {
        let matches = engine.rank(text, 2);
        assert_eq!(answered_entry(&engine, text).as_deref(), Some("doorbell"), "{text}: {matches:?}");
        assert!(matches[0].confidence >= ConfidenceThresholds::DEFAULT.min_confidence);
    }
}

#[test]
fn a_near_duplicate_of_a_training_example_is_certain() {
    let text = "Can I put a ring doorbell on my front door or do I need to ask the board first";
    let found = &trained_index().rank(text, 2);
    assert!(
        found[0].id == "doorbell" && found[0].confidence >= ConfidenceThresholds::DEFAULT.certain_confidence,
        "{found:?}"
    );
}

#[test]
fn a_different_day_number_or_negation_is_not_a_near_duplicate() {
    let mut entries = entries();
    let training_examples = vec!["can I move my boxes into the storage room on monday after 9".into()];
    entries.push(Entry {
        id: "boxes".into(),
        question: "Boxes".into(),
        utterances: vec![],
        training_examples,
        answer: String::new(),
    });
    let engine = LexicalIndex::new(entries);
    let is_certain =
        |text: &str| engine.rank(text, 1)[0].confidence >= ConfidenceThresholds::DEFAULT.certain_confidence;
    assert!(is_certain("could i please move the boxes into the storage room on monday after 9?"));
    for text in [
        "can I move my boxes into the storage room on sunday after 9",
        "can I move my boxes into the storage room on monday after 8",
        "can I not move my boxes into the storage room on monday after 9",
        "can I move my boxes into the storage room on monday before 9",
        "can I move my bikes into the storage room on monday after 9",
        "can I move my boxes into the storage roof on monday after 9",
    ] {
        assert!(!is_certain(text), "{text}");
    }
}

#[test]
fn a_near_duplicate_of_the_training_examples_of_two_entries_is_escalated() {
    let mut entries = entries();
    for (id, question) in [("door", "Doors"), ("bell", "Bells")] {
        let training_examples = vec![TRAINED_TEXT.into()];
        let (id, question) = (id.into(), question.into());
        entries.push(Entry { id, question, utterances: vec![], training_examples, answer: String::new() });
    }
    let engine = LexicalIndex::new(entries);
    assert_eq!(
        answered_entry(&engine, "can i put a ring doorbell on my front door or do I have to ask the board"),
        None
    );
}

#[test]
fn training_examples_weigh_less_than_phrasings_of_staff() {
    let utterances = ["When does the pool open?", "Until when can I swim?", "Is the pool open today?"];
    let pool = |utterances: &[&str], training_examples: &[&str]| Entry {
        id: "pool".into(),
        question: "What are the pool hours?".into(),
        utterances: utterances.iter().map(|text| (*text).into()).collect(),
        training_examples: training_examples.iter().map(|text| (*text).into()).collect(),
        answer: String::new(),
    };
    let unusual = "my kids wanna jump in the water after school";
    let all: Vec<&str> = utterances.into_iter().chain([unusual]).collect();
    let confidence = |entry: Entry, text: &str| LexicalIndex::new(vec![entry]).rank(text, 1)[0].confidence;
    for text in ["pool hours please", "when does the swimming pool open"] {
        let (as_example, as_phrasing) =
            (confidence(pool(&utterances, &[unusual]), text), confidence(pool(&all, &[]), text));
        assert!(as_example > as_phrasing, "{text}: {as_example} {as_phrasing}");
    }
    assert_eq!(confidence(pool(&utterances, &[unusual]), unusual), 1.0);
}

#[test]
fn training_does_not_change_the_answers_to_other_questions() {
    let (before, after) = (LexicalIndex::new(entries()), trained_index());
    for (text, entry) in TYPICAL.iter().chain(IN_SCOPE) {
        if answered_entry(&before, text).is_some() {
            assert_eq!(
                answered_entry(&after, text).as_deref(),
                Some(*entry),
                "{text}: {:?}",
                after.rank(text, 2)
            );
        }
    }
}

#[test]
fn training_does_not_answer_unrelated_questions() {
    let engine = trained_index();
    let others = OUT_OF_SCOPE.iter().filter(|text| !text.contains("doorbell"));
    for text in
        others.chain(&["can I install a security camera on my balcony", "is there a camera in the lobby"])
    {
        assert_eq!(answered_entry(&engine, text), None, "{text}: {:?}", engine.rank(text, 2));
    }
}
