//! Features of all texts of the entries, each text normalized once.

use crate::Entry;
use crate::lexical::features::{Feature, FeatureBlock, extract_word_features};
use crate::lexical::postings::PostingLists;
use crate::text::normalization;

/// The features of one entry.
pub struct EntryFeatures {
    /// Features of each utterance, in the order of [`utterances`].
    pub utterances: Vec<Vec<Feature>>,
    /// Number of utterances that staff wrote: the first ones. The others are training examples.
    pub staff_utterances: usize,
    pub answer: Vec<Feature>,
}

impl EntryFeatures {
    /// Extracts the features of an entry and appends the words of all its texts to `words`.
    pub fn extract(entry: &Entry, words: &mut Vec<String>) -> Self {
        let mut extract = |text: &String| {
            let text_words = normalization::normalize(text);
            let features = extract_word_features(&text_words);
            words.extend(text_words);
            features
        };
        let by_staff = [&entry.question].into_iter().chain(&entry.utterances);
        let mut utterances: Vec<Vec<Feature>> = by_staff.map(&mut extract).collect();
        utterances.retain(|features| !features.is_empty());
        let staff_utterances = utterances.len();
        let training_examples = entry.training_examples.iter().map(&mut extract);
        utterances.extend(training_examples.filter(|features| !features.is_empty()));
        Self { utterances, staff_utterances, answer: extract(&entry.answer) }
    }
}

/// The distinct features of all entries.
pub struct FeatureTable {
    /// Feature keys in ascending order; the position of a key is the number of its feature.
    pub keys: Vec<u64>,
    /// Number of entries whose utterances contain the feature.
    pub document_frequencies: Vec<u16>,
    /// Entries that contain the feature only in their answer.
    pub answer_only: PostingLists<u32>,
}

impl FeatureTable {
    pub fn new(entries: &[EntryFeatures]) -> Self {
        let mut occurrences: Vec<(u64, u32, bool)> = Vec::new();
        for (features, entry) in entries.iter().zip(0..) {
            occurrences
                .extend(features.utterances.iter().flatten().map(|feature| (feature.key, entry, false)));
            let answer = features.answer.iter().filter(|f| f.block == FeatureBlock::Words);
            occurrences.extend(answer.map(|feature| (feature.key, entry, true)));
        }
        // For a feature in both an utterance and the answer, the utterance sorts first and is kept.
        occurrences.sort_unstable();
        occurrences.dedup_by_key(|(key, entry, _)| (*key, *entry));
        let (mut keys, mut document_frequencies, mut answer_only) = (Vec::new(), Vec::new(), Vec::new());
        for same_key in occurrences.chunk_by(|one, other| one.0 == other.0) {
            let (in_answers, in_utterances): (Vec<_>, Vec<_>) =
                same_key.iter().partition(|(_, _, in_answer)| *in_answer);
            answer_only.extend(in_answers.iter().map(|(_, entry, _)| (keys.len(), *entry)));
            document_frequencies.push(u16::try_from(in_utterances.len()).unwrap_or(u16::MAX));
            keys.push(same_key[0].0);
        }
        keys.shrink_to_fit();
        document_frequencies.shrink_to_fit();
        Self { answer_only: PostingLists::new(keys.len(), answer_only), keys, document_frequencies }
    }
}

/// Returns the question, the other utterances and the training examples of an entry, in this order; texts without words
/// are skipped.
pub fn utterances(entry: &Entry) -> impl Iterator<Item = &str> {
    let all = [&entry.question].into_iter().chain(&entry.utterances).chain(&entry.training_examples);
    all.map(String::as_str).filter(has_words)
}

/// Returns whether a text contains at least one word.
pub fn has_words(text: &&str) -> bool {
    !normalization::normalize(text).is_empty()
}
