//! The answering engine: a resident's text in, entries ranked by confidence out.
//!
//! An [`Engine`] indexes the entries of one community and ranks them for a text; [`decide`] turns a ranking into an
//! answer or an escalation. [`LexicalIndex`] ranks by words and characters. [`SemanticEngine`] also ranks by meaning and
//! requires an [`Encoder`], such as [`BertEncoder`]. [`SemanticIndex`] is the same for callers that store the embeddings
//! of utterances and encode texts themselves.
//!
//! The crate uses no database, network, clock or random numbers, and reads files only to load a model. Rankings are
//! deterministic, and every text is accepted, regardless of its length and characters.
//!
//! A wrong answer costs more than an escalation, so every uncertainty favors an escalation: a word that no entry contains
//! lowers the confidence in all entries, and two entries of similar confidence are not answered.
//!
//! Modules, each using only those before it: `text` (normalization), `lexical` (words and characters), `decision`
//! (thresholds), `semantic` (embeddings), `dialog` (small talk, several questions, disambiguation), and [`guardrails`]
//! (checks of replies that a language model wrote).
//!
//! ```
//! use answering::{AnswerDecision, Engine, Entry, LexicalIndex, decide};
//!
//! let engine = LexicalIndex::new(vec![Entry {
//!     id: "pool".into(),
//!     question: "What are the pool hours?".into(),
//!     utterances: vec!["When does the pool close?".into()],
//!     training_examples: vec![],
//!     answer: "The pool is open from 8 am to 10 pm.".into(),
//! }]);
//! let matches = engine.rank("what time does the swimming pool close", 3);
//! assert!(matches!(decide(&matches), AnswerDecision::Answer(best) if best.id == "pool"));
//! let matches = engine.rank("can I paint my door red?", 3);
//! assert!(matches!(decide(&matches), AnswerDecision::Escalate { .. }));
//! ```

mod decision;
mod dialog;
pub mod guardrails;
mod lexical;
mod semantic;
mod text;
mod vector;

pub use decision::calibration::{CalibrationSample, DEFAULT_SCORE_THRESHOLD, recalibrate_threshold};
pub use decision::thresholds::{AnswerDecision, ConfidenceThresholds, EscalationReason, decide};
pub use dialog::disambiguation::{
    MIN_DISAMBIGUATION_CONFIDENCE, Selection, disambiguation_candidates, parse_selection,
};
pub use dialog::segmentation::split_questions;
pub use dialog::small_talk::{SmallTalk, detect_small_talk};
pub use lexical::clustering::{Cluster, MAX_CLUSTERED_TEXTS, cluster_texts};
pub use lexical::index::LexicalIndex;
pub use lexical::similarity::{has_same_numbers_and_polarity, text_similarity};
pub use lexical::word_vectors::WORD_VECTOR_DIMENSIONS;
pub use semantic::embedding::{Embedding, QuantizedEmbedding, TOKEN_DIMENSIONS, TokenEmbedding};
pub use semantic::encoder::{BertEncoder, Encoder, ModelError};
pub use semantic::engine::SemanticEngine;
pub use semantic::index::{MAX_UTTERANCES, SemanticIndex};
pub use semantic::pca::{principal_components, quantize_to_bytes};
pub use text::language::{Language, detect_language};
pub use text::normalization::MAX_TEXT_CHARS;
pub use text::sentences::split_sentences;

/// A question that a community can answer.
///
/// The utterances of an entry are its question, its other phrasings and its training examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Identifier chosen by the caller, returned in a [`Match`].
    pub id: String,
    /// The question as staff phrased it.
    pub question: String,
    /// Other phrasings of the question, written by staff.
    pub utterances: Vec<String>,
    /// Texts of residents that staff answered with this entry. A text that nearly repeats one of them is the same
    /// question; otherwise they weigh less than the phrasings of staff, so that training one entry hardly affects others.
    pub training_examples: Vec<String>,
    /// The answer. Its words support a match a little, and never suffice for an answer by themselves.
    pub answer: String,
}

/// An entry that a text may ask about.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// [`Entry::id`].
    pub id: String,
    /// [`Entry::question`], for display beside the confidence.
    pub question: String,
    /// Confidence from 0 (nothing in common) to 1 (the same question). All engines use one scale, on which
    /// [`ConfidenceThresholds::DEFAULT`] separates texts that may be answered from those that may not.
    pub confidence: f32,
}

/// Ranks the entries of a community by how likely a text asks about them.
pub trait Engine: Send + Sync {
    /// Returns at most `limit` matches, best first; equal confidences keep the order of the entries. Entries with nothing
    /// in common with the text are omitted. Only the first [`MAX_TEXT_CHARS`] characters of the text are processed.
    fn rank(&self, text: &str, limit: usize) -> Vec<Match>;
}
