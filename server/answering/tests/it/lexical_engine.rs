//! The lexical engine answers or escalates the questions of residents.

use answering::{AnswerDecision, Engine, EscalationReason, LexicalIndex, decide};

use crate::answered_entry;
use crate::in_scope::{IN_SCOPE, TYPICAL};
use crate::knowledge_base::entries;
use crate::out_of_scope::OUT_OF_SCOPE;

#[test]
fn typical_questions_are_answered() {
    let engine = LexicalIndex::new(entries());
    for (text, entry) in TYPICAL {
        assert_eq!(
            answered_entry(&engine, text).as_deref(),
            Some(*entry),
            "{text}: {:?}",
            engine.rank(text, 2)
        );
    }
}

#[test]
fn every_utterance_is_answered_with_its_own_entry() {
    let engine = LexicalIndex::new(entries());
    for entry in entries() {
        for text in [&entry.question].into_iter().chain(&entry.utterances) {
            assert_eq!(answered_entry(&engine, text).as_ref(), Some(&entry.id), "{text}");
        }
    }
}

#[test]
fn no_paraphrase_is_answered_with_another_entry() {
    let engine = LexicalIndex::new(entries());
    for (text, entry) in IN_SCOPE {
        if let Some(found) = answered_entry(&engine, text) {
            assert_eq!(found, *entry, "{text}: {:?}", engine.rank(text, 2));
        }
    }
}

#[test]
fn at_least_85_of_100_paraphrases_are_answered() {
    let engine = LexicalIndex::new(entries());
    let escalated: Vec<&str> =
        IN_SCOPE.iter().map(|row| row.0).filter(|text| answered_entry(&engine, text).is_none()).collect();
    assert!(
        escalated.len() * 100 <= IN_SCOPE.len() * 15,
        "{} of {}: {escalated:#?}",
        escalated.len(),
        IN_SCOPE.len()
    );
}

#[test]
fn the_correct_entry_is_ranked_first_for_97_of_100_paraphrases() {
    let engine = LexicalIndex::new(entries());
    let is_first =
        |text: &str, entry: &str| engine.rank(text, 1).first().is_some_and(|best| best.id == entry);
    let missed: Vec<_> = IN_SCOPE.iter().filter(|(text, entry)| !is_first(text, entry)).collect();
    assert!(missed.len() * 100 <= IN_SCOPE.len() * 3, "{missed:#?}");
}

#[test]
fn out_of_scope_questions_are_escalated() {
    let engine = LexicalIndex::new(entries());
    for text in OUT_OF_SCOPE {
        assert_eq!(answered_entry(&engine, text), None, "{text}: {:?}", engine.rank(text, 2));
    }
}

#[test]
fn a_question_that_matches_two_entries_is_escalated() {
    let engine = LexicalIndex::new(entries());
    for text in ["pool", "dogs?", "insurance?", "question about insurance"] {
        let matches = engine.rank(text, 3);
        assert!(
            matches!(decide(&matches), AnswerDecision::Escalate { best: Some(_), .. }),
            "{text}: {matches:?}"
        );
    }
    assert!(matches!(
        decide(&engine.rank("pool", 3)),
        AnswerDecision::Escalate { reason: EscalationReason::Ambiguous, .. }
    ));
}

#[test]
fn a_misspelled_word_among_correct_ones_is_tolerated() {
    let engine = LexicalIndex::new(entries());
    for (text, entry) in [
        ("when is the swiming pool open", "pool-hours"),
        ("can i install a satelite dish", "dish"),
        ("when is the next bord meeting", "meeting"),
    ] {
        assert_eq!(
            answered_entry(&engine, text).as_deref(),
            Some(entry),
            "{text}: {:?}",
            engine.rank(text, 2)
        );
    }
}

#[test]
fn a_question_with_a_misspelled_subject_is_escalated_with_the_correct_suggestion() {
    let matches = LexicalIndex::new(entries()).rank("what is the pet polcy", 3);
    assert!(
        matches!(decide(&matches), AnswerDecision::Escalate { best: Some(best), .. } if best.id == "pets")
    );
}
