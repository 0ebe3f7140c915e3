//! What the bot knows of one community, as an index that ranks it.
use std::sync::{Arc, OnceLock};

use answering::{Engine, Entry, Lexical, MOST_WORDINGS, Match, Meanings, Reading, Thresholds, Verdict};

use crate::knowledge;

/// So many answers are looked at for a text.
const MOST_MATCHES: usize = 3;

/// What the bot knows of one community.
pub struct Mind {
    /// Ranks what has an answer.
    index: Index,
    /// Ranks what waits for one; made when that is first asked for.
    waiting: Arc<OnceLock<Lexical>>,
    answers: Arc<[knowledge::Answer]>,
}

enum Index {
    Words(Arc<Lexical>),
    Meanings(Box<Meanings>),
}

impl Mind {
    /// Knows these answers by their words, and of these questions that they wait for one.
    pub fn new(answers: Vec<knowledge::Answer>) -> Self {
        let index = Index::Words(Arc::new(Lexical::new(entries(&answers))));
        Self { index, waiting: Arc::default(), answers: answers.into() }
    }

    /// Knows the same by meaning as well, from an index of [`Mind::words`].
    pub fn learnt(&self, index: Meanings) -> Self {
        let index = Index::Meanings(Box::new(index));
        Self { index, waiting: self.waiting.clone(), answers: self.answers.clone() }
    }

    /// The words of what has an answer.
    pub fn words(&self) -> &Arc<Lexical> {
        match &self.index {
            Index::Words(index) => index,
            Index::Meanings(index) => index.words(),
        }
    }

    /// What comes nearest to a text, by its meaning if that is known.
    pub fn rank(&self, text: &str, meaning: Option<&Reading>) -> Vec<Match> {
        match (&self.index, meaning) {
            (Index::Meanings(index), Some(meaning)) => index.rank(text, meaning, MOST_MATCHES),
            _ => self.words().rank(text, MOST_MATCHES),
        }
    }

    /// A text with its shorthand written out and its slips put right by the words that are known.
    pub fn put_right(&self, text: &str) -> String {
        self.words().put_right(text)
    }

    /// What a text is replied to with, and how sure that is; nothing where staff get it.
    pub fn reply(
        &self,
        text: &str,
        meaning: Option<&Reading>,
        caution: &Thresholds,
    ) -> Option<(&knowledge::Answer, f32)> {
        let matches = self.rank(text, meaning);
        let Verdict::Answer(best) = caution.decide(&matches) else { return None };
        self.named(best).map(|answer| (answer, best.confidence))
    }

    /// The question without an answer that comes nearest to a text.
    pub fn waiting(&self, text: &str) -> Option<Match> {
        let waiting =
            self.waiting.get_or_init(|| engine(self.answers.iter().filter(|answer| !answer.is_answered())));
        waiting.rank(text, 1).pop()
    }

    /// The entry behind a match.
    pub fn named(&self, found: &Match) -> Option<&knowledge::Answer> {
        self.by_id(&found.id)
    }

    /// The entry with this id.
    pub fn by_id(&self, id: &str) -> Option<&knowledge::Answer> {
        self.answers.iter().find(|answer| answer.id.as_str() == id)
    }

    /// Meanings are known.
    pub fn has_meanings(&self) -> bool {
        matches!(self.index, Index::Meanings(_))
    }

    /// Nothing is to be learnt: meanings are, or there would be too many.
    pub fn is_settled(&self) -> bool {
        match &self.index {
            Index::Words(index) => index.wordings() > MOST_WORDINGS,
            Index::Meanings(index) => index.has_learnt(),
        }
    }

    /// What is known, and what waits for an answer.
    pub fn answers(&self) -> &[knowledge::Answer] {
        &self.answers
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let index = match &self.index {
            Index::Words(index) => index.bytes(),
            Index::Meanings(index) => index.bytes(),
        };
        let waiting = self.waiting.get().map_or(0, Lexical::bytes);
        index + waiting + self.answers.iter().map(knowledge::Answer::bytes).sum::<usize>()
    }
}

/// What an index of answers is made of.
pub fn entries(answers: &[knowledge::Answer]) -> Vec<Entry> {
    answers.iter().filter(|answer| answer.is_answered()).map(entry).collect()
}

fn engine<'a>(answers: impl Iterator<Item = &'a knowledge::Answer>) -> Lexical {
    Lexical::new(answers.map(entry).collect())
}

fn entry(answer: &knowledge::Answer) -> Entry {
    let (taught, samples) = answer.samples.iter().cloned().partition(|text| answer.taught.contains(text));
    Entry {
        id: answer.id.to_string(),
        question: answer.question.clone(),
        samples,
        taught,
        answer: answer.answer.clone(),
    }
}
