//! The context of facts: hours, prices, phone numbers, links and other facts may not be stated of another subject, and
//! none may be lost.
//!
//! Adjacent facts of one class form a group, such as "from 8 am to 9 pm". The context of a group are the words around it,
//! up to the adjacent groups. If an answer has several groups of a class, each is identified by the words that occur
//! only in its context. A fact of a reply may not be in the context of another group, and must be in its own.

use std::collections::HashSet;

use super::{
    MeaningChange,
    cues::{
        CONTACT_STOP_WORDS, ENTITLEMENT_JOINERS, ENTITLEMENT_STOP_WORDS, MONEY_STOP_WORDS, MONTHS,
        ORDER_REFERENCES, RANGE_ENDS, RANGE_STARTS, RANGE_WORDS, STOP_WORDS, TIME_STOP_WORDS, VERBS,
    },
    tokens::{Token, contains_phrase, split_sentences, tokenize},
};
use crate::guardrails::facts::FactKind;

/// Characters of a word that are compared.
const ROOT_CHARS: usize = 5;

/// How a text is split into groups.
#[derive(Clone, Copy)]
pub struct GroupingRules {
    /// Words that join clauses.
    pub joiners: &'static [&'static str],
    /// Returns the root by which a word is compared, or `None` for a word without content.
    pub root: fn(&str) -> Option<String>,
}

/// Rules for the comparison of two English texts.
const ENGLISH_RULES: GroupingRules = GroupingRules { joiners: ENTITLEMENT_JOINERS, root };

/// Adjacent facts of one class.
#[derive(Clone, Debug)]
pub struct FactGroup {
    class: FactClass,
    /// Key of each fact, and which end of a range it is.
    facts: Vec<(String, Option<RangeEnd>)>,
    /// Roots of the words around the group.
    context: HashSet<String>,
}

/// Facts are compared within a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactClass {
    Money,
    Percent,
    Month,
    Other(FactKind),
}

impl FactClass {
    fn new(kind: FactKind, key: &str) -> Self {
        match kind {
            FactKind::Number if key.starts_with('$') => Self::Money,
            FactKind::Number if key.starts_with('%') => Self::Percent,
            FactKind::Day if MONTHS.contains(&key) => Self::Month,
            kind => Self::Other(kind),
        }
    }

