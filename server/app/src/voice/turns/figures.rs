//! What figures stand by: hours, prices, phones, links and other facts of one thing may not be told of another, and none
//! may be lost.
//!
//! Figures of one kind that stand together are a group, as "from 8 am to 9 pm", and it stands by the words around it, as
//! far as the next group. Where an answer holds several groups of a kind, what tells them apart are the words by which
//! only one of them stands: in a reply a figure may not stand by those of another group, and has to stand by one of its
//! own.
use std::collections::HashSet;

use super::{
    tokens::{Token, holds, sentences, tokens},
    words::{
        EMPTY, EMPTY_OF_FIGURES, ENDS, JOINTS_OF_FIGURES, MONTHS, MOVES, OF_CONTACTS, OF_MONEY, OF_TIMES,
        SPANS, STARTS, VERBS,
    },
};
use crate::voice::facts::Kind;

/// So many letters of a word tell what is meant.
const TELLING: usize = 5;

/// How a text is read: which words join its clauses, and what a word says.
#[derive(Clone, Copy)]
pub struct Reading {
    pub joints: &'static [&'static str],
    /// The root by which a word is compared; nothing for one that says nothing.
    pub root: fn(&str) -> Option<String>,
}

/// English as it is.
pub const ENGLISH: Reading = Reading { joints: JOINTS_OF_FIGURES, root };

/// Figures of one kind that stand together.
#[derive(Clone, Debug)]
pub struct Group {
    class: Class,
    /// Each with the end of a span that it is, if it is one.
    figures: Vec<(String, Option<Side>)>,
    /// By which words it stands.
    by: HashSet<String>,
}

/// What is compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Money,
    Percent,
    Month,
    Of(Kind),
}

impl Class {
    fn of(kind: Kind, key: &str) -> Self {
        match kind {
            Kind::Number if key.starts_with('$') => Self::Money,
            Kind::Number if key.starts_with('%') => Self::Percent,
            Kind::Day if MONTHS.contains(&key) => Self::Month,
            kind => Self::Of(kind),
        }
    }

    /// Words that stand by every figure of it.
    fn hollow(self) -> &'static [&'static str] {
        match self {
            Self::Money => OF_MONEY,
            Self::Of(Kind::Time) => OF_TIMES,
            Self::Of(Kind::Phone | Kind::Link | Kind::Mail) => OF_CONTACTS,
            _ => &[],
        }
    }
}

/// Which end of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

/// What a reply does to the figures of the answers, for staff; nothing where all of them stand where they belong.
pub fn moved(reply: &str, cited: &[&str]) -> Option<&'static str> {
    let known: Vec<Group> = cited.iter().flat_map(|answer| groups(answer, ENGLISH)).collect();
    let said = groups(reply, ENGLISH);
    // "Respectively" has figures stand by their order, which only the answer word for word keeps.
    let counts_off = |text: &str| holds(&tokens(text), MOVES);
    let in_order = counts_off(reply) || cited.iter().any(|answer| counts_off(answer));
    if said.iter().any(|group| group.is_elsewhere(&known))
        || in_order && !cited.iter().all(|answer| reply.contains(answer.trim()))
    {
        Some("put a figure where the answer has another")
    } else if known.iter().any(|group| group.is_lost(&known, &said)) {
        Some("left out a figure, a day, a link or a phone of the answer")
    } else {
        None
    }
}

impl Group {
    fn holds(&self, figure: &str) -> bool {
        self.figures.iter().any(|(key, _)| key == figure)
    }

    /// The words by which it stands, and the other does not.
    fn apart<'g>(&'g self, other: &'g Self) -> HashSet<&'g String> {
        self.by.difference(&other.by).collect()
    }

    /// Whether one of its figures stands by what another one of the answers stands by.
    fn is_elsewhere(&self, known: &[Self]) -> bool {
        let of_kind: Vec<&Self> = known.iter().filter(|group| group.class == self.class).collect();
        self.figures.iter().any(|(figure, side)| {
            let (mut own, others): (Vec<&Self>, Vec<&Self>) =
                of_kind.iter().partition(|group| group.holds(figure));
            own.retain(|own| others.iter().all(|other| self.is_rather(own, other)));
            let sides: Vec<Side> = own.iter().flat_map(|group| group.sides(figure)).collect();
            own.is_empty() || side.is_some_and(|side| !sides.is_empty() && !sides.contains(&side))
        })
    }

