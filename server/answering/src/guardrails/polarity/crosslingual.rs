//! Detection of replies in Spanish or French that change the meaning of an English answer.
//!
//! The sentences are compared in order by the qualifiers that translate unambiguously. Facts must be in the order of the
//! answer, and not in the context of another fact.

use std::collections::BTreeSet;

use super::{
    MeaningChange, bilingual_terms,
    clauses::analyze,
    cues::{Cue, ENGLISH_CUES, ENTITLEMENT_JOINERS, Qualifier, SPANISH_AND_FRENCH_CUES},
    fact_groups::{FactClass, FactGroup, GroupingRules, group_facts},
    tokens::{split_sentences, tokenize},
};

/// Grouping of the facts of an English answer for the comparison with a translation.
const ANSWER_RULES: GroupingRules =
    GroupingRules { joiners: ENTITLEMENT_JOINERS, root: bilingual_terms::english_concept };
/// Grouping of the facts of a translation.
const TRANSLATION_RULES: GroupingRules = GroupingRules {
    joiners: &["y", "e", "o", "pero", "mientras", "et", "ou", "mais", "tandis"],
    root: bilingual_terms::translated_concept,
};
/// Phrases of several words in a translation that correspond to one fact word in an answer.
const SINGLE_WORD_EQUIVALENTS: &[(&str, &str)] = &[
    ("a. m.", "a.m."),
    ("p. m.", "p.m."),
    ("fines de semana", "weekends"),
    ("fin de semana", "weekend"),
    ("week-ends", "weekends"),
    ("week-end", "weekend"),
    ("entre semana", "weekdays"),
    ("días de semana", "weekdays"),
    ("en semaine", "weekdays"),
];
/// Minimum length of a translation relative to its answers, as a fraction.
const MIN_LENGTH_NUMERATOR: usize = 3;
const MIN_LENGTH_DENOMINATOR: usize = 5;

/// Returns how a reply in Spanish or French changes the meaning of the answers that it cites, or `None` if it does not.
#[must_use]
pub fn find_translated_meaning_change(reply: &str, answers: &[&str]) -> Option<MeaningChange> {
    let length = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let answer_length: usize = answers.iter().map(|answer| length(answer)).sum();
    if length(reply) * MIN_LENGTH_DENOMINATOR < answer_length * MIN_LENGTH_NUMERATOR {
        Some(MeaningChange::OmittedPart)
    } else if changes_qualifiers(reply, answers) {
        Some(MeaningChange::ChangedQualifier)
    } else if changes_facts(reply, answers) {
        Some(MeaningChange::ChangedFact)
    } else {
        None
    }
}

/// Returns whether facts are missing, are in another order than in the answers, or are in the context of other facts.
fn changes_facts(reply: &str, answers: &[&str]) -> bool {
    let reply = SINGLE_WORD_EQUIVALENTS
        .iter()
        .fold(reply.to_owned(), |text, (phrase, word)| text.replace(phrase, word));
    let reply_groups = group_facts(&reply, TRANSLATION_RULES);
    // "Once" is the number 11 in Spanish and an adverb in an answer.
    let answer_groups = |answer: &str| {
        let words = answer.split(' ').filter(|word| !word.eq_ignore_ascii_case("once"));
        group_facts(&words.collect::<Vec<_>>().join(" "), ANSWER_RULES)
    };
    let by_answer: Vec<Vec<FactGroup>> = answers.iter().map(|answer| answer_groups(answer)).collect();
    let all = by_answer.concat();
    reply_groups.iter().any(|group| group.is_clearly_misplaced(&all))
        || !permutations(&by_answer).iter().any(|groups| has_same_order(&reply_groups, groups))
}

/// Returns the groups of the answers, concatenated in each possible order of the answers.
fn permutations(answers: &[Vec<FactGroup>]) -> Vec<Vec<FactGroup>> {
    if answers.len() < 2 {
        return vec![answers.concat()];
    }
    let starting_with = |at: usize| {
        let mut rest = answers.to_vec();
        let first = rest.remove(at);
        permutations(&rest).into_iter().map(move |rest| [first.clone(), rest].concat())
    };
    (0..answers.len()).flat_map(starting_with).collect()
}

/// Returns whether the distinct facts of each class are equal and in the same order.
fn has_same_order(reply: &[FactGroup], answers: &[FactGroup]) -> bool {
    let distinct = |groups: &[FactGroup], class: FactClass| {
        let mut keys: Vec<String> = Vec::new();
        for (_, key) in groups.iter().flat_map(FactGroup::facts).filter(|(other, _)| *other == class) {
            if !keys.iter().any(|known| known == key) {
                keys.push(key.to_owned());
            }
        }
        keys
    };
    let mut classes = reply.iter().chain(answers).flat_map(FactGroup::facts).map(|(class, _)| class);
    classes.all(|class| distinct(reply, class) == distinct(answers, class))
}

/// Returns whether the comparable qualifiers differ: sentence by sentence if the numbers of sentences are equal,
/// otherwise in total.
fn changes_qualifiers(reply: &str, answers: &[&str]) -> bool {
    let qualifiers = |text: &str, cues: &[(&str, Cue)]| analyze(&tokenize(text), cues).0;
    let reply: Vec<BTreeSet<Qualifier>> = split_sentences(reply)
        .into_iter()
        .map(|sentence| qualifiers(sentence, SPANISH_AND_FRENCH_CUES))
        .collect();
    let answers: Vec<BTreeSet<Qualifier>> = answers
        .iter()
        .flat_map(|answer| split_sentences(answer))
        .map(|sentence| qualifiers(sentence, ENGLISH_CUES))
        .collect();
    let differ = |reply: &BTreeSet<Qualifier>, answer: &BTreeSet<Qualifier>| {
        let comparable = |qualifiers: &BTreeSet<Qualifier>| {
            qualifiers
                .iter()
                .copied()
                .filter(|qualifier| COMPARABLE_QUALIFIERS.contains(qualifier))
                .collect::<BTreeSet<Qualifier>>()
        };
        comparable(reply) != comparable(answer)
    };
    if reply.len() == answers.len() {
        return reply.iter().zip(&answers).any(|(reply, answer)| differ(reply, answer));
    }
    let union = |sentences: &[BTreeSet<Qualifier>]| {
        sentences.iter().flatten().copied().collect::<BTreeSet<Qualifier>>()
    };
    differ(&union(&reply), &union(&answers))
}

/// Qualifiers that are expressed unambiguously in English, Spanish and French.
const COMPARABLE_QUALIFIERS: &[Qualifier] = &[
    Qualifier::Negated,
    Qualifier::Required,
    Qualifier::NotRequired,
    Qualifier::Free,
    Qualifier::Closed,
    Qualifier::Only,
    Qualifier::Except,
    Qualifier::Without,
    Qualifier::Always,
    Qualifier::Before,
    Qualifier::After,
    Qualifier::AtLeast,
    Qualifier::AtMost,
];
