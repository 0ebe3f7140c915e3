//! How much a word can say, before an index has counted it.
//!
//! A handful of entries is too little text to learn that `the` means nothing, so the common words of English are
//! listed here. They are weighed down and never dropped: `where is my package` and `how do I send a package` differ
//! only in them. Everything unlisted has weight 1.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::stem::stem;

/// Grammar: articles, pronouns, prepositions, auxiliaries, politeness; and the association, which is always meant.
const GRAMMAR: &str = "\
    a about after again all also am an and any are as association at away back be because been before \
    being but by can coa could did do does done else even ever for from further good had has have having \
    he hello her here hey hi him his hoa i if in into is it its just kind let like me might mine more \
    most much must my myself no nor now of off oh ok okay on one only onto or other our ours out over \
    own per please quick quickly really she should since so some sorry still such than thank thanks that \
    the their them then there these they thing this those through to too up upon us very was we well \
    were what which while will with would yes yet you your yours";

/// Words that frame a question. They tell `when` from `how much`, yet no subject from another.
const FRAMING: &str = "\
    able allow allowed anything apartment area ask available board bring building community condo \
    condominium currently day different exactly find first friday get give go going guy guys happen hear \
    help home house how howmany howmuch information issue keep know live long look make many mean mind \
    monday month need new not old owner part person place possible problem property put question \
    regarding resident right room saturday say see something sort start stuff sunday sure take talk tell \
    tenant think thursday time today tomorrow tonight try tuesday unit use want way wednesday week \
    weekday weekend when where who whom whose why wonder work year yesterday";

/// Those of the grammar and the framing that change what is asked, or not, where all else is the same: `may I not
/// park` asks something else than `may I park`, and `do I need to park` does not ask less than `do I have to park`.
const TURNING: &str = "after before less more most never no nor not off on out over up without";
const LOOSE: &str = "\
    able allow allowed anything ask exactly find get give go happen hear help information issue keep know like look \
    make may mean mind need possible problem put regarding right say see something sort stuff sure take talk tell think \
    try use want way wonder";

/// What a grammar word weighs.
const GRAMMAR_WEIGHT: f32 = 0.2;
/// What a framing word or a bare number weighs.
const FRAMING_WEIGHT: f32 = 0.4;

static WEIGHTS: LazyLock<HashMap<String, f32>> = LazyLock::new(|| {
    let framing = FRAMING.split_whitespace().map(|word| (stem(word), FRAMING_WEIGHT));
    let grammar = GRAMMAR.split_whitespace().map(|word| (stem(word), GRAMMAR_WEIGHT));
    framing.chain(grammar).collect()
});

static TURNS: LazyLock<HashSet<String>> = LazyLock::new(|| TURNING.split_whitespace().map(stem).collect());
static IS_LOOSE: LazyLock<HashSet<String>> = LazyLock::new(|| LOOSE.split_whitespace().map(stem).collect());

/// Whether a stem turns what is said around.
pub fn turns(stem: &str) -> bool {
    TURNS.contains(stem)
}

/// Whether two questions that differ in this stem alone ask different things.
pub fn tells(stem: &str) -> bool {
    turns(stem) || weight(stem) > GRAMMAR_WEIGHT && !IS_LOOSE.contains(stem)
}

/// From 0 to 1, for a stem.
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
    fn what_turns_a_question_tells_and_what_is_loose_does_not() {
        for word in ["not", "no", "pool", "9", "monday", "close", "after", "when"] {
            assert!(tells(&stem(word)), "{word}");
        }
        for word in ["the", "please", "need", "have", "is", "my", "want", "may"] {
            assert!(!tells(&stem(word)), "{word}");
        }
    }

    #[test]
    fn grammar_weighs_less_than_framing_and_framing_less_than_a_subject() {
        assert!(weight("the") < weight("when"));
        assert!(weight("when") < weight("pool"));
        assert!(weight("the") > 0.0);
        assert_eq!(weight("204"), weight("when"));
    }
}
