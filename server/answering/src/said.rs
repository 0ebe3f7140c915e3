//! What the entries of a community say, as features, each of their texts read once.

use crate::features::{Block, Feature, of_words};
use crate::lists::Lists;
use crate::{Entry, normalise};

/// What an entry says.
pub struct Said {
    /// The features of each of its wordings, as [`worded`] has them.
    pub wordings: Vec<Vec<Feature>>,
    /// How many of them, the first ones, were not taught.
    pub firm: usize,
    pub answer: Vec<Feature>,
}

impl Said {
    /// By an entry; `words` takes the words of it all.
    pub fn by(entry: &Entry, words: &mut Vec<String>) -> Self {
        let mut read = |text: &String| {
            let said = normalise::words(text);
            let features = of_words(&said);
            words.extend(said);
            features
        };
        let chosen = [&entry.question].into_iter().chain(&entry.samples);
        let mut wordings: Vec<Vec<Feature>> = chosen.map(&mut read).collect();
        wordings.retain(|features| !features.is_empty());
        let firm = wordings.len();
        wordings.extend(entry.taught.iter().map(&mut read).filter(|features| !features.is_empty()));
        Self { wordings, firm, answer: read(&entry.answer) }
    }
}

/// The features that any entry has, as digests, in order.
pub struct Features {
    pub features: Vec<u64>,
    /// In how many entries' wordings each of them is.
    pub used: Vec<u16>,
    /// The entries that have it in their answer alone.
    pub answering: Lists<u32>,
}

impl Features {
    pub fn of(said: &[Said]) -> Self {
        let mut having: Vec<(u64, u32, bool)> = Vec::new();
        for (said, entry) in said.iter().zip(0..) {
            having.extend(said.wordings.iter().flatten().map(|feature| (feature.key, entry, false)));
            let answer = said.answer.iter().filter(|f| f.block == Block::Words);
            having.extend(answer.map(|feature| (feature.key, entry, true)));
        }
        // Of an entry that has it in both, the wording counts, which is first.
        having.sort_unstable();
        having.dedup_by_key(|(digest, entry, _)| (*digest, *entry));
        let (mut features, mut used, mut answering) = (Vec::new(), Vec::new(), Vec::new());
        for of in having.chunk_by(|one, other| one.0 == other.0) {
            let (in_answers, in_wordings): (Vec<_>, Vec<_>) =
                of.iter().partition(|(_, _, in_answer)| *in_answer);
            answering.extend(in_answers.iter().map(|(_, entry, _)| (features.len(), *entry)));
            used.push(u16::try_from(in_wordings.len()).unwrap_or(u16::MAX));
            features.push(of[0].0);
        }
        features.shrink_to_fit();
        used.shrink_to_fit();
        Self { answering: Lists::new(features.len(), answering), features, used }
    }
}

/// The question, each sample and then what was taught, if it has a word.
pub fn worded(entry: &Entry) -> impl Iterator<Item = &str> {
    let all = [&entry.question].into_iter().chain(&entry.samples).chain(&entry.taught);
    all.map(String::as_str).filter(has_a_word)
}

pub fn has_a_word(text: &&str) -> bool {
    !normalise::words(text).is_empty()
}
