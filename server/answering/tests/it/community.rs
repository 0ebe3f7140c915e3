//! Residents ask; the engine answers, or leaves it to staff.

use answering::{Engine, Lexical, Reason, Verdict, decide};

use crate::answered;
use crate::covered::{COVERED, TYPICAL};
use crate::knowledge::entries;
use crate::unknown::UNKNOWN;

#[test]
fn typical_questions_are_answered() {
    let engine = Lexical::new(entries());
    for (text, entry) in TYPICAL {
        assert_eq!(answered(&engine, text).as_deref(), Some(*entry), "{text}: {:?}", engine.rank(text, 2));
    }
}

#[test]
fn every_question_of_the_community_answers_itself() {
    let engine = Lexical::new(entries());
    for entry in entries() {
        for text in [&entry.question].into_iter().chain(&entry.samples) {
            assert_eq!(answered(&engine, text).as_ref(), Some(&entry.id), "{text}");
        }
    }
}

#[test]
fn no_paraphrase_is_answered_with_another_entry() {
    let engine = Lexical::new(entries());
    for (text, entry) in COVERED {
        if let Some(given) = answered(&engine, text) {
            assert_eq!(given, *entry, "{text}: {:?}", engine.rank(text, 2));
        }
    }
}

#[test]
fn at_least_85_of_100_paraphrases_are_answered() {
    let engine = Lexical::new(entries());
    let left: Vec<&str> =
        COVERED.iter().map(|row| row.0).filter(|text| answered(&engine, text).is_none()).collect();
    assert!(left.len() * 100 <= COVERED.len() * 15, "{} of {}: {left:#?}", left.len(), COVERED.len());
}

#[test]
fn staff_are_nearly_always_shown_the_right_entry_first() {
    let engine = Lexical::new(entries());
    let is_first =
        |text: &str, entry: &str| engine.rank(text, 1).first().is_some_and(|best| best.id == entry);
    let missed: Vec<_> = COVERED.iter().filter(|(text, entry)| !is_first(text, entry)).collect();
    assert!(missed.len() * 100 <= COVERED.len() * 3, "{missed:#?}");
}

#[test]
fn what_the_community_does_not_know_is_left_to_staff() {
    let engine = Lexical::new(entries());
    for text in UNKNOWN {
        assert_eq!(answered(&engine, text), None, "{text}: {:?}", engine.rank(text, 2));
    }
}

#[test]
fn a_question_that_fits_two_entries_is_left_to_staff() {
    let engine = Lexical::new(entries());
    for text in ["pool", "dogs?", "insurance?", "question about insurance"] {
        let matches = engine.rank(text, 3);
        assert!(matches!(decide(&matches), Verdict::Escalate { best: Some(_), .. }), "{text}: {matches:?}");
    }
    assert!(matches!(decide(&engine.rank("pool", 3)), Verdict::Escalate { reason: Reason::Tie, .. }));
}

#[test]
fn a_misspelt_word_among_right_ones_is_forgiven() {
    let engine = Lexical::new(entries());
    for (text, entry) in [
        ("when is the swiming pool open", "pool-hours"),
        ("can i install a satelite dish", "dish"),
        ("when is the next bord meeting", "meeting"),
    ] {
        assert_eq!(answered(&engine, text).as_deref(), Some(entry), "{text}: {:?}", engine.rank(text, 2));
    }
}

#[test]
fn the_misspelt_subject_of_a_question_is_left_to_staff_with_the_right_suggestion() {
    let matches = Lexical::new(entries()).rank("what is the pet polcy", 3);
    assert!(matches!(decide(&matches), Verdict::Escalate { best: Some(best), .. } if best.id == "pets"));
}