    /// Whether it stands by one group's words rather than by another's; by all of both tells nothing.
    fn is_rather(&self, own: &Self, other: &Self) -> bool {
        let (own, other) = (own.apart(other), other.apart(own));
        let shared = |words: &HashSet<&String>| words.iter().filter(|word| self.by.contains(**word)).count();
        let (of_own, of_other) = (shared(&own), shared(&other));
        let is_both = of_other > 0 && of_other == other.len() && of_own == own.len();
        !is_both && of_own >= of_other.max(usize::from(!own.is_empty()))
    }

    /// Whether it stands by another group's words, and by none of its own.
    pub fn is_clearly_elsewhere(&self, known: &[Self]) -> bool {
        let of_kind: Vec<&Self> = known.iter().filter(|group| group.class == self.class).collect();
        self.figures.iter().any(|(figure, _)| {
            let (own, others): (Vec<&Self>, Vec<&Self>) =
                of_kind.iter().partition(|group| group.holds(figure));
            let meets = |words: HashSet<&String>| words.into_iter().any(|word| self.by.contains(word));
            !own.is_empty()
                && own
                    .iter()
                    .all(|own| others.iter().any(|other| meets(other.apart(own)) && !meets(own.apart(other))))
        })
    }

    fn sides(&self, figure: &str) -> impl Iterator<Item = Side> {
        self.figures.iter().filter(move |(key, _)| key == figure).filter_map(|(_, side)| *side)
    }

    /// Whether one of its figures is not said, or said of another thing alone.
    fn is_lost(&self, known: &[Self], said: &[Self]) -> bool {
        self.figures.iter().any(|(figure, _)| {
            let there = |group: &&Self| group.class == self.class && group.holds(figure);
            let by: HashSet<&String> = said.iter().filter(there).flat_map(|group| &group.by).collect();
            !said.iter().any(|group| there(&group))
                || known.iter().filter(there).any(|other| {
                    let apart = self.apart(other);
                    !apart.is_empty() && apart.is_disjoint(&by)
                })
        })
    }

    /// Its figures with what is compared, in order.
    pub fn figures(&self) -> impl Iterator<Item = (Class, &str)> {
        self.figures.iter().map(|(key, _)| (self.class, key.as_str()))
    }
}

/// The groups of a text, in order of their kinds within each part.
pub fn groups(text: &str, reading: Reading) -> Vec<Group> {
    let mut groups = Vec::new();
    // What was last spoken of, for what stands by nothing: "It closes at 9 pm."
    let mut last = HashSet::new();
    for sentence in sentences(text) {
        for part in parts(sentence, reading) {
            let begun = groups.len();
            for class in classes(&part) {
                of_class(&part, class, reading, &mut groups);
            }
            for group in &mut groups[begun..] {
                if group.by.is_empty() {
                    group.by.clone_from(&last);
                }
            }
            let words: HashSet<String> =
                part.iter().filter_map(|token| content(token, reading.root)).collect();
            let subject: HashSet<String> =
                words.into_iter().filter(|word| !is_hollow(OF_TIMES, word)).collect();
            if !subject.is_empty() {
                last = subject;
            }
        }
    }
    groups
}

