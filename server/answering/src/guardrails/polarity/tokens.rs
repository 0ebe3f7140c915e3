//! Tokenization of a text into lowercase words, facts and separators.

use crate::guardrails::facts::{self, FactKind};

/// Returns the sentences of a text. Unlike [`crate::split_sentences`], a period before an uppercase letter always ends a
/// sentence, also after "pm".
pub fn split_sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    for sentence in crate::split_sentences(text) {
        let mut start = 0;
        for (at, _) in sentence.match_indices(". ") {
            if sentence[at + 2..].starts_with(char::is_uppercase) {
                sentences.push(&sentence[start..=at]);
                start = at + 2;
            }
        }
        sentences.push(&sentence[start..]);
    }
    sentences
}

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    /// Kind and key of a fact.
    Fact(FactKind, String),
    /// A comma, a colon, a dash or a closing parenthesis.
    Separator,
    OpenParenthesis,
}

/// Returns the tokens of a text in order. A dash between two facts becomes the word "to".
pub fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    for fact in facts::extract_facts(text) {
        match &text[start..fact.range.start] {
            dash if start > 0 && matches!(dash.trim(), "-" | "–" | "—") => {
                tokens.push(Token::Word("to".to_owned()));
            }
            words => push_words(words, &mut tokens),
        }
        tokens.push(Token::Fact(fact.kind, fact.key));
        start = fact.range.end;
    }
    push_words(&text[start..], &mut tokens);
    tokens
}

/// Appends the lowercase words and the separators of a text without facts. "n't" becomes the word "not".
fn push_words(text: &str, tokens: &mut Vec<Token>) {
    let text = text.to_lowercase().replace('’', "'").replace("can't", "can not").replace("won't", "will not");
    let text = text.replace("shan't", "shall not").replace("n't", " not");
    let is_separator = |c: char| matches!(c, ',' | ')' | ':' | '—' | '–');
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '$') {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '$');
        match negated_verb(word) {
            Some(verb) => tokens.extend([verb, "not"].map(|word| Token::Word(word.to_owned()))),
            None if word.is_empty() => {}
            None if word.ends_with('$') => tokens.push(Token::Word("dollars".to_owned())),
            None => tokens.push(Token::Word(word.to_owned())),
        }
        if piece.ends_with('(') {
            tokens.push(Token::OpenParenthesis);
        } else if piece.ends_with(is_separator) {
            tokens.push(Token::Separator);
        }
    }
}

/// Returns the verb of a negated contraction that is written without its apostrophe.
fn negated_verb(word: &str) -> Option<&'static str> {
    let verb = match word {
        "cannot" | "cant" => "can",
        "dont" => "do",
        "doesnt" => "does",
        "isnt" => "is",
        "arent" => "are",
        "mustnt" => "must",
        "neednt" => "need",
        "wont" => "will",
        "shouldnt" => "should",
        _ => return None,
    };
    Some(verb)
}

/// Returns the phrases of a comma-separated list.
pub fn phrases(list: &str) -> impl Iterator<Item = &str> {
    list.split(", ")
}

/// Returns the number of tokens of a phrase if the tokens start with it.
pub fn match_phrase(tokens: &[Token], phrase: &str) -> Option<usize> {
    let mut length = 0;
    for word in phrase.split(' ') {
        match tokens.get(length) {
            Some(Token::Word(token)) if token == word => length += 1,
            _ => return None,
        }
    }
    Some(length)
}

/// Returns whether the tokens contain a phrase of a comma-separated list.
pub fn contains_phrase(tokens: &[Token], list: &str) -> bool {
    (0..tokens.len()).any(|at| phrases(list).any(|phrase| match_phrase(&tokens[at..], phrase).is_some()))
}
