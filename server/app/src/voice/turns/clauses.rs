//! The clauses of a text: by which words each is turned, and what it is about.
use std::collections::{BTreeSet, HashSet};

use super::{
    tokens::{Token, each, fits, holds, sentences, tokens},
    words::{AGREES, COURTESIES, EMPTY, ENGLISH, IN_COURTESIES, JOINTS, Mark, OBLIGES, Sign, VERBS},
};

/// So many letters of a word tell what is meant.
const TELLING: usize = 5;

/// What is said of one thing.
pub struct Clause {
    /// Which sentence of which text it stands in.
    pub sentence: (usize, usize),
    pub marks: BTreeSet<Mark>,
    pub about: HashSet<String>,
    pub agrees: bool,
}

/// The clauses of a text, but for courtesies.
pub fn clauses(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    // Where it stands tells texts apart.
    let of_text = text.as_ptr() as usize;
    for (number, sentence) in sentences(text).into_iter().enumerate() {
        let words = tokens(sentence);
        if is_courtesy(&words) {
            continue;
        }
        for part in parted(sentence) {
            let (marks, mut about) = marks(&part, ENGLISH);
            // What is about nothing goes on with what was said before: "There is no fee."
            if let Some(before) = clauses.last().filter(|_| about.is_empty()) {
                about.clone_from(&before.about);
            }
            let agrees = holds(&part[..part.len().min(2)], AGREES);
            clauses.push(Clause { sentence: (of_text, number), marks, about, agrees });
        }
    }
    clauses
}

/// Whether a sentence is kind, and says nothing else: "let us know by Friday" does.
fn is_courtesy(words: &[Token]) -> bool {
    holds(words, COURTESIES)
        && !holds(words, OBLIGES)
        && !words.iter().any(|token| matches!(token, Token::Fact(..)))
        && marks(words, ENGLISH).0.iter().all(|mark| IN_COURTESIES.contains(mark))
}

/// The clauses of a sentence. What has no verb of its own belongs to what follows it, and at the end to what stands
/// before it.
fn parted(sentence: &str) -> Vec<Vec<Token>> {
    let mut parts: Vec<Vec<Token>> = vec![vec![]];
    for token in tokens(sentence) {
        let joins = matches!(&token, Token::Word(word) if JOINTS.contains(&word.as_str()));
        if joins || matches!(token, Token::Pause | Token::Aside) {
            parts.push(vec![]);
        } else {
            parts.last_mut().into_iter().for_each(|part| part.push(token.clone()));
        }
    }
    let mut clauses: Vec<Vec<Token>> = vec![];
    let mut open: Vec<Token> = vec![];
    for part in parts {
        open.extend(part.iter().cloned());
        if holds(&part, VERBS) {
            clauses.push(std::mem::take(&mut open));
        }
    }
    match clauses.last_mut() {
        Some(last) => last.append(&mut open),
        None if !open.is_empty() => clauses.push(open),
        None => {}
    }
    clauses
}

/// By which words a clause is turned, and what it is about.
pub fn marks(tokens: &[Token], table: &[(&str, Sign)]) -> (BTreeSet<Mark>, HashSet<String>) {
    let (mut marks, mut about, mut signs) = (BTreeSet::new(), HashSet::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let here = table.iter().flat_map(|(group, sign)| each(group).map(move |wording| (wording, *sign)));
        let here = here.filter_map(|(wording, sign)| Some((fits(&tokens[at..], wording)?, sign)));
        let longest = here.fold(None, |best: Option<(usize, Sign)>, (length, sign)| match best {
            Some((most, _)) if most >= length => best,
            _ => Some((length, sign)),
        });
        match (&tokens[at], longest) {
            (_, Some((length, Sign::Says(mark)))) => {
                marks.insert(mark);
                // They are things as well.
                if let (Mark::Approved | Mark::Charged, Token::Word(word)) = (mark, &tokens[at]) {
                    about.extend(root(word));
                }
                at += length;
            }
            (_, Some((length, sign))) => {
                signs.push((at, sign));
                at += length;
            }
            (Token::Fact(_, key), None) => {
                if key.starts_with('$') {
                    marks.insert(Mark::Charged);
                }
                about.insert(format!("#{key}"));
                at += 1;
            }
            (Token::Word(word), None) => {
                about.extend(root(word));
                at += 1;
            }
            (Token::Pause | Token::Aside, None) => at += 1,
        }
    }
    ranges(tokens, &mut marks);
    turn(&signs, &mut marks);
    (marks, about)
}

/// A span of time or of days says until when.
fn ranges(tokens: &[Token], marks: &mut BTreeSet<Mark>) {
    let is = |token: Option<&Token>, words: &[&str]| matches!(token, Some(Token::Word(word)) if words.contains(&word.as_str()));
    for (at, token) in tokens.iter().enumerate() {
        let Token::Fact(_, key) = token else { continue };
        let back = |by: usize| at.checked_sub(by).and_then(|at| tokens.get(at));
        let named = !key.starts_with(|c: char| c.is_ascii_digit()) || key.contains(':');
        let ends = is(back(1), &["to"]) && (named || matches!(back(2), Some(Token::Fact(..))));
        if ends || key.contains(':') && matches!(back(1), Some(Token::Fact(..))) {
            marks.insert(Mark::Until);
        }
    }
    let timed = tokens.iter().any(|token| matches!(token, Token::Fact(..)));
    if timed && tokens.iter().any(|token| is(Some(token), &["closes", "close", "closing", "ends", "end"])) {
        marks.insert(Mark::Until);
    }
}

/// What permissions, orders and needs say beside the words that take them back.
fn turn(signs: &[(usize, Sign)], marks: &mut BTreeSet<Mark>) {
    let mut spent = vec![false; signs.len()];
    for (at, sign) in signs {
        if matches!(sign, Sign::Not | Sign::Nothing | Sign::Says(_)) {
            continue;
        }
        let negated: Vec<usize> = (0..signs.len())
            .filter(|other| signs[*other].1 == Sign::Not)
            .filter(|other| signs[*other].0 < *at || signs[*other].0 == at + 1)
            .collect();
        for other in &negated {
            spent[*other] = true;
        }
        marks.extend(match (sign, negated.is_empty()) {
            (Sign::May, true) => Some(Mark::Allowed),
            (Sign::May | Sign::Can | Sign::Order, false) | (Sign::Forbids, true) => Some(Mark::No),
            (Sign::Forbids, false) => Some(Mark::Allowed),
            (Sign::Order | Sign::Need, true) => Some(Mark::Must),
            (Sign::Need, false) => Some(Mark::Waived),
            (Sign::Open, false) => Some(Mark::Closed),
            (Sign::Can, true) => Some(Mark::Can),
            _ => None,
        });
    }
    if signs.iter().zip(&spent).any(|((_, sign), spent)| *sign == Sign::Not && !spent) {
        marks.insert(Mark::No);
    }
}

/// The beginning of a word that says what is meant.
fn root(word: &str) -> Option<String> {
    let singular =
        word.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s')).unwrap_or(word);
    let says_something = singular.chars().count() > 2 && !each(EMPTY).any(|empty| empty == word);
    says_something.then(|| singular.chars().take(TELLING).collect())
}
