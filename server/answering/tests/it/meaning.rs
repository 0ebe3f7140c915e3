//! The engine with a sentence model answers by meaning as well as by words, and gives way where it must.
//!
//! The encoder here knows a few subjects by their words, and gives every other word a direction of its own.

use std::sync::Arc;

use answering::{
    Encoder, Engine, Entry, Kept, Lexical, Meanings, Model, ModelError, Reading, SENSE, Semantic, USUAL,
    Verdict, Word, decide,
};
use tempfile::TempDir;

use crate::knowledge::entries;
use crate::{answered, tiny};

const SIZE: usize = 256;
/// Words of one subject have one direction.
const SUBJECTS: &[&[&str]] =
    &[&["pool", "dip", "lido"], &["gym", "dumbbells", "weights"], &["trash", "bins", "midden"]];

struct Subjects;

impl Encoder for Subjects {
    fn version(&self) -> &str {
        "subjects"
    }

    fn read(&self, texts: &[&str]) -> Result<Vec<Reading>, ModelError> {
        Ok(texts.iter().map(|text| Reading { whole: direction(text), words: Vec::new() }).collect())
    }
}

fn direction(text: &str) -> Vec<f32> {
    let mut sum = vec![0.0_f32; SIZE];
    sum[0] = 0.1;
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2) {
        let subject = SUBJECTS.iter().position(|words| words.contains(&word));
        let hash = word.bytes().fold(7_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let (at, weight) = subject.map_or((8 + hash % (SIZE - 8), 1.0), |subject| (1 + subject, 3.0));
        sum[at] += weight;
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    sum.iter().map(|number| number / length).collect()
}

/// An encoder to which no two texts are alike as a whole, and whose words have their subjects' senses.
struct ByWord;

impl Encoder for ByWord {
    fn version(&self) -> &str {
        "by word"
    }

    fn read(&self, texts: &[&str]) -> Result<Vec<Reading>, ModelError> {
        let word = |word: &str| {
            let mut sense = [0.0; SENSE];
            let subject = SUBJECTS.iter().position(|words| words.contains(&word));
            sense[subject.map_or(SENSE - 1, |subject| subject)] = 1.0;
            Word::new(word.bytes().map(u16::from).sum(), &sense)
        };
        let words = |text: &&str| text.split_whitespace().map(word).collect();
        // Spelt backwards, no word is one of a subject.
        let whole = |text: &&str| direction(&text.chars().rev().collect::<String>());
        Ok(texts.iter().map(|text| Reading { whole: whole(text), words: words(text) }).collect())
    }
}

/// An encoder that broke.
struct Broken;

impl Encoder for Broken {
    fn version(&self) -> &str {
        "broken"
    }

    fn read(&self, texts: &[&str]) -> Result<Vec<Reading>, ModelError> {
        match texts {
            [_] => Err(ModelError::Failed("it broke".into())),
            texts => Subjects.read(texts),
        }
    }
}

fn entry(id: &str, wordings: &[&str]) -> Entry {
    let samples = wordings[1..].iter().map(|sample| (*sample).into()).collect();
    Entry { id: id.into(), question: wordings[0].into(), samples, taught: vec![], answer: String::new() }
}

fn subjects() -> Vec<Entry> {
    vec![entry("pool", &["pool", "pool?"]), entry("gym", &["gym"]), entry("trash", &["trash"])]
}

fn semantic(entries: Vec<Entry>) -> Semantic {
    Semantic::new(entries, Arc::new(Subjects)).unwrap()
}

#[test]
fn a_text_without_a_common_word_is_ranked_by_its_meaning() {
    let (with, without) = (semantic(subjects()), Lexical::new(subjects()));
    for (text, subject) in [("lido", "pool"), ("dumbbells", "gym"), ("midden", "trash")] {
        assert_eq!(with.rank(text, 1)[0].id, subject);
        assert!(without.rank(text, 1).is_empty(), "{text}");
    }
}

#[test]
fn what_a_word_means_where_it_stands_tells_two_texts_apart() {
    let engine = Semantic::new(subjects(), Arc::new(ByWord)).unwrap();
    for (text, subject) in [("lido", "pool"), ("my dumbbells", "gym"), ("midden", "trash")] {
        assert_eq!(engine.rank(text, 1)[0].id, subject, "{text}");
    }
}

#[test]
fn every_question_of_the_community_answers_itself() {
    let engine = semantic(entries());
    for entry in entries() {
        for text in [&entry.question].into_iter().chain(&entry.samples) {
            assert_eq!(answered(&engine, text).as_ref(), Some(&entry.id), "{text}");
        }
    }
}

#[test]
fn one_question_under_two_names_is_left_to_staff() {
    let engine = semantic(vec![entry("a", &["Is there a sauna?"]), entry("b", &["Is there a sauna?"])]);
    assert!(matches!(decide(&engine.rank("is there a sauna", 3)), Verdict::Escalate { best: Some(_), .. }));
}

#[test]
fn what_means_nearly_what_was_taught_is_answered_at_once() {
    let taught = |id: &str, text: &str| Entry { taught: vec![text.into()], ..entry(id, &[id]) };
    let asked = "may my cousin from oslo use the weights tonight";
    let near = "can my cousin from oslo use the weights tonight";
    let found = &semantic(vec![taught("guests", asked), entry("gym", &["gym"])]).rank(near, 2)[0];
    assert!(found.id == "guests" && found.confidence >= 0.97, "{found:?}");
    let either = semantic(vec![taught("guests", asked), taught("gym", near)]);
    let found = either.rank("could my cousin from oslo use the weights tonight", 2);
    assert!(matches!(decide(&found), Verdict::Escalate { .. }), "{found:?}");
}

#[test]
fn a_text_about_nothing_that_is_known_is_left_to_staff() {
    let engine = semantic(entries());
    for text in ["my grandmother plays the trombone", "zxqv", "who won the football yesterday"] {
        assert_eq!(answered(&engine, text), None, "{text}");
    }
}

#[test]
fn without_words_or_entries_nothing_matches() {
    let engine = semantic(entries());
    for text in ["", "   ", "?!", "🙂🙂", "\u{feff}\u{200b}"] {
        assert!(engine.rank(text, 3).is_empty(), "{text:?}");
    }
    assert!(semantic(Vec::new()).rank("when is the pool open", 3).is_empty());
    let engine = semantic(vec![entry("empty", &["", "?!"]), entry("pool", &["When is the pool open?"])]);
    assert_eq!(engine.rank("when is the pool open", 3)[0].id, "pool");
    assert!(engine.rank("when is the pool open", 3).iter().all(|found| found.id != "empty"));
}

#[test]
fn confidences_lie_between_0_and_1_and_fall() {
    let engine = semantic(entries());
    for text in
        ["pool", "where do my guests park", "'; DROP TABLE entries; --", "где бассейн", &"a".repeat(100_000)]
    {
        let matches = engine.rank(text, usize::MAX);
        assert!(matches.iter().all(|found| found.confidence > 0.0 && found.confidence <= 1.0), "{matches:?}");
        assert!(matches.is_sorted_by(|one, next| one.confidence >= next.confidence), "{matches:?}");
    }
    assert_eq!(engine.rank("when is the pool open", 2).len(), 2);
}

#[test]
fn a_text_that_the_model_cannot_read_is_ranked_by_its_words() {
    let engine = Semantic::new(entries(), Arc::new(Broken)).unwrap();
    let text = "when is the swimming pool open";
    assert_eq!(engine.rank(text, 3), Lexical::new(entries()).rank(text, 3));
}

#[test]
fn more_wordings_than_are_learnt_from_still_answer() {
    let many = (0..2_100).map(|n| entry(&n.to_string(), &[&format!("subject{n}")])).collect();
    assert_eq!(answered(&semantic(many), "subject77").as_deref(), Some("77"));
}

#[test]
fn building_twice_gives_the_same() {
    let (one, other) = (semantic(entries()), semantic(entries()));
    for text in ["pool", "where do my guests park", "can i have chickens"] {
        assert_eq!(one.rank(text, 50), other.rank(text, 50));
    }
}

#[test]
fn vectors_that_were_kept_do_as_well_as_new_ones() {
    let entries = entries();
    let texts: Vec<&str> = Meanings::wordings(&entries).collect();
    let kept: Vec<Vec<u8>> =
        Subjects.read(&texts).unwrap().iter().map(|read| Kept::from(read).to_bytes()).collect();
    let read = kept.iter().map(|bytes| Kept::from_bytes(bytes).unwrap()).collect();
    let (kept, new) = (Meanings::new(Lexical::new(entries.clone()), read, USUAL).unwrap(), semantic(entries));
    for text in ["pool", "where do my guests park", "can i have chickens"] {
        let read = &Subjects.read(&[text]).unwrap()[0];
        assert_eq!(kept.rank(text, read, 50), new.rank(text, 50), "{text}");
    }
    assert!(kept.bytes() < 1 << 20, "{}", kept.bytes());
}

#[test]
fn an_index_that_has_not_learnt_answers_by_means_and_says_so() {
    let read = |entries: &[Entry]| -> Vec<Kept> {
        let texts: Vec<&str> = Meanings::wordings(entries).collect();
        Subjects.read(&texts).unwrap().iter().map(Kept::from).collect()
    };
    let words = Arc::new(Lexical::new(subjects()));
    let hasty = Meanings::by_means(words.clone(), read(&subjects()), USUAL).unwrap();
    let learnt = Meanings::new(words, read(&subjects()), USUAL).unwrap();
    assert!(!hasty.has_learnt() && learnt.has_learnt());
    let asked = &Subjects.read(&["where is the lido"]).unwrap()[0];
    assert_eq!(hasty.rank("where is the lido", asked, 1)[0].id, "pool");
    // Where there is nothing to learn from, nothing more is to come.
    assert!(Meanings::by_means(Lexical::new(vec![]), vec![], USUAL).unwrap().has_learnt());
}

#[test]
fn vectors_of_something_else_are_refused() {
    let vector = |size| Kept::from(&Reading { whole: vec![1.0; size], words: Vec::new() });
    let new = |vectors| Meanings::new(Lexical::new(subjects()), vectors, USUAL);
    assert!(new(vec![vector(3); 3]).is_err(), "there are four wordings");
    assert!(new(vec![vector(3), vector(3), vector(4), vector(3)]).is_err());
    assert!(new(vec![vector(3); 4]).is_ok());
}

#[test]
fn a_model_from_its_files_serves_the_engine() {
    let folder = TempDir::new().unwrap();
    tiny::write(folder.path(), &tiny::config(), &tiny::weights());
    let engine = Semantic::new(entries(), Arc::new(Model::load(folder.path()).unwrap())).unwrap();
    assert_eq!(engine.rank("When is the swimming pool open?", 1)[0].confidence, 1.0);
}