fn classes(part: &[Token]) -> Vec<Class> {
    let mut classes = Vec::new();
    for token in part {
        if let Token::Fact(kind, key) = token {
            let class = Class::of(*kind, key);
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    classes
}

/// The groups of one kind in a part of a sentence.
fn of_class(part: &[Token], class: Class, reading: Reading, groups: &mut Vec<Group>) {
    let is_of = |token: &Token| matches!(token, Token::Fact(kind, key) if Class::of(*kind, key) == class);
    let word = |token: &Token| {
        let word = content(token, reading.root).filter(|_| !is_of(token))?;
        (!is_hollow(class.hollow(), &word)).then_some(word)
    };
    // Words since the last group, which stand by it and by the next one.
    let mut between: HashSet<String> = HashSet::new();
    let (first, mut is_apart) = (groups.len(), true);
    for (at, token) in part.iter().enumerate() {
        if let Token::Fact(_, key) = token
            && is_of(token)
        {
            if std::mem::take(&mut is_apart) {
                groups.push(Group { class, figures: vec![], by: std::mem::take(&mut between) });
            }
            let figure = (key.clone(), side(part, at));
            groups.last_mut().into_iter().for_each(|group| group.figures.push(figure.clone()));
            continue;
        }
        is_apart |= !matches!(token, Token::Word(word) if SPANS.contains(&word.as_str()));
        if let Some(word) = word(token) {
            if groups.len() > first {
                groups.last_mut().into_iter().for_each(|group| {
                    group.by.insert(word.clone());
                });
            }
            between.insert(word);
        }
    }
}

/// Whether a root is that of a word that stands by every figure.
fn is_hollow(hollow: &[&str], word: &str) -> bool {
    hollow.iter().any(|hollow| root(hollow).as_deref() == Some(word))
}

/// What a token says of what figures stand by.
fn content(token: &Token, root: fn(&str) -> Option<String>) -> Option<String> {
    match token {
        Token::Word(word) => root(word),
        Token::Fact(_, key) => Some(format!("#{key}")),
        Token::Pause | Token::Aside => None,
    }
}

/// The parts of a sentence: each a clause, or a member of a list with something of its own.
fn parts(sentence: &str, reading: Reading) -> Vec<Vec<Token>> {
    let mut pieces: Vec<Vec<Token>> = vec![vec![]];
    for token in tokens(sentence) {
        match &token {
            Token::Word(word) if reading.joints.contains(&word.as_str()) => pieces.push(vec![]),
            Token::Pause => pieces.push(vec![]),
            // What is in brackets belongs to what stands before it.
            Token::Aside => {}
            _ => pieces.last_mut().into_iter().for_each(|piece| piece.push(token.clone())),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    let mut parts: Vec<Vec<Token>> = vec![];
    let mut open: Vec<Token> = vec![];
    for piece in pieces {
        if classes(&piece).is_empty() && !holds(&piece, VERBS) {
            open.extend(piece);
            continue;
        }
        match parts.last_mut() {
            Some(part) if open.is_empty() && goes_on(part, &piece, reading) => part.extend(piece),
            _ => parts.push(open.drain(..).chain(piece).collect()),
        }
    }
    match parts.last_mut() {
        Some(part) => part.append(&mut open),
        None => parts.push(open),
    }
    parts
}

/// Whether a piece belongs to the part before it: one more of what that ends with, as "Monday, Tuesday", or bare figures
/// of another kind, as "Monday, 8 am".
fn goes_on(part: &[Token], piece: &[Token], reading: Reading) -> bool {
    let class = |token: Option<&Token>| match token {
        Some(Token::Fact(kind, key)) => Some(Class::of(*kind, key)),
        _ => None,
    };
    let (there, here) = (classes(part), classes(piece));
    let first = class(piece.first());
    let says = |token: &Token| matches!(token, Token::Word(word) if (reading.root)(word).is_some());
    let is_day = first == Some(Class::Of(Kind::Day));
    let lists = first.is_some() && class(part.last()) == first && (is_day || !piece.iter().any(says));
    lists || !there.is_empty() && !piece.iter().any(says) && here.iter().all(|class| !there.contains(class))
}

/// Which end of a span a figure is, by the words right before and behind it.
fn side(part: &[Token], at: usize) -> Option<Side> {
    let word = |at: usize| match part.get(at) {
        Some(Token::Word(word)) => word.as_str(),
        _ => "",
    };
    let is_fact = |at: usize| matches!(part.get(at), Some(Token::Fact(..)));
    let says = |at: &usize| !matches!(word(*at), "at" | "about" | "on" | "the" | "dollars");
    let before = |at: usize| (0..at).rev().find(says);
    let ends = |at: usize| match word(at) {
        // "Two of the nine", "between 8 and 5"
        "of" => before(at).is_some_and(is_fact),
        "" => is_fact(at) && before(at).is_some_and(|at| word(at) == "between"),
        word => ENDS.contains(&word),
    };
    let next = (at + 2..part.len()).find(says).is_some_and(is_fact);
    if word(at + 1) == "of" && next {
        return Some(Side::Start);
    }
    if let Some(before) = before(at) {
        if ends(before) {
            return Some(Side::End);
        }
        if STARTS.contains(&word(before)) {
            return Some(Side::Start);
        }
    }
    (ENDS.contains(&word(at + 1)) && next).then_some(Side::Start)
}

/// The beginning of a word that says what is meant, whatever its ending.
pub fn root(word: &str) -> Option<String> {
    if word.chars().count() < 2
        || EMPTY_OF_FIGURES.contains(&word)
        || EMPTY.split(", ").any(|empty| empty == word)
    {
        return None;
    }
    let endings = ["ings", "ing", "ers", "ies", "ied", "ed", "es", "ly", "er", "s", "y"];
    let stem = endings
        .into_iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|stem| stem.chars().count() > 2)
        .unwrap_or(word);
    let stem = stem.strip_suffix('e').filter(|stem| stem.chars().count() > 2).unwrap_or(stem);
    Some(stem.chars().take(TELLING).collect())
}
