//! The search index of one community.
use std::sync::{Arc, OnceLock};

use answering::{
    AnswerDecision, ConfidenceThresholds, Embedding, Engine, Entry, LexicalIndex, MAX_UTTERANCES, Match,
    SemanticIndex,
};

use crate::knowledge::answer;

/// Maximum matches per text.
const MAX_MATCHES: usize = 3;

/// The search index of one community, with its own and its company's answers.
pub struct CommunityIndex {
    /// Ranks questions that have an answer.
    index: Ranking,
    /// Ranks unanswered questions. Built on first use.
    unanswered: Arc<OnceLock<LexicalIndex>>,
    answers: Arc<[answer::Answer]>,
}

enum Ranking {
    Lexical(Arc<LexicalIndex>),
    Semantic(Box<SemanticIndex>),
}

impl CommunityIndex {
    /// Builds a lexical index.
    pub fn new(answers: Vec<answer::Answer>) -> Self {
        let index = Ranking::Lexical(Arc::new(LexicalIndex::new(entries(&answers))));
        Self { index, unanswered: Arc::default(), answers: answers.into() }
    }

    /// Returns the same index with semantic comparison. `index` must be built from
    /// [`CommunityIndex::lexical`].
    pub fn with_semantic(&self, index: SemanticIndex) -> Self {
        let index = Ranking::Semantic(Box::new(index));
        Self { index, unanswered: self.unanswered.clone(), answers: self.answers.clone() }
    }

    /// Returns the lexical index.
    pub fn lexical(&self) -> &Arc<LexicalIndex> {
        match &self.index {
            Ranking::Lexical(index) => index,
            Ranking::Semantic(index) => index.lexical(),
        }
    }

    /// Returns the closest matches, best first. Compares meaning if there is an embedding.
    pub fn rank(&self, text: &str, embedding: Option<&Embedding>) -> Vec<Match> {
        match (&self.index, embedding) {
            (Ranking::Semantic(index), Some(embedding)) if index.is_comparable(embedding) => {
                index.rank(text, embedding, MAX_MATCHES)
            }
            _ => self.lexical().rank(text, MAX_MATCHES),
        }
    }

    /// Expands abbreviations and corrects misspellings by the words of the index.
    pub fn correct_spelling(&self, text: &str) -> String {
        self.lexical().correct_spelling(text)
    }

    /// Returns the answer that the bot would send and its confidence, or `None` if it would escalate the
    /// text.
    pub fn reply(
        &self,
        text: &str,
        embedding: Option<&Embedding>,
        thresholds: &ConfidenceThresholds,
    ) -> Option<(&answer::Answer, f32)> {
        let matches = self.rank(text, embedding);
        let AnswerDecision::Answer(best) = thresholds.decide(&matches) else { return None };
        self.answer_of(best).map(|answer| (answer, best.confidence))
    }

    /// Returns the closest unanswered question.
    pub fn unanswered(&self, text: &str) -> Option<Match> {
        let unanswered = self
            .unanswered
            .get_or_init(|| lexical_index(self.answers.iter().filter(|answer| !answer.is_answered())));
        unanswered.rank(text, 1).pop()
    }

    /// Returns the answer of a match.
    pub fn answer_of(&self, found: &Match) -> Option<&answer::Answer> {
        self.by_id(&found.id)
    }

    /// Returns the answer with this ID.
    pub fn by_id(&self, id: &str) -> Option<&answer::Answer> {
        self.answers.iter().find(|answer| answer.id.as_str() == id)
    }

    /// Returns whether the index compares meaning.
    pub fn has_embeddings(&self) -> bool {
        matches!(self.index, Ranking::Semantic(_))
    }

    /// Returns whether no training is needed: the index is semantic, or has more than [`MAX_UTTERANCES`]
    /// utterances.
    pub fn is_complete(&self) -> bool {
        match &self.index {
            Ranking::Lexical(index) => index.utterance_count() > MAX_UTTERANCES,
            Ranking::Semantic(index) => index.is_trained(),
        }
    }

    /// Returns all answers and unanswered questions.
    pub fn answers(&self) -> &[answer::Answer] {
        &self.answers
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let index = match &self.index {
            Ranking::Lexical(index) => index.memory_bytes(),
            Ranking::Semantic(index) => index.memory_bytes(),
        };
        let unanswered = self.unanswered.get().map_or(0, LexicalIndex::memory_bytes);
        index + unanswered + self.answers.iter().map(answer::Answer::bytes).sum::<usize>()
    }
}

/// Returns the index entries of answers.
pub fn entries(answers: &[answer::Answer]) -> Vec<Entry> {
    answers.iter().filter(|answer| answer.is_answered()).map(entry).collect()
}

fn lexical_index<'a>(answers: impl Iterator<Item = &'a answer::Answer>) -> LexicalIndex {
    LexicalIndex::new(answers.map(entry).collect())
}

fn entry(answer: &answer::Answer) -> Entry {
    let (training_examples, samples) =
        answer.samples.iter().cloned().partition(|text| answer.learned_samples.contains(text));
    Entry {
        id: answer.id.to_string(),
        question: answer.question.clone(),
        utterances: samples,
        training_examples,
        answer: answer.answer.clone(),
    }
}
