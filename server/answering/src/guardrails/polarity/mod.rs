//! Detection of replies that change the meaning of an answer: "no guests" where guests are allowed, "free" where there is
//! a fee, "you may" where one must, or a lost "not".
//!
//! The reply and the answers are split into clauses, each with its content words and its [`Qualifier`]s. A clause of the
//! reply is aligned with the clauses of the answers on the same subject and may have no qualifier that none of those
//! has. No qualifier and no sentence of an answer may be lost, except courtesies. Facts must keep their context; see
//! [`fact_groups`]. In case of doubt a change is reported, because the answer itself can always be sent.
//!
//! A translation shares no words with its answer, so fewer properties are compared; see [`crosslingual`].

mod bilingual_terms;
mod clauses;
mod crosslingual;
mod cues;
mod fact_groups;
mod tokens;

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use self::clauses::{Clause, split_clauses};
pub use self::crosslingual::find_translated_meaning_change;
use self::cues::Qualifier;

/// Minimum common prefix of two inflected forms of a word, in bytes.
const MIN_PREFIX: usize = 4;

/// How a reply changes the meaning of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeaningChange {
    /// No clause is about the subject of an answer.
    Unrelated,
    /// A clause has a qualifier that the answers do not have.
    AddedQualifier,
    /// A sentence of an answer is missing.
    OmittedSentence,
    /// A qualifier of an answer is missing.
    OmittedQualifier,
    /// The reply starts with a yes although it continues with a denial.
    AffirmedDenial,
    /// A fact is in a context in which the answers have another one.
    MisplacedFact,
    /// A fact of an answer is missing.
    OmittedFact,
    /// The translation is much shorter than the answers.
    OmittedPart,
    /// The translation has other qualifiers than the answers.
    ChangedQualifier,
    /// The facts of the translation are missing, or are in another order or context.
    ChangedFact,
}

impl fmt::Display for MeaningChange {
    /// Writes the predicate of a sentence about the author of the reply, for staff.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unrelated => "had too little to do with the answer",
            Self::AddedQualifier => "said something that the answer does not say so",
            Self::OmittedSentence => "left out a sentence of the answer",
            Self::OmittedQualifier => "left out a word that turns what the answer says",
            Self::AffirmedDenial => "agreed to what the answer denies",
            Self::MisplacedFact => "put a figure where the answer has another",
            Self::OmittedFact => "left out a figure, a day, a link or a phone of the answer",
            Self::OmittedPart => "left out a part of the answer",
            Self::ChangedQualifier => "turned around what the answer says",
            Self::ChangedFact => "left out a figure of the answer, or put it where the answer has another",
        })
    }
}

/// Returns how an English reply changes the meaning of the answers that it cites, or `None` if it does not.
#[must_use]
pub fn find_meaning_change(reply: &str, answers: &[&str]) -> Option<MeaningChange> {
    let reply_clauses = split_clauses(reply);
    let answer_clauses: Vec<Clause> = answers.iter().flat_map(|answer| split_clauses(answer)).collect();
    let alignments = align(&reply_clauses, &answer_clauses);
    if alignments.iter().all(|alignment| alignment.related.is_empty()) {
        return Some(MeaningChange::Unrelated);
    }
    let aligned: Vec<(Clause, Alignment)> = reply_clauses.into_iter().zip(alignments).collect();
    if adds_qualifier(&aligned, &answer_clauses) {
        Some(MeaningChange::AddedQualifier)
    } else if omits_sentence(&aligned, &answer_clauses) {
        Some(MeaningChange::OmittedSentence)
    } else if omits_qualifier(&aligned, &answer_clauses) {
        Some(MeaningChange::OmittedQualifier)
    } else if affirms_denial(&aligned) && !answer_clauses.iter().any(|clause| clause.is_affirmation) {
        Some(MeaningChange::AffirmedDenial)
    } else {
        fact_groups::find_fact_change(reply, answers)
    }
}

/// Returns whether a clause has a qualifier that none of its closest answer clauses has.
fn adds_qualifier(reply: &[(Clause, Alignment)], answers: &[Clause]) -> bool {
    reply.iter().any(|(clause, alignment)| {
        let supported: BTreeSet<Qualifier> =
            alignment.closest.iter().flat_map(|at| answers[*at].qualifiers.iter().copied()).collect();
        clause.qualifiers.iter().any(|qualifier| !is_supported(*qualifier, &supported))
    })
}

/// Returns whether a sentence of an answer that has content words is missing, or half of its content words are.
fn omits_sentence(reply: &[(Clause, Alignment)], answers: &[Clause]) -> bool {
    let aligned_sentences: HashSet<(usize, usize)> =
        reply.iter().flat_map(|(_, alignment)| &alignment.related).map(|at| answers[*at].sentence).collect();
    let reply_words: HashSet<&String> = reply.iter().flat_map(|(clause, _)| &clause.content_words).collect();
    // "Feed" and "feeding".
    let is_same_word = |one: &str, other: &str| {
        one == other
            || one.len().min(other.len()) >= MIN_PREFIX && (one.starts_with(other) || other.starts_with(one))
    };
    let is_omitted = |sentence: (usize, usize)| {
        let clauses = answers.iter().filter(|clause| clause.sentence == sentence);
        let words: HashSet<&String> = clauses.flat_map(|clause| &clause.content_words).collect();
        let kept =
            words.iter().filter(|word| reply_words.iter().any(|other| is_same_word(word, other))).count();
        !words.is_empty() && (!aligned_sentences.contains(&sentence) || kept * 2 <= words.len())
    };
    answers.iter().any(|clause| is_omitted(clause.sentence))
}

