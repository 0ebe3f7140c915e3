//! The clauses of a text, each with its qualifiers and its content words.

use std::collections::{BTreeSet, HashSet};

use super::{
    cues::{
        AFFIRMATIONS, CLAUSE_JOINERS, COURTESIES, Cue, ENGLISH_CUES, OBLIGATIONS, QUALIFIERS_IN_COURTESIES,
        Qualifier, STOP_WORDS, VERBS,
    },
    tokens::{Token, contains_phrase, match_phrase, phrases, split_sentences, tokenize},
};

/// Characters of a word that are compared.
const ROOT_CHARS: usize = 5;

/// A statement about one subject.
pub struct Clause {
    /// Identifies the text and the sentence within it.
    pub sentence: (usize, usize),
    pub qualifiers: BTreeSet<Qualifier>,
    pub content_words: HashSet<String>,
    pub is_affirmation: bool,
}

/// Returns the clauses of a text without its courtesies.
pub fn split_clauses(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    // The address distinguishes the texts that are compared.
    let text_id = text.as_ptr() as usize;
    for (number, sentence) in split_sentences(text).into_iter().enumerate() {
        if is_courtesy(&tokenize(sentence)) {
            continue;
        }
        for tokens in split_sentence(sentence) {
            let (qualifiers, mut content_words) = analyze(&tokens, ENGLISH_CUES);
            // A clause without a subject continues the previous one: "There is no fee."
            if let Some(previous) = clauses.last().filter(|_| content_words.is_empty()) {
                content_words.clone_from(&previous.content_words);
            }
            let is_affirmation = contains_phrase(&tokens[..tokens.len().min(2)], AFFIRMATIONS);
            clauses.push(Clause { sentence: (text_id, number), qualifiers, content_words, is_affirmation });
        }
    }
    clauses
}

/// Returns whether a sentence is only a courtesy. "Let us know by Friday" is not, because it contains a fact.
fn is_courtesy(tokens: &[Token]) -> bool {
    contains_phrase(tokens, COURTESIES)
        && !contains_phrase(tokens, OBLIGATIONS)
        && !tokens.iter().any(|token| matches!(token, Token::Fact(..)))
        && analyze(tokens, ENGLISH_CUES)
            .0
            .iter()
            .all(|qualifier| QUALIFIERS_IN_COURTESIES.contains(qualifier))
}

/// Splits a sentence into clauses. A part without a verb belongs to the next clause, and at the end of the sentence to
/// the previous one.
fn split_sentence(sentence: &str) -> Vec<Vec<Token>> {
    let mut parts: Vec<Vec<Token>> = vec![vec![]];
    for token in tokenize(sentence) {
        let is_joiner = matches!(&token, Token::Word(word) if CLAUSE_JOINERS.contains(&word.as_str()));
        if is_joiner || matches!(token, Token::Separator | Token::OpenParenthesis) {
            parts.push(vec![]);
        } else {
            parts.last_mut().into_iter().for_each(|part| part.push(token.clone()));
        }
    }
    let mut clauses: Vec<Vec<Token>> = vec![];
    let mut pending: Vec<Token> = vec![];
    for part in parts {
        pending.extend(part.iter().cloned());
        if contains_phrase(&part, VERBS) {
            clauses.push(std::mem::take(&mut pending));
        }
    }
    match clauses.last_mut() {
        Some(last) => last.append(&mut pending),
        None if !pending.is_empty() => clauses.push(pending),
        None => {}
    }
    clauses
}

/// Returns the qualifiers and the content words of a clause, given the cues of its language.
pub fn analyze(tokens: &[Token], cues: &[(&str, Cue)]) -> (BTreeSet<Qualifier>, HashSet<String>) {
    let (mut qualifiers, mut content_words, mut found) = (BTreeSet::new(), HashSet::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        match (&tokens[at], longest_cue(&tokens[at..], cues)) {
            (_, Some((length, Cue::States(qualifier)))) => {
                qualifiers.insert(qualifier);
                // "Approval" and "fee" are subjects as well.
                if let (Qualifier::NeedsApproval | Qualifier::Charged, Token::Word(word)) =
                    (qualifier, &tokens[at])
                {
                    content_words.extend(root(word));
                }
                at += length;
            }
            (_, Some((length, cue))) => {
                found.push((at, cue));
                at += length;
            }
            (Token::Fact(_, key), None) => {
                if key.starts_with('$') {
                    qualifiers.insert(Qualifier::Charged);
                }
                content_words.insert(format!("#{key}"));
                at += 1;
            }
            (Token::Word(word), None) => {
                content_words.extend(root(word));
                at += 1;
            }
            (Token::Separator | Token::OpenParenthesis, None) => at += 1,
        }
    }
    add_range_end(tokens, &mut qualifiers);
    resolve_negation(&found, &mut qualifiers);
    (qualifiers, content_words)
}

