//! Whether a reply in Spanish or French turns an answer around.
//!
//! Its sentences are compared in order, by words that are said alike in every language. Figures stand in the order of
//! the answer, and not by words for what another figure stands by there.
use std::collections::BTreeSet;

use super::{
    clauses::marks,
    figures::{Class, Group, Reading, groups},
    glossary,
    tokens::{sentences, tokens},
    words::{ENGLISH, JOINTS_OF_FIGURES, Mark, OTHERS, Sign},
};

/// How an answer and its translation are read for their figures.
const HERE: Reading = Reading { joints: JOINTS_OF_FIGURES, root: glossary::english };
const THERE: Reading = Reading {
    joints: &["y", "e", "o", "pero", "mientras", "et", "ou", "mais", "tandis"],
    root: glossary::abroad,
};
/// What takes several words there, and one in an answer.
const ONE_WORD: &[(&str, &str)] = &[
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
/// A translation has at least three of so many characters of its answer; few have less than five.
const SHORTEST: (usize, usize) = (3, 5);

/// What a reply in another language turns around of the answers, for staff; nothing where it turns nothing.
pub fn turned_abroad(reply: &str, cited: &[&str]) -> Option<&'static str> {
    let length = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let of_answers: usize = cited.iter().map(|answer| length(answer)).sum();
    if length(reply) * SHORTEST.1 < of_answers * SHORTEST.0 {
        Some("left out a part of the answer")
    } else if turns(reply, cited) {
        Some("turned around what the answer says")
    } else if moves(reply, cited) {
        Some("left out a figure of the answer, or put it where the answer has another")
    } else {
        None
    }
}

/// Whether figures are lost, stand in another order than in the answers, or by the words of others.
fn moves(reply: &str, cited: &[&str]) -> bool {
    let reply = ONE_WORD.iter().fold(reply.to_owned(), |text, (several, one)| text.replace(several, one));
    let said = groups(&reply, THERE);
    // "Once" is a number in Spanish, and a word in an answer.
    let here = |answer: &str| {
        let words = answer.split(' ').filter(|word| !word.eq_ignore_ascii_case("once"));
        groups(&words.collect::<Vec<_>>().join(" "), HERE)
    };
    let known: Vec<Vec<Group>> = cited.iter().map(|answer| here(answer)).collect();
    let all = known.concat();
    said.iter().any(|group| group.is_clearly_elsewhere(&all))
        || !orders(&known).iter().any(|order| in_order(&said, order))
}

/// The answers in each order in which they may be said.
fn orders(answers: &[Vec<Group>]) -> Vec<Vec<Group>> {
    if answers.len() < 2 {
        return vec![answers.concat()];
    }
    let begun = |at: usize| {
        let mut rest = answers.to_vec();
        let first = rest.remove(at);
        orders(&rest).into_iter().map(move |rest| [first.clone(), rest].concat())
    };
    (0..answers.len()).flat_map(begun).collect()
}

/// Whether the figures of each kind are the same, in the same order, however often each is said.
fn in_order(said: &[Group], known: &[Group]) -> bool {
    let of = |groups: &[Group], class: Class| {
        let mut figures: Vec<String> = Vec::new();
        for (_, figure) in groups.iter().flat_map(Group::figures).filter(|(of, _)| *of == class) {
            if !figures.iter().any(|known| known == figure) {
                figures.push(figure.to_owned());
            }
        }
        figures
    };
    let mut classes = said.iter().chain(known).flat_map(Group::figures).map(|(class, _)| class);
    classes.all(|class| of(said, class) == of(known, class))
}

fn turns(reply: &str, cited: &[&str]) -> bool {
    let marks = |text: &str, table: &[(&str, Sign)]| marks(&tokens(text), table).0;
    let said: Vec<BTreeSet<Mark>> =
        sentences(reply).into_iter().map(|sentence| marks(sentence, OTHERS)).collect();
    let known: Vec<BTreeSet<Mark>> =
        cited.iter().flat_map(|answer| sentences(answer)).map(|sentence| marks(sentence, ENGLISH)).collect();
    let differ = |said: &BTreeSet<Mark>, known: &BTreeSet<Mark>| {
        let kept = |of: &BTreeSet<Mark>| of.iter().copied().filter(|mark| TRAVELS.contains(mark)).collect();
        let (said, known): (BTreeSet<Mark>, BTreeSet<Mark>) = (kept(said), kept(known));
        said != known
    };
    if said.len() == known.len() {
        return said.iter().zip(&known).any(|(said, known)| differ(said, known));
    }
    let all = |of: &[BTreeSet<Mark>]| of.iter().flatten().copied().collect::<BTreeSet<Mark>>();
    differ(&all(&said), &all(&known))
}

/// What is said alike in every language, so that it is compared.
const TRAVELS: &[Mark] = &[
    Mark::No,
    Mark::Must,
    Mark::Waived,
    Mark::Free,
    Mark::Closed,
    Mark::Only,
    Mark::Except,
    Mark::Without,
    Mark::Always,
    Mark::Before,
    Mark::After,
    Mark::AtLeast,
    Mark::AtMost,
];
