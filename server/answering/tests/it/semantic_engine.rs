//! The semantic engine answers by meaning as well as by words, and falls back to words if a text cannot be encoded.
//!
//! The fake encoders map the words of a few subjects to one direction each, and every other word to its own direction.

use std::sync::Arc;

use answering::{
    AnswerDecision, BertEncoder, DEFAULT_SCORE_THRESHOLD, Embedding, Encoder, Engine, Entry, LexicalIndex,
    ModelError, QuantizedEmbedding, SemanticEngine, SemanticIndex, TOKEN_DIMENSIONS, TokenEmbedding, decide,
};
use tempfile::TempDir;

use crate::knowledge_base::entries;
use crate::{answered_entry, tiny_model};

const DIMENSIONS: usize = 256;
/// Words of one subject have the same direction.
const SUBJECTS: &[&[&str]] =
    &[&["pool", "dip", "lido"], &["gym", "dumbbells", "weights"], &["trash", "bins", "midden"]];

/// Encodes sentences only.
struct SubjectEncoder;

impl Encoder for SubjectEncoder {
    fn version(&self) -> &str {
        "subjects"
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
        Ok(texts.iter().map(|text| Embedding { sentence: direction(text), tokens: Vec::new() }).collect())
    }
}

fn direction(text: &str) -> Vec<f32> {
    let mut sum = vec![0.0_f32; DIMENSIONS];
    sum[0] = 0.1;
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2) {
        let subject = SUBJECTS.iter().position(|words| words.contains(&word));
        let hash = word.bytes().fold(7_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let (at, weight) = subject.map_or((8 + hash % (DIMENSIONS - 8), 1.0), |subject| (1 + subject, 3.0));
        sum[at] += weight;
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    sum.iter().map(|number| number / length).collect()
}

/// Encodes different sentences by unrelated vectors, and tokens by their subjects.
struct TokenEncoder;

impl Encoder for TokenEncoder {
    fn version(&self) -> &str {
        "by word"
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
        let token = |word: &str| {
            let mut vector = [0.0; TOKEN_DIMENSIONS];
            let subject = SUBJECTS.iter().position(|words| words.contains(&word));
            vector[subject.map_or(TOKEN_DIMENSIONS - 1, |subject| subject)] = 1.0;
            TokenEmbedding::new(word.bytes().map(u16::from).sum(), &vector)
        };
        let tokens = |text: &&str| text.split_whitespace().map(token).collect();
        // Spelled backwards, no word belongs to a subject.
        let sentence = |text: &&str| direction(&text.chars().rev().collect::<String>());
        Ok(texts.iter().map(|text| Embedding { sentence: sentence(text), tokens: tokens(text) }).collect())
    }
}

/// Fails to encode a single text.
struct FailingEncoder;

impl Encoder for FailingEncoder {
    fn version(&self) -> &str {
        "broken"
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
        match texts {
            [_] => Err(ModelError::Failed("the encoder failed".into())),
            texts => SubjectEncoder.encode(texts),
        }
    }
}

fn entry(id: &str, utterances: &[&str]) -> Entry {
    let question = utterances[0].into();
    let utterances = utterances[1..].iter().map(|text| (*text).into()).collect();
    Entry { id: id.into(), question, utterances, training_examples: vec![], answer: String::new() }
}

fn subject_entries() -> Vec<Entry> {
    vec![entry("pool", &["pool", "pool?"]), entry("gym", &["gym"]), entry("trash", &["trash"])]
}

fn semantic_engine(entries: Vec<Entry>) -> SemanticEngine {
    SemanticEngine::new(entries, Arc::new(SubjectEncoder)).unwrap()
}

#[test]
fn a_text_without_common_words_is_ranked_by_its_meaning() {
    let (semantic, lexical) = (semantic_engine(subject_entries()), LexicalIndex::new(subject_entries()));
    for (text, subject) in [("lido", "pool"), ("dumbbells", "gym"), ("midden", "trash")] {
        assert_eq!(semantic.rank(text, 1)[0].id, subject);
        assert!(lexical.rank(text, 1).is_empty(), "{text}");
    }
}

#[test]
fn token_embeddings_distinguish_texts() {
    let engine = SemanticEngine::new(subject_entries(), Arc::new(TokenEncoder)).unwrap();
    for (text, subject) in [("lido", "pool"), ("my dumbbells", "gym"), ("midden", "trash")] {
        assert_eq!(engine.rank(text, 1)[0].id, subject, "{text}");
    }
}

#[test]
fn every_utterance_is_answered_with_its_own_entry() {
    let engine = semantic_engine(entries());
    for entry in entries() {
        for text in [&entry.question].into_iter().chain(&entry.utterances) {
            assert_eq!(answered_entry(&engine, text).as_ref(), Some(&entry.id), "{text}");
        }
    }
}

#[test]
fn a_question_of_two_entries_is_escalated() {
    let engine =
        semantic_engine(vec![entry("a", &["Is there a sauna?"]), entry("b", &["Is there a sauna?"])]);
    assert!(matches!(
        decide(&engine.rank("is there a sauna", 3)),
        AnswerDecision::Escalate { best: Some(_), .. }
    ));
}

#[test]
fn a_near_duplicate_of_a_training_example_is_certain() {
    let trained = |id: &str, text: &str| Entry { training_examples: vec![text.into()], ..entry(id, &[id]) };
    let example = "may my cousin from oslo use the weights tonight";
    let near = "can my cousin from oslo use the weights tonight";
    let found = &semantic_engine(vec![trained("guests", example), entry("gym", &["gym"])]).rank(near, 2)[0];
    assert!(found.id == "guests" && found.confidence >= 0.97, "{found:?}");
    let ambiguous = semantic_engine(vec![trained("guests", example), trained("gym", near)]);
    let found = ambiguous.rank("could my cousin from oslo use the weights tonight", 2);
    assert!(matches!(decide(&found), AnswerDecision::Escalate { .. }), "{found:?}");
}

#[test]
fn an_out_of_scope_text_is_escalated() {
    let engine = semantic_engine(entries());
    for text in ["my grandmother plays the trombone", "zxqv", "who won the football yesterday"] {
        assert_eq!(answered_entry(&engine, text), None, "{text}");
    }
}

#[test]
fn a_text_without_words_and_an_index_without_entries_have_no_matches() {
    let engine = semantic_engine(entries());
    for text in ["", "   ", "?!", "🙂🙂", "\u{feff}\u{200b}"] {
        assert!(engine.rank(text, 3).is_empty(), "{text:?}");
    }
    assert!(semantic_engine(Vec::new()).rank("when is the pool open", 3).is_empty());
    let engine =
        semantic_engine(vec![entry("empty", &["", "?!"]), entry("pool", &["When is the pool open?"])]);
    assert_eq!(engine.rank("when is the pool open", 3)[0].id, "pool");
    assert!(engine.rank("when is the pool open", 3).iter().all(|found| found.id != "empty"));
}

#[test]
fn confidences_are_between_0_and_1_in_descending_order() {
    let engine = semantic_engine(entries());
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
fn a_text_that_cannot_be_encoded_is_ranked_by_the_lexical_index() {
    let engine = SemanticEngine::new(entries(), Arc::new(FailingEncoder)).unwrap();
    let text = "when is the swimming pool open";
    assert_eq!(engine.rank(text, 3), LexicalIndex::new(entries()).rank(text, 3));
}

#[test]
fn an_index_with_too_many_utterances_for_training_still_answers() {
    let many = (0..2_100).map(|n| entry(&n.to_string(), &[&format!("subject{n}")])).collect();
    assert_eq!(answered_entry(&semantic_engine(many), "subject77").as_deref(), Some("77"));
}

#[test]
fn training_is_deterministic() {
    let (one, other) = (semantic_engine(entries()), semantic_engine(entries()));
    for text in ["pool", "where do my guests park", "can i have chickens"] {
        assert_eq!(one.rank(text, 50), other.rank(text, 50));
    }
}

#[test]
fn stored_embeddings_rank_like_new_ones() {
    let entries = entries();
    let texts: Vec<&str> = SemanticIndex::utterances(&entries).collect();
    let stored: Vec<Vec<u8>> = SubjectEncoder
        .encode(&texts)
        .unwrap()
        .iter()
        .map(|embedding| QuantizedEmbedding::from(embedding).to_bytes())
        .collect();
    let embeddings = stored.iter().map(|bytes| QuantizedEmbedding::from_bytes(bytes).unwrap()).collect();
    let (stored, new) = (
        SemanticIndex::new(LexicalIndex::new(entries.clone()), embeddings, DEFAULT_SCORE_THRESHOLD).unwrap(),
        semantic_engine(entries),
    );
    for text in ["pool", "where do my guests park", "can i have chickens"] {
        let embedding = &SubjectEncoder.encode(&[text]).unwrap()[0];
        assert_eq!(stored.rank(text, embedding, 50), new.rank(text, 50), "{text}");
    }
    assert!(stored.memory_bytes() < 1 << 20, "{}", stored.memory_bytes());
}

#[test]
fn an_untrained_index_ranks_by_means_and_reports_that_it_is_untrained() {
    let embeddings = |entries: &[Entry]| -> Vec<QuantizedEmbedding> {
        let texts: Vec<&str> = SemanticIndex::utterances(entries).collect();
        SubjectEncoder.encode(&texts).unwrap().iter().map(QuantizedEmbedding::from).collect()
    };
    let lexical = Arc::new(LexicalIndex::new(subject_entries()));
    let untrained =
        SemanticIndex::untrained(lexical.clone(), embeddings(&subject_entries()), DEFAULT_SCORE_THRESHOLD)
            .unwrap();
    let trained =
        SemanticIndex::new(lexical, embeddings(&subject_entries()), DEFAULT_SCORE_THRESHOLD).unwrap();
    assert!(!untrained.is_trained() && trained.is_trained());
    let embedding = &SubjectEncoder.encode(&["where is the lido"]).unwrap()[0];
    assert_eq!(untrained.rank("where is the lido", embedding, 1)[0].id, "pool");
    // An index without utterances cannot be trained further.
    assert!(
        SemanticIndex::untrained(LexicalIndex::new(vec![]), vec![], DEFAULT_SCORE_THRESHOLD)
            .unwrap()
            .is_trained()
    );
}

#[test]
fn embeddings_that_do_not_fit_the_utterances_are_rejected() {
    let embedding =
        |size| QuantizedEmbedding::from(&Embedding { sentence: vec![1.0; size], tokens: Vec::new() });
    let new = |embeddings| {
        SemanticIndex::new(LexicalIndex::new(subject_entries()), embeddings, DEFAULT_SCORE_THRESHOLD)
    };
    assert!(new(vec![embedding(3); 3]).is_err(), "there are 4 utterances");
    assert!(new(vec![embedding(3), embedding(3), embedding(4), embedding(3)]).is_err());
    assert!(new(vec![embedding(3); 4]).is_ok());
}

#[test]
fn a_model_loaded_from_files_serves_the_engine() {
    let directory = TempDir::new().unwrap();
    tiny_model::write(directory.path(), &tiny_model::config(), &tiny_model::weights());
    let engine =
        SemanticEngine::new(entries(), Arc::new(BertEncoder::load(directory.path()).unwrap())).unwrap();
    assert_eq!(engine.rank("When is the swimming pool open?", 1)[0].confidence, 1.0);
}