/// Returns whether a qualifier of an answer clause is missing in all reply clauses that are aligned with it.
fn omits_qualifier(reply: &[(Clause, Alignment)], answers: &[Clause]) -> bool {
    answers.iter().enumerate().any(|(at, clause)| {
        let is_aligned =
            |alignment: &Alignment| clause.content_words.is_empty() || alignment.related.contains(&at);
        let aligned = reply.iter().filter(|(_, alignment)| is_aligned(alignment));
        let sentences: HashSet<(usize, usize)> = aligned.map(|(clause, _)| clause.sentence).collect();
        let keeps = |qualifier: Qualifier, (clause, alignment): &(Clause, Alignment)| {
            // A charge may be stated anywhere in the sentence: "a deposit of $50, which you get back".
            let is_in_sentence = qualifier == Qualifier::Charged && sentences.contains(&clause.sentence);
            (is_in_sentence || is_aligned(alignment)) && clause.qualifiers.contains(&qualifier)
        };
        clause.qualifiers.iter().any(|qualifier| {
            is_required(*qualifier) && !reply.iter().any(|reply_clause| keeps(*qualifier, reply_clause))
        })
    })
}

/// Returns whether the reply starts with an affirmation and its first aligned sentence is a denial.
fn affirms_denial(reply: &[(Clause, Alignment)]) -> bool {
    let clauses_of = |sentence| reply.iter().filter(move |(clause, _)| clause.sentence == sentence);
    let first =
        reply.iter().find(|(_, alignment)| !alignment.related.is_empty()).map(|(clause, _)| clause.sentence);
    let is_denial = first.is_some_and(|first| {
        clauses_of(first).any(|(clause, _)| {
            [Qualifier::Negated, Qualifier::Closed].iter().any(|denial| clause.qualifiers.contains(denial))
        })
    });
    let starts_with_affirmation = || {
        reply
            .first()
            .is_some_and(|(first, _)| clauses_of(first.sentence).any(|(clause, _)| clause.is_affirmation))
    };
    is_denial && starts_with_affirmation()
}

/// Returns whether omitting a qualifier changes the meaning.
fn is_required(qualifier: Qualifier) -> bool {
    !matches!(qualifier, Qualifier::Permitted | Qualifier::Possible)
}

/// Returns whether a clause may have a qualifier if the answers have the qualifiers `supported`.
fn is_supported(qualifier: Qualifier, supported: &BTreeSet<Qualifier>) -> bool {
    match qualifier {
        // An additional condition grants nothing, and what is permitted is possible.
        Qualifier::Conditional | Qualifier::Possible => true,
        Qualifier::Permitted => {
            supported.contains(&Qualifier::Permitted) || supported.contains(&Qualifier::Possible)
        }
        _ => supported.contains(&qualifier),
    }
}

/// The answer clauses on the subject of a reply clause, by index.
#[derive(Clone, Default)]
struct Alignment {
    /// Clauses that share the most content words. They must support the qualifiers of the reply clause.
    closest: Vec<usize>,
    /// `closest`, and clauses that share at least half of their content words. Their qualifiers must be kept.
    related: Vec<usize>,
}

/// Aligns each clause of a reply with answer clauses. A clause without content words continues the previous clause.
fn align(reply: &[Clause], answers: &[Clause]) -> Vec<Alignment> {
    let mut alignments: Vec<Alignment> = Vec::new();
    for clause in reply {
        let shared: Vec<usize> = answers
            .iter()
            .map(|answer| answer.content_words.intersection(&clause.content_words).count())
            .collect();
        let most = shared.iter().copied().max().unwrap_or_default();
        let select = |is_selected: &dyn Fn(usize) -> bool| {
            (0..answers.len()).filter(|at| shared[*at] > 0 && is_selected(*at)).collect::<Vec<usize>>()
        };
        let closest = select(&|at| shared[at] == most);
        let related = select(&|at| shared[at] == most || shared[at] * 2 >= answers[at].content_words.len());
        let without_content =
            || (0..answers.len()).filter(|at| answers[*at].content_words.is_empty()).collect::<Vec<_>>();
        alignments.push(match clause.content_words.is_empty() {
            true => alignments
                .last()
                .cloned()
                .unwrap_or(Alignment { closest: without_content(), related: vec![] }),
            false => Alignment { closest, related },
        });
    }
    alignments
}

#[cfg(test)]
mod reply_tests;
#[cfg(test)]
mod tests;
