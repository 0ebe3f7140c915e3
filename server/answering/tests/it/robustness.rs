//! The engine accepts any text and any entry.

use answering::{AnswerDecision, Engine, Entry, LexicalIndex, MAX_TEXT_CHARS, decide};

use crate::knowledge_base::entries;

fn entry(id: &str, question: &str, utterances: &[&str]) -> Entry {
    let utterances = utterances.iter().map(|text| (*text).into()).collect();
    Entry {
        id: id.into(),
        question: question.into(),
        utterances,
        training_examples: vec![],
        answer: String::new(),
    }
}

#[test]
fn any_text_is_ranked_with_confidences_between_0_and_1() {
    let engine = LexicalIndex::new(entries());
    let megabyte = "when is the pool open? ".repeat(45_000);
    let one_word = "a".repeat(1_000_000);
    let emoji = "🏊‍♀️".repeat(100_000);
    let accents = "e\u{301}\u{302}".repeat(200_000);
    let texts = [
        "",
        " ",
        "\0",
        "?",
        "'",
        "n't",
        "'s",
        "\u{202e}pool\u{202c}",
        "ß ﬃ İ",
        "駐車場はどこですか",
        "где бассейн",
        "'; DROP TABLE entries; --",
        "NaN inf -0",
        "🏊🏊🏊",
        &megabyte,
        &one_word,
        &emoji,
        &accents,
    ];
    for text in texts {
        for found in engine.rank(text, usize::MAX) {
            assert!(
                found.confidence > 0.0 && found.confidence <= 1.0,
                "{:?} {found:?}",
                &text[..text.len().min(20)]
            );
        }
    }
}

#[test]
fn text_beyond_the_limit_is_ignored() {
    let engine = LexicalIndex::new(entries());
    let padded = format!("{}when is the pool open", " ".repeat(MAX_TEXT_CHARS));
    assert!(engine.rank(&padded, 3).is_empty());
}

#[test]
fn a_text_without_words_has_no_matches() {
    let engine = LexicalIndex::new(entries());
    for text in ["", "   ", "?!", "🙂🙂", "\u{feff}\u{200b}"] {
        assert!(engine.rank(text, 3).is_empty(), "{text:?}");
    }
}

#[test]
fn an_index_without_entries_has_no_matches() {
    assert!(LexicalIndex::new(Vec::new()).rank("when is the pool open", 3).is_empty());
}

#[test]
fn entries_without_words_never_match() {
    let engine = LexicalIndex::new(vec![
        entry("empty", "", &["", "?!"]),
        entry("pool", "", &["When is the pool open?"]),
    ]);
    let matches = engine.rank("when is the pool open", 3);
    assert_eq!(matches.iter().map(|found| &found.id[..]).collect::<Vec<_>>(), ["pool"]);
}

#[test]
fn a_long_entry_is_indexed_up_to_the_limit() {
    let huge = format!("When is the pool open? {}", "sauna ".repeat(200_000));
    let engine =
        LexicalIndex::new(vec![entry("huge", &huge, &[&huge]), entry("gym", "Where is the gym?", &[])]);
    assert_eq!(engine.rank("where is the gym", 1)[0].id, "gym");
}

#[test]
fn at_most_limit_matches_are_returned() {
    let engine = LexicalIndex::new(entries());
    assert!(engine.rank("when is the pool open", 0).is_empty());
    assert_eq!(engine.rank("when is the pool open", 2).len(), 2);
}

#[test]
fn the_same_question_in_another_spelling_has_full_confidence() {
    let engine = LexicalIndex::new(entries());
    for text in [
        "When is the swimming pool open?",
        "WHEN IS THE SWIMMING POOL OPEN",
        "whens the swimming pool open??",
    ] {
        assert_eq!(engine.rank(text, 1)[0].confidence, 1.0, "{text}");
    }
}

#[test]
fn a_question_of_two_entries_is_escalated() {
    let engine =
        LexicalIndex::new(vec![entry("a", "Is there a sauna?", &[]), entry("b", "Is there a sauna?", &[])]);
    assert!(matches!(
        decide(&engine.rank("is there a sauna", 3)),
        AnswerDecision::Escalate { best: Some(_), .. }
    ));
}

#[test]
fn ranking_is_deterministic() {
    let (one, other) = (LexicalIndex::new(entries()), LexicalIndex::new(entries()));
    for text in ["pool", "where do my guests park", "can i have chickens"] {
        assert_eq!(one.rank(text, 50), other.rank(text, 50));
    }
}
