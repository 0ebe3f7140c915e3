//! The answering engine: a resident's text in, ranked answers with a confidence out.
//!
//! An [`Engine`] knows one community's entries and ranks them; [`decide`] turns a ranking into an answer or an
//! escalation. There are two: [`Lexical`] by words and characters, and [`Semantic`] by meaning as well, where
//! there is a [`Model`]. Whoever keeps the vectors of wordings, and reads texts apart, has [`Meanings`] instead of it.
//! Nothing here touches a database, the network, a clock or chance, and files only where a model is loaded: the same
//! entries and the same text always give the same ranking, and no text, however long or odd, makes it fail.
//!
//! A wrong answer costs far more than an escalation, so every doubt is settled towards staff: a word that the
//! community's entries have never used counts against an answer, and two entries that fit about equally well are
//! not chosen between.
//!
//! ```
//! use answering::{Engine, Entry, Lexical, Verdict, decide};
//!
//! let engine = Lexical::new(vec![Entry {
//!     id: "pool".into(),
//!     question: "What are the pool hours?".into(),
//!     samples: vec!["When does the pool close?".into()],
//!     taught: vec![],
//!     answer: "The pool is open from 8 am to 10 pm.".into(),
//! }]);
//! let matches = engine.rank("what time does the swimming pool close", 3);
//! assert!(matches!(decide(&matches), Verdict::Answer(best) if best.id == "pool"));
//! assert!(matches!(decide(&engine.rank("can I paint my door red?", 3)), Verdict::Escalate { .. }));
//! ```

mod centre;
mod choices;
mod clusters;
mod courtesy;
mod decide;
mod features;
mod glossary;
mod head;
mod index;
mod language;
mod lexicon;
mod likeness;
mod lists;
mod meanings;
mod model;
mod normalise;
mod one_core;
mod parts;
mod principal;
mod proof;
mod reading;
mod said;
mod semantic;
mod senses;
mod sentences;
mod shorthand;
mod sight;
mod stem;
mod synonyms;
mod vector;
mod vocabulary;

pub use choices::{LIKELY, Pick, choices, pick};
pub use clusters::{Cluster, MOST_TEXTS, clusters};
pub use courtesy::{Courtesy, courtesy};
pub use decide::{Reason, Thresholds, Verdict, decide};
pub use glossary::SIZE as MEANING_SIZE;
pub use index::Lexical;
pub use language::{Language, language};
pub use likeness::{figures_agree, likeness};
pub use meanings::{MOST_WORDINGS, Meanings};
pub use model::{Encoder, Model, ModelError};
pub use normalise::MAX_CHARS;
pub use parts::questions;
pub use principal::{principal, steps};
pub use proof::{Proof, USUAL, usual_after};
pub use reading::{Kept, Reading, SENSE, Word};
pub use semantic::Semantic;
pub use sentences::sentences;

/// One thing that a community knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The caller's name for it, given back in a [`Match`].
    pub id: String,
    /// The question as staff word it.
    pub question: String,
    /// Other wordings of the same question (utterances), as staff chose them.
    pub samples: Vec<String>,
    /// Texts of residents that were answered with it. What is nearly the same is this question; on all else they bear
    /// less than the other wordings, so that what is taught of one question changes little of the others.
    pub taught: Vec<String>,
    /// What residents are told. Its words lend a question a little support, never enough to answer by themselves.
    pub answer: String,
}

/// An entry that a text may be asking about.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// [`Entry::id`].
    pub id: String,
    /// [`Entry::question`], to show beside the confidence.
    pub question: String,
    /// From 0 (nothing in common) to 1 (the same question). Every engine keeps to one scale, on which
    /// [`Thresholds::DEFAULT`] separates what may be answered from what may not.
    pub confidence: f32,
}

/// Ranks a community's entries by how likely a text asks about them.
pub trait Engine: Send + Sync {
    /// At most `limit` matches, best first; equals keep the order of the entries. Entries with nothing in common
    /// with the text are left out. Only the first [`MAX_CHARS`] characters of the text are read.
    fn rank(&self, text: &str, limit: usize) -> Vec<Match>;
}
