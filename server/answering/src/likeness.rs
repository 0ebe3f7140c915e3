//! How like two wordings are by themselves, without a community around them.

use std::collections::BTreeSet;

use crate::features::{Block, Feature, features};
use crate::stem::stem;
use crate::{lexicon, normalise};

/// The part that the characters decide; the words decide the rest.
const GRAMS_PART: f32 = 0.3;

/// From 0 (nothing in common) to 1 (the same words). Words that a question has whatever it is about count little,
/// and synonyms are nearly the same word.
pub fn likeness(one: &str, other: &str) -> f32 {
    let (one, other) = (features(one), features(other));
    let part = |block| cosine(&one, &other, block);
    (1.0 - GRAMS_PART) * part(Block::Words) + GRAMS_PART * part(Block::Grams)
}

/// Whether two texts name the same figures, and turn on the same words, such as `not` or `after`.
pub fn figures_agree(one: &str, other: &str) -> bool {
    let figures = |text: &str| -> BTreeSet<String> {
        let stems = normalise::words(text).into_iter().map(|word| stem(&word));
        stems.filter(|stem| lexicon::turns(stem) || stem.bytes().any(|b| b.is_ascii_digit())).collect()
    };
    figures(one) == figures(other)
}

fn cosine(one: &[Feature], other: &[Feature], block: Block) -> f32 {
    let weight = |feature: &Feature| feature.weight * feature.prior;
    let length = |of: &[Feature]| {
        let squares = of.iter().filter(|f| f.block == block).map(|f| weight(f).powi(2));
        squares.sum::<f32>().sqrt().max(f32::EPSILON)
    };
    // Both lists are in order of their keys.
    let both = one.iter().filter(|f| f.block == block).filter_map(|feature| {
        let at = other.binary_search_by(|f| f.key.cmp(&feature.key)).ok()?;
        Some(weight(feature) * weight(&other[at]))
    });
    (both.sum::<f32>() / (length(one) * length(other))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_figure_or_a_not_is_no_agreement() {
        let said = "A second permit is $40 a month.";
        assert!(figures_agree(said, "One second permit: $40 each month"));
        for other in ["A second permit is $75 a month.", "A second permit is not $40 a month.", "No permit."]
        {
            assert!(!figures_agree(said, other), "{other}");
        }
    }

    #[test]
    fn what_differs_in_filling_words_alone_is_almost_the_same() {
        for (one, other) in [
            ("When does the pool close?", "when does pool close"),
            ("Where do I park?", "where do i park??"),
            ("Can I get a second parking permit?", "Can I get the second parking permit"),
        ] {
            assert!(likeness(one, other) >= 0.9, "{one} / {other}: {}", likeness(one, other));
        }
    }

    #[test]
    fn another_subject_is_another_wording() {
        for (one, other) in [
            ("When does the pool close?", "When does the pool open?"),
            ("When does the pool close?", "When does the gym close?"),
            ("Can I park a trailer?", "Can I park a truck overnight?"),
            ("", "Where do I park?"),
        ] {
            assert!(likeness(one, other) < 0.9, "{one} / {other}: {}", likeness(one, other));
        }
    }
}
