//! No text and no entry makes the engine fail or linger.

use answering::{Engine, Entry, Lexical, MAX_CHARS, Verdict, decide};

use crate::knowledge::entries;

fn entry(id: &str, question: &str, samples: &[&str]) -> Entry {
    let samples = samples.iter().map(|sample| (*sample).into()).collect();
    Entry { id: id.into(), question: question.into(), samples, taught: vec![], answer: String::new() }
}

#[test]
fn any_text_is_ranked_with_confidences_between_0_and_1() {
    let engine = Lexical::new(entries());
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
fn what_stands_beyond_the_limit_is_not_read() {
    let engine = Lexical::new(entries());
    let padded = format!("{}when is the pool open", " ".repeat(MAX_CHARS));
    assert!(engine.rank(&padded, 3).is_empty());
}

#[test]
fn no_words_means_no_matches() {
    let engine = Lexical::new(entries());
    for text in ["", "   ", "?!", "🙂🙂", "\u{feff}\u{200b}"] {
        assert!(engine.rank(text, 3).is_empty(), "{text:?}");
    }
}

#[test]
fn an_empty_community_knows_nothing() {
    assert!(Lexical::new(Vec::new()).rank("when is the pool open", 3).is_empty());
}

#[test]
fn entries_without_words_never_match() {
    let engine =
        Lexical::new(vec![entry("empty", "", &["", "?!"]), entry("pool", "", &["When is the pool open?"])]);
    let matches = engine.rank("when is the pool open", 3);
    assert_eq!(matches.iter().map(|found| &found.id[..]).collect::<Vec<_>>(), ["pool"]);
}

#[test]
fn a_huge_entry_is_indexed_by_its_beginning() {
    let huge = format!("When is the pool open? {}", "sauna ".repeat(200_000));
    let engine = Lexical::new(vec![entry("huge", &huge, &[&huge]), entry("gym", "Where is the gym?", &[])]);
    assert_eq!(engine.rank("where is the gym", 1)[0].id, "gym");
}

#[test]
fn the_limit_is_kept() {
    let engine = Lexical::new(entries());
    assert!(engine.rank("when is the pool open", 0).is_empty());
    assert_eq!(engine.rank("when is the pool open", 2).len(), 2);
}

#[test]
fn the_same_question_has_full_confidence_in_any_dress() {
    let engine = Lexical::new(entries());
    for text in [
        "When is the swimming pool open?",
        "WHEN IS THE SWIMMING POOL OPEN",
        "whens the swimming pool open??",
    ] {
        assert_eq!(engine.rank(text, 1)[0].confidence, 1.0, "{text}");
    }
}

#[test]
fn one_question_under_two_names_is_left_to_staff() {
    let engine =
        Lexical::new(vec![entry("a", "Is there a sauna?", &[]), entry("b", "Is there a sauna?", &[])]);
    assert!(matches!(decide(&engine.rank("is there a sauna", 3)), Verdict::Escalate { best: Some(_), .. }));
}

#[test]
fn ranking_twice_gives_the_same() {
    let (one, other) = (Lexical::new(entries()), Lexical::new(entries()));
    for text in ["pool", "where do my guests park", "can i have chickens"] {
        assert_eq!(one.rank(text, 50), other.rank(text, 50));
    }
}
