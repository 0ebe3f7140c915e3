//! Whether a wording turns an answer around: "no guests" where guests are allowed, "free" where there is a fee, "you
//! may" where one must, or a "not" that is lost.
//!
//! Both are taken apart into clauses, and of each is heard what it is about and by which words it is turned
//! ([`Mark`]). A clause of the reply rests on those of the answers that are about the same, and may be turned by no
//! word by which none of them is. No such word may be lost, and no sentence: what staff wrote into an answer belongs to
//! it, but for courtesies. Figures stay where they stand ([`figures`]). Where in doubt it is turned: the answer word for
//! word is always right.
//!
//! A translation has no words in common with its answer, so it is compared by fewer ([`abroad`]).
mod abroad;
mod clauses;
mod figures;
mod glossary;
mod tokens;
mod words;

use std::collections::{BTreeSet, HashSet};

pub use abroad::turned_abroad;
use clauses::{Clause, clauses};
use words::Mark;

/// So many letters of a word are the same in its forms.
const SHORTEST: usize = 4;

/// What a reply in English turns around of the answers that it names, for staff; nothing where it turns nothing.
pub fn turned(reply: &str, cited: &[&str]) -> Option<&'static str> {
    let said = clauses(reply);
    let known: Vec<Clause> = cited.iter().flat_map(|answer| clauses(answer)).collect();
    let grounds = grounds(&said, &known);
    if grounds.iter().all(|ground| ground.all.is_empty()) {
        return Some("had too little to do with the answer");
    }
    let said: Vec<(Clause, Ground)> = said.into_iter().zip(grounds).collect();
    if adds(&said, &known) {
        Some("said something that the answer does not say so")
    } else if leaves_out(&said, &known) {
        Some("left out a sentence of the answer")
    } else if loses(&said, &known) {
        Some("left out a word that turns what the answer says")
    } else if agrees_to_a_no(&said) && !known.iter().any(|clause| clause.agrees) {
        Some("agreed to what the answer denies")
    } else {
        figures::moved(reply, cited)
    }
}

/// Whether a clause is turned by a word by which nothing is that it rests on.
fn adds(said: &[(Clause, Ground)], known: &[Clause]) -> bool {
    said.iter().any(|(clause, ground)| {
        let there: BTreeSet<Mark> =
            ground.most.iter().flat_map(|at| known[*at].marks.iter().copied()).collect();
        clause.marks.iter().any(|mark| !is_backed(*mark, &there))
    })
}

/// Whether a sentence is not said that is about something, or half of what it is about: what staff wrote beside what was asked is there for
/// a reason.
fn leaves_out(said: &[(Clause, Ground)], known: &[Clause]) -> bool {
    let used: HashSet<(usize, usize)> =
        said.iter().flat_map(|(_, ground)| &ground.all).map(|at| known[*at].sentence).collect();
    let of_all: HashSet<&String> = said.iter().flat_map(|(clause, _)| &clause.about).collect();
    // "Feed" and "feeding"
    let is_one = |one: &str, other: &str| {
        one == other
            || one.len().min(other.len()) >= SHORTEST && (one.starts_with(other) || other.starts_with(one))
    };
    let is_left = |sentence: (usize, usize)| {
        let clauses = known.iter().filter(|clause| clause.sentence == sentence);
        let about: HashSet<&String> = clauses.flat_map(|clause| &clause.about).collect();
        let kept = about.iter().filter(|word| of_all.iter().any(|said| is_one(word, said))).count();
        !about.is_empty() && (!used.contains(&sentence) || kept * 2 <= about.len())
    };
    known.iter().any(|clause| is_left(clause.sentence))
}

/// Whether a word is lost that turns a sentence.
fn loses(said: &[(Clause, Ground)], known: &[Clause]) -> bool {
    known.iter().enumerate().any(|(at, clause)| {
        let rests = |ground: &Ground| clause.about.is_empty() || ground.all.contains(&at);
        let resting = said.iter().filter(|(_, ground)| rests(ground));
        let sentences: HashSet<(usize, usize)> = resting.map(|(clause, _)| clause.sentence).collect();
        let keeps = |mark: Mark, (clause, ground): &(Clause, Ground)| {
            // That it costs something may be said with what it is: "a deposit of $50, which you get back".
            let here = mark == Mark::Charged && sentences.contains(&clause.sentence) || rests(ground);
            here && clause.marks.contains(&mark)
        };
        clause.marks.iter().any(|mark| bears(*mark) && !said.iter().any(|said| keeps(*mark, said)))
    })
}

/// Whether it begins with a yes, and goes on with a no.
fn agrees_to_a_no(said: &[(Clause, Ground)]) -> bool {
    let of_sentence = |sentence| said.iter().filter(move |(clause, _)| clause.sentence == sentence);
    let first = said.iter().find(|(_, ground)| !ground.all.is_empty()).map(|(clause, _)| clause.sentence);
    let denied = first.is_some_and(|first| {
        of_sentence(first)
            .any(|(clause, _)| [Mark::No, Mark::Closed].iter().any(|no| clause.marks.contains(no)))
    });
    denied
        && said.first().is_some_and(|(begin, _)| of_sentence(begin.sentence).any(|(clause, _)| clause.agrees))
}

/// Whether losing it turns what is said.
fn bears(mark: Mark) -> bool {
    !matches!(mark, Mark::Allowed | Mark::Can)
}

/// Whether it may be said where the answer says `there`.
fn is_backed(mark: Mark, there: &BTreeSet<Mark>) -> bool {
    match mark {
        // A condition more gives nobody anything, and whoever may can.
        Mark::If | Mark::Can => true,
        Mark::Allowed => there.contains(&Mark::Allowed) || there.contains(&Mark::Can),
        _ => there.contains(&mark),
    }
}

/// The clauses of the answers that a clause of a reply is about.
#[derive(Clone, Default)]
struct Ground {
    /// Those with which it has most in common: what it says, one of them says.
    most: Vec<usize>,
    /// Those of which it has half besides: what they say, it has to say.
    all: Vec<usize>,
}

/// What each clause of a reply rests on. One that is about nothing goes on with what was said before.
fn grounds(said: &[Clause], known: &[Clause]) -> Vec<Ground> {
    let mut grounds: Vec<Ground> = Vec::new();
    for clause in said {
        let shared: Vec<usize> =
            known.iter().map(|known| known.about.intersection(&clause.about).count()).collect();
        let most = shared.iter().copied().max().unwrap_or_default();
        let those = |is_meant: &dyn Fn(usize) -> bool| {
            (0..known.len()).filter(|at| shared[*at] > 0 && is_meant(*at)).collect::<Vec<usize>>()
        };
        let of_most = those(&|at| shared[at] == most);
        let all = those(&|at| shared[at] == most || shared[at] * 2 >= known[at].about.len());
        let of_nothing = || (0..known.len()).filter(|at| known[*at].about.is_empty()).collect::<Vec<_>>();
        grounds.push(match clause.about.is_empty() {
            true => grounds.last().cloned().unwrap_or(Ground { most: of_nothing(), all: vec![] }),
            false => Ground { most: of_most, all },
        });
    }
    grounds
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod wordings;
