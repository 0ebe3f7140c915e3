//! Prior weights of words, before an index has counted their frequency.
//!
//! A small index has too little text to learn that `the` carries no meaning, so common English words are listed here.
//! They are weighted down and never dropped: `where is my package` and `how do I send a package` differ only in common
//! words. A word that is not listed has weight 1.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::text::stemming::stem;

/// Function words: articles, pronouns, prepositions, auxiliaries and politeness; also the association, which is the
/// implied subject of every question.
const FUNCTION_WORDS: &str = "\
    a about after again all also am an and any are as association at away back be because been before \
    being but by can coa could did do does done else even ever for from further good had has have having \
    he hello her here hey hi him his hoa i if in into is it its just kind let like me might mine more \
    most much must my myself no nor now of off oh ok okay on one only onto or other our ours out over \
    own per please quick quickly really she should since so some sorry still such than thank thanks that \
    the their them then there these they thing this those through to too up upon us very was we well \
    were what which while will with would yes yet you your yours";

/// Words that frame a question. They distinguish `when` from `how much`, but not one subject from another.
const FRAMING_WORDS: &str = "\
    able allow allowed anything apartment area ask available board bring building community condo \
    condominium currently day different exactly find first friday get give go going guy guys happen hear \
    help home house how howmany howmuch information issue keep know live long look make many mean mind \
    monday month need new not old owner part person place possible problem property put question \
    regarding resident right room saturday say see something sort start stuff sunday sure take talk tell \
    tenant think thursday time today tomorrow tonight try tuesday unit use want way wednesday week \
    weekday weekend when where who whom whose why wonder work year yesterday";

/// Function and framing words that change the meaning of a question: `may I not park` differs from `may I park`.
const POLARITY_WORDS: &str = "after before less more most never no nor not off on out over up without";
/// Framing words that do not change the meaning of a question: `do I need to park` equals `do I have to park`.
const INTERCHANGEABLE_WORDS: &str = "\
    able allow allowed anything ask exactly find get give go happen hear help information issue keep know like look \
    make may mean mind need possible problem put regarding right say see something sort stuff sure take talk tell think \
    try use want way wonder";

/// Weight of a function word.
const FUNCTION_WORD_WEIGHT: f32 = 0.2;
/// Weight of a framing word or a number.
const FRAMING_WEIGHT: f32 = 0.4;

static WEIGHTS: LazyLock<HashMap<String, f32>> = LazyLock::new(|| {
    let framing = FRAMING_WORDS.split_whitespace().map(|word| (stem(word), FRAMING_WEIGHT));
    let function = FUNCTION_WORDS.split_whitespace().map(|word| (stem(word), FUNCTION_WORD_WEIGHT));
    framing.chain(function).collect()
});

static POLARITY_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| POLARITY_WORDS.split_whitespace().map(stem).collect());
static INTERCHANGEABLE_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| INTERCHANGEABLE_WORDS.split_whitespace().map(stem).collect());

/// Returns whether a stem changes polarity, order or amount, such as `not`, `after` or `more`.
pub fn is_polarity_stem(stem: &str) -> bool {
    POLARITY_STEMS.contains(stem)
}

/// Returns whether two questions that differ only in this stem have different meanings.
pub fn is_distinctive(stem: &str) -> bool {
    is_polarity_stem(stem) || weight(stem) > FUNCTION_WORD_WEIGHT && !INTERCHANGEABLE_STEMS.contains(stem)
}

/// Returns the prior weight of a stem, greater than 0 and at most 1.
pub fn weight(stem: &str) -> f32 {
    if stem.bytes().all(|b| b.is_ascii_digit()) {
        return FRAMING_WEIGHT;
    }
    WEIGHTS.get(stem).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polarity_and_subject_words_are_distinctive_and_interchangeable_words_are_not() {
        for word in ["not", "no", "pool", "9", "monday", "close", "after", "when"] {
            assert!(is_distinctive(&stem(word)), "{word}");
        }
        for word in ["the", "please", "need", "have", "is", "my", "want", "may"] {
            assert!(!is_distinctive(&stem(word)), "{word}");
        }
    }

    #[test]
    fn a_function_word_weighs_less_than_a_framing_word_and_that_less_than_a_subject() {
        assert!(weight("the") < weight("when"));
        assert!(weight("when") < weight("pool"));
        assert!(weight("the") > 0.0);
        assert_eq!(weight("204"), weight("when"));
    }
}