    /// Returns the words that occur in the context of any fact of the class.
    fn stop_words(self) -> &'static [&'static str] {
        match self {
            Self::Money => MONEY_STOP_WORDS,
            Self::Other(FactKind::Time) => TIME_STOP_WORDS,
            Self::Other(FactKind::Phone | FactKind::Link | FactKind::Email) => CONTACT_STOP_WORDS,
            _ => &[],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RangeEnd {
    Start,
    End,
}

/// Returns how an English reply changes the facts of the answers, or `None` if it does not.
pub fn find_fact_change(reply: &str, answers: &[&str]) -> Option<MeaningChange> {
    let of_answers: Vec<FactGroup> =
        answers.iter().flat_map(|answer| group_facts(answer, ENGLISH_RULES)).collect();
    let of_reply = group_facts(reply, ENGLISH_RULES);
    // "Respectively" relates facts by their order, which only a verbatim answer is known to keep.
    let refers_to_order = |text: &str| contains_phrase(&tokenize(text), ORDER_REFERENCES);
    let depends_on_order = refers_to_order(reply) || answers.iter().any(|answer| refers_to_order(answer));
    if of_reply.iter().any(|group| group.is_misplaced(&of_answers))
        || depends_on_order && !answers.iter().all(|answer| reply.contains(answer.trim()))
    {
        Some(MeaningChange::MisplacedFact)
    } else if of_answers.iter().any(|group| group.is_omitted(&of_answers, &of_reply)) {
        Some(MeaningChange::OmittedFact)
    } else {
        None
    }
}

impl FactGroup {
    fn contains(&self, key: &str) -> bool {
        self.facts.iter().any(|(other, _)| other == key)
    }

    /// Returns the context words that the other group does not have.
    fn distinctive_context<'g>(&'g self, other: &'g Self) -> HashSet<&'g String> {
        self.context.difference(&other.context).collect()
    }

    /// Returns whether a fact is in the context of a group of the answers that does not contain it, or is the other end
    /// of a range.
    fn is_misplaced(&self, answers: &[Self]) -> bool {
        let same_class: Vec<&Self> = answers.iter().filter(|group| group.class == self.class).collect();
        self.facts.iter().any(|(key, range_end)| {
            let (mut own, others): (Vec<&Self>, Vec<&Self>) =
                same_class.iter().partition(|group| group.contains(key));
            own.retain(|own| others.iter().all(|other| self.is_closer_to(own, other)));
            let ends: Vec<RangeEnd> = own.iter().flat_map(|group| group.range_ends(key)).collect();
            own.is_empty() || range_end.is_some_and(|end| !ends.is_empty() && !ends.contains(&end))
        })
    }

    /// Returns whether the context is closer to that of `own` than to that of `other`. A context with all distinctive
    /// words of both is close to neither.
    fn is_closer_to(&self, own: &Self, other: &Self) -> bool {
        let (own, other) = (own.distinctive_context(other), other.distinctive_context(own));
        let count_shared =
            |words: &HashSet<&String>| words.iter().filter(|word| self.context.contains(**word)).count();
        let (shared_own, shared_other) = (count_shared(&own), count_shared(&other));
        let has_both = shared_other > 0 && shared_other == other.len() && shared_own == own.len();
        !has_both && shared_own >= shared_other.max(usize::from(!own.is_empty()))
    }

    /// Returns whether a fact has context words of another group and none of its own.
    pub fn is_clearly_misplaced(&self, answers: &[Self]) -> bool {
        let same_class: Vec<&Self> = answers.iter().filter(|group| group.class == self.class).collect();
        self.facts.iter().any(|(key, _)| {
            let (own, others): (Vec<&Self>, Vec<&Self>) =
                same_class.iter().partition(|group| group.contains(key));
            let shares = |words: HashSet<&String>| words.into_iter().any(|word| self.context.contains(word));
            let is_of_other = |own: &Self, other: &Self| {
                shares(other.distinctive_context(own)) && !shares(own.distinctive_context(other))
            };
            !own.is_empty() && own.iter().all(|own| others.iter().any(|other| is_of_other(own, other)))
        })
    }

    fn range_ends(&self, key: &str) -> impl Iterator<Item = RangeEnd> {
        self.facts.iter().filter(move |(other, _)| other == key).filter_map(|(_, end)| *end)
    }

    /// Returns whether a fact is missing in the reply, or is stated only in the context of another group.
    fn is_omitted(&self, answers: &[Self], reply: &[Self]) -> bool {
        self.facts.iter().any(|(key, _)| {
            let has_fact = |group: &&Self| group.class == self.class && group.contains(key);
            let reply_context: HashSet<&String> =
                reply.iter().filter(has_fact).flat_map(|group| &group.context).collect();
            !reply.iter().any(|group| has_fact(&group))
                || answers.iter().filter(has_fact).any(|other| {
                    let distinctive = self.distinctive_context(other);
                    !distinctive.is_empty() && distinctive.is_disjoint(&reply_context)
                })
        })
    }

    /// Returns the class and the key of each fact, in order.
    pub fn facts(&self) -> impl Iterator<Item = (FactClass, &str)> {
        self.facts.iter().map(|(key, _)| (self.class, key.as_str()))
    }
}

/// Returns the fact groups of a text, by part of each sentence and then by class.
pub fn group_facts(text: &str, rules: GroupingRules) -> Vec<FactGroup> {
    let mut groups = Vec::new();
    // The subject of the last part, for a group without context: "It closes at 9 pm."
    let mut last_subject = HashSet::new();
    for sentence in split_sentences(text) {
        for part in split_parts(sentence, rules) {
            let first = groups.len();
            for class in fact_classes(&part) {
                push_groups(&part, class, rules, &mut groups);
            }
            for group in &mut groups[first..] {
                if group.context.is_empty() {
                    group.context.clone_from(&last_subject);
                }
            }
            let subject: HashSet<String> = part
                .iter()
                .filter_map(|token| content(token, rules.root))
                .filter(|word| !is_stop_word(TIME_STOP_WORDS, word))
                .collect();
            if !subject.is_empty() {
                last_subject = subject;
            }
        }
    }
    groups
}

/// Returns the distinct classes of the facts in a part, in order.
fn fact_classes(part: &[Token]) -> Vec<FactClass> {
    let mut classes = Vec::new();
    for token in part {
        if let Token::Fact(kind, key) = token {
            let class = FactClass::new(*kind, key);
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    classes
}

/// Appends the groups of one class in a part of a sentence.
fn push_groups(part: &[Token], class: FactClass, rules: GroupingRules, groups: &mut Vec<FactGroup>) {
    let is_of_class =
        |token: &Token| matches!(token, Token::Fact(kind, key) if FactClass::new(*kind, key) == class);
    let context_word = |token: &Token| {
        let word = content(token, rules.root).filter(|_| !is_of_class(token))?;
        (!is_stop_word(class.stop_words(), &word)).then_some(word)
    };
    // Words since the last group; they are context of that group and of the next one.
    let mut between: HashSet<String> = HashSet::new();
    let (first, mut is_separate) = (groups.len(), true);
    for (at, token) in part.iter().enumerate() {
        if let Token::Fact(_, key) = token
            && is_of_class(token)
        {
            if std::mem::take(&mut is_separate) {
                groups.push(FactGroup { class, facts: vec![], context: std::mem::take(&mut between) });
            }
            let fact = (key.clone(), range_end(part, at));
            groups.last_mut().into_iter().for_each(|group| group.facts.push(fact.clone()));
            continue;
        }
        is_separate |= !matches!(token, Token::Word(word) if RANGE_WORDS.contains(&word.as_str()));
        if let Some(word) = context_word(token) {
            if groups.len() > first {
                groups.last_mut().into_iter().for_each(|group| {
                    group.context.insert(word.clone());
                });
            }
            between.insert(word);
        }
    }
}

/// Returns whether a root is that of a stop word.
fn is_stop_word(stop_words: &[&str], word: &str) -> bool {
    stop_words.iter().any(|stop_word| root(stop_word).as_deref() == Some(word))
}

/// Returns what a token contributes to the context of a group.
fn content(token: &Token, root: fn(&str) -> Option<String>) -> Option<String> {
    match token {
        Token::Word(word) => root(word),
        Token::Fact(_, key) => Some(format!("#{key}")),
        Token::Separator | Token::OpenParenthesis => None,
    }
}

/// Splits a sentence into parts: clauses, and list items with content of their own.
fn split_parts(sentence: &str, rules: GroupingRules) -> Vec<Vec<Token>> {
    let mut pieces: Vec<Vec<Token>> = vec![vec![]];
    for token in tokenize(sentence) {
        match &token {
            Token::Word(word) if rules.joiners.contains(&word.as_str()) => pieces.push(vec![]),
            Token::Separator => pieces.push(vec![]),
            // The text in parentheses belongs to what precedes it.
            Token::OpenParenthesis => {}
            _ => pieces.last_mut().into_iter().for_each(|piece| piece.push(token.clone())),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    let mut parts: Vec<Vec<Token>> = vec![];
    let mut pending: Vec<Token> = vec![];
    for piece in pieces {
        if fact_classes(&piece).is_empty() && !contains_phrase(&piece, VERBS) {
            pending.extend(piece);
            continue;
        }
        match parts.last_mut() {
            Some(part) if pending.is_empty() && continues(part, &piece, rules) => part.extend(piece),
            _ => parts.push(pending.drain(..).chain(piece).collect()),
        }
    }
    match parts.last_mut() {
        Some(part) => part.append(&mut pending),
        None => parts.push(pending),
    }
    parts
}

/// Returns whether a piece continues the previous part: another fact of the class with which the part ends, as in
/// "Monday, Tuesday", or facts of another class without words, as in "Monday, 8 am".
fn continues(part: &[Token], piece: &[Token], rules: GroupingRules) -> bool {
    let class = |token: Option<&Token>| match token {
        Some(Token::Fact(kind, key)) => Some(FactClass::new(*kind, key)),
        _ => None,
    };
    let (part_classes, piece_classes) = (fact_classes(part), fact_classes(piece));
    let first = class(piece.first());
    let is_content = |token: &Token| matches!(token, Token::Word(word) if (rules.root)(word).is_some());
    let is_day = first == Some(FactClass::Other(FactKind::Day));
    let is_list = first.is_some() && class(part.last()) == first && (is_day || !piece.iter().any(is_content));
    let is_other_class = || piece_classes.iter().all(|class| !part_classes.contains(class));
    is_list || !part_classes.is_empty() && !piece.iter().any(is_content) && is_other_class()
}

/// Returns which end of a range a fact is, by the words right before and after it.
fn range_end(part: &[Token], at: usize) -> Option<RangeEnd> {
    let word = |at: usize| match part.get(at) {
        Some(Token::Word(word)) => word.as_str(),
        _ => "",
    };
    let is_fact = |at: usize| matches!(part.get(at), Some(Token::Fact(..)));
    let is_significant = |at: &usize| !matches!(word(*at), "at" | "about" | "on" | "the" | "dollars");
    let before = |at: usize| (0..at).rev().find(is_significant);
    let precedes_end = |at: usize| match word(at) {
        // "Two of the nine", "between 8 and 5".
        "of" => before(at).is_some_and(is_fact),
        "" => is_fact(at) && before(at).is_some_and(|at| word(at) == "between"),
        word => RANGE_ENDS.contains(&word),
    };
    let is_followed_by_fact = (at + 2..part.len()).find(is_significant).is_some_and(is_fact);
    if word(at + 1) == "of" && is_followed_by_fact {
        return Some(RangeEnd::Start);
    }
    if let Some(before) = before(at) {
        if precedes_end(before) {
            return Some(RangeEnd::End);
        }
        if RANGE_STARTS.contains(&word(before)) {
            return Some(RangeEnd::Start);
        }
    }
    (RANGE_ENDS.contains(&word(at + 1)) && is_followed_by_fact).then_some(RangeEnd::Start)
}

/// Returns the first characters of an English word without its inflectional ending; `None` for stop words.
pub fn root(word: &str) -> Option<String> {
    if word.chars().count() < 2
        || ENTITLEMENT_STOP_WORDS.contains(&word)
        || STOP_WORDS.split(", ").any(|stop_word| stop_word == word)
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
    Some(stem.chars().take(ROOT_CHARS).collect())
}