/// Returns the longest cue with which the tokens start, and its number of tokens. Among equals the first wins.
fn longest_cue(tokens: &[Token], cues: &[(&str, Cue)]) -> Option<(usize, Cue)> {
    let all = cues.iter().flat_map(|(list, cue)| phrases(list).map(move |phrase| (phrase, *cue)));
    let matching = all.filter_map(|(phrase, cue)| Some((match_phrase(tokens, phrase)?, cue)));
    matching.fold(None, |best: Option<(usize, Cue)>, (length, cue)| match best {
        Some((longest, _)) if longest >= length => best,
        _ => Some((length, cue)),
    })
}

/// Adds [`Qualifier::Until`] if the tokens contain a range of times or days, or a closing time.
fn add_range_end(tokens: &[Token], qualifiers: &mut BTreeSet<Qualifier>) {
    let is_one_of = |token: Option<&Token>, words: &[&str]| matches!(token, Some(Token::Word(word)) if words.contains(&word.as_str()));
    for (at, token) in tokens.iter().enumerate() {
        let Token::Fact(_, key) = token else { continue };
        let back = |distance: usize| at.checked_sub(distance).and_then(|at| tokens.get(at));
        let is_time_or_day = !key.starts_with(|c: char| c.is_ascii_digit()) || key.contains(':');
        let is_end =
            is_one_of(back(1), &["to"]) && (is_time_or_day || matches!(back(2), Some(Token::Fact(..))));
        if is_end || key.contains(':') && matches!(back(1), Some(Token::Fact(..))) {
            qualifiers.insert(Qualifier::Until);
        }
    }
    let has_fact = tokens.iter().any(|token| matches!(token, Token::Fact(..)));
    let is_closing = |token: &Token| is_one_of(Some(token), &["closes", "close", "closing", "ends", "end"]);
    if has_fact && tokens.iter().any(is_closing) {
        qualifiers.insert(Qualifier::Until);
    }
}

/// Adds the qualifiers of cues that depend on negations, given the position of each cue. A negation applies to every cue
/// after it and to the cue right before it.
fn resolve_negation(cues: &[(usize, Cue)], qualifiers: &mut BTreeSet<Qualifier>) {
    let mut is_used = vec![false; cues.len()];
    for (at, cue) in cues {
        if matches!(cue, Cue::Negation | Cue::Neutral | Cue::States(_)) {
            continue;
        }
        let negations: Vec<usize> = (0..cues.len())
            .filter(|other| cues[*other].1 == Cue::Negation)
            .filter(|other| cues[*other].0 < *at || cues[*other].0 == at + 1)
            .collect();
        for negation in &negations {
            is_used[*negation] = true;
        }
        let is_negated = !negations.is_empty();
        qualifiers.extend(match (cue, is_negated) {
            (Cue::Permission, false) | (Cue::Prohibition, true) => Some(Qualifier::Permitted),
            (Cue::Permission | Cue::Ability | Cue::Order, true) | (Cue::Prohibition, false) => {
                Some(Qualifier::Negated)
            }
            (Cue::Order | Cue::Need, false) => Some(Qualifier::Required),
            (Cue::Need, true) => Some(Qualifier::NotRequired),
            (Cue::Opening, true) => Some(Qualifier::Closed),
            (Cue::Ability, false) => Some(Qualifier::Possible),
            _ => None,
        });
    }
    if cues.iter().zip(&is_used).any(|((_, cue), is_used)| *cue == Cue::Negation && !is_used) {
        qualifiers.insert(Qualifier::Negated);
    }
}

/// Returns the first characters of the singular of a content word; `None` for short words and stop words.
fn root(word: &str) -> Option<String> {
    let singular =
        word.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s')).unwrap_or(word);
    let is_content = singular.chars().count() > 2 && !phrases(STOP_WORDS).any(|stop| stop == word);
    is_content.then(|| singular.chars().take(ROOT_CHARS).collect())
}
