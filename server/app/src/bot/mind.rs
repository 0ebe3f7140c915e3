//! What the bot knows of one community, as an index that ranks it.
use std::sync::OnceLock;

use answering::{Engine, Entry, Lexical, MOST_WORDINGS, Match, Meanings, Thresholds, Verdict};

use crate::knowledge;

/// So many answers are looked at for a text.
const MOST_MATCHES: usize = 3;

/// What the bot knows of one community.
pub struct Mind {
    /// Ranks what has an answer.
    index: Index,
    /// Ranks what waits for one; made when that is first asked for.
    waiting: OnceLock<Lexical>,
    answers: Vec<knowledge::Answer>,
}

enum Index {
    Words(Lexical),
    Meanings(Box<Meanings>),
}

impl Mind {
    /// Knows these answers by their words, and of these questions that they wait for one.
    pub fn new(answers: Vec<knowledge::Answer>) -> Self {
        Self::with(Index::Words(Lexical::new(entries(&answers))), answers)
    }

    /// Knows them by their meaning as well, from an index of [`entries`].
    pub fn learnt(answers: Vec<knowledge::Answer>, index: Meanings) -> Self {
        Self::with(Index::Meanings(Box::new(index)), answers)
    }

    fn with(index: Index, answers: Vec<knowledge::Answer>) -> Self {
        Self { index, waiting: OnceLock::new(), answers }
    }

    /// What comes nearest to a text, by its meaning if that is known.
    pub fn rank(&self, text: &str, meaning: Option<&[f32]>) -> Vec<Match> {
        match (&self.index, meaning) {
            (Index::Meanings(index), Some(meaning)) => index.rank(text, meaning, MOST_MATCHES),
            (Index::Meanings(index), None) => index.words().rank(text, MOST_MATCHES),
            (Index::Words(index), _) => index.rank(text, MOST_MATCHES),
        }
    }

    /// A text with its shorthand written out and its slips put right by the words that are known.
    pub fn put_right(&self, text: &str) -> String {
        match &self.index {
            Index::Words(index) => index.put_right(text),
            Index::Meanings(index) => index.words().put_right(text),
        }
    }

    /// What a text is replied to with, and how sure that is; nothing where staff get it.
    pub fn reply(
        &self,
        text: &str,
        meaning: Option<&[f32]>,
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

    /// No meanings are to be learnt: they are known, or there would be too many.
    pub fn is_settled(&self) -> bool {
        let wordings = self.answers.iter().filter(|answer| answer.is_answered()).map(|a| 1 + a.samples.len());
        self.has_meanings() || wordings.sum::<usize>() > MOST_WORDINGS
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
