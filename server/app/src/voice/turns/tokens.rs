//! A text as what it is read from: words in small letters, and facts.
use crate::voice::facts::{self, Kind};

/// The sentences of a text; one may end with "pm." as well.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for sentence in answering::sentences(text) {
        let mut from = 0;
        for (at, _) in sentence.match_indices(". ") {
            if sentence[at + 2..].starts_with(char::is_uppercase) {
                all.push(&sentence[from..=at]);
                from = at + 2;
            }
        }
        all.push(&sentence[from..]);
    }
    all
}

/// A word, or something that may not change under way.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    Fact(Kind, String),
    /// A comma, a colon, a dash, or the end of what is in brackets.
    Pause,
    /// What is in brackets begins.
    Aside,
}

/// The words of a text and its facts in order; a dash between two facts is a "to".
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut from = 0;
    for fact in facts::of(text) {
        match &text[from..fact.at.start] {
            dash if from > 0 && matches!(dash.trim(), "-" | "–" | "—") => {
                tokens.push(Token::Word("to".to_owned()));
            }
            words => spoken(words, &mut tokens),
        }
        tokens.push(Token::Fact(fact.kind, fact.key));
        from = fact.at.end;
    }
    spoken(&text[from..], &mut tokens);
    tokens
}

/// The words between facts, in small letters; "n't" is a word, written out or not.
fn spoken(text: &str, tokens: &mut Vec<Token>) {
    let text = text.to_lowercase().replace('’', "'").replace("can't", "can not").replace("won't", "will not");
    let text = text.replace("shan't", "shall not").replace("n't", " not");
    let marks = |c: char| matches!(c, ',' | ')' | ':' | '—' | '–');
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '$') {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '$');
        match shortened(word) {
            Some((verb, not)) => tokens.extend([verb, not].map(|word| Token::Word(word.to_owned()))),
            None if word.is_empty() => {}
            None if word.ends_with('$') => tokens.push(Token::Word("dollars".to_owned())),
            None => tokens.push(Token::Word(word.to_owned())),
        }
        if piece.ends_with('(') {
            tokens.push(Token::Aside);
        } else if piece.ends_with(marks) {
            tokens.push(Token::Pause);
        }
    }
}

/// What people write without its apostrophe.
fn shortened(word: &str) -> Option<(&str, &str)> {
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
    Some((verb, "not"))
}

/// The wordings of a group.
pub fn each(group: &str) -> impl Iterator<Item = &str> {
    group.split(", ")
}

/// How many tokens a wording takes where it begins here.
pub fn fits(tokens: &[Token], wording: &str) -> Option<usize> {
    let mut length = 0;
    for word in wording.split(' ') {
        match tokens.get(length) {
            Some(Token::Word(there)) if there == word => length += 1,
            _ => return None,
        }
    }
    Some(length)
}

/// Whether one of the wordings is in it.
pub fn holds(tokens: &[Token], group: &str) -> bool {
    (0..tokens.len()).any(|at| each(group).any(|wording| fits(&tokens[at..], wording).is_some()))
}
