//! From a text as it was typed to plain words.
//!
//! Spelling that carries no meaning is folded away: case, accents, curly quotes, contractions, texting shorthand,
//! compounds written apart. Words come out in their order, lowercase, non-empty, at most [`MAX_WORD`] characters
//! long, made of letters and digits only; a text without any gives no words. Work is bounded by [`MAX_CHARS`].

use crate::shorthand::{COMPOUNDS, CONTRACTED, long};

/// How many characters of a text are read. The rest is ignored: a question is at most 1,000 characters and a text
/// message at most 1,600.
pub const MAX_CHARS: usize = 1_600;

/// How many characters of a word are kept.
const MAX_WORD: usize = 32;

/// The words of a text.
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words = Vec::new();
    for raw in folded.split(|c: char| !c.is_alphanumeric() && c != '\'') {
        let raw = raw.trim_matches('\'');
        if !raw.is_empty() {
            expand(raw, &mut words);
        }
    }
    join_compounds(words)
}

/// A text in which every word that has another spelling is written so, as [`words`] writes it; the rest stays as it was.
/// Only the first [`MAX_CHARS`] characters are kept.
pub fn respell<'a>(text: &str, other: impl Fn(&str) -> Option<&'a str>) -> String {
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
    let is_part = |c: char| c.is_alphanumeric() || c == '\'';
    let mut respelt = String::with_capacity(end);
    for piece in text[..end].split_inclusive(|c: char| !is_part(c)) {
        let word = piece.trim_end_matches(|c: char| !is_part(c));
        match other(&fold(word)) {
            Some(other) => respelt.push_str(other),
            None => respelt.push_str(word),
        }
        respelt.push_str(&piece[word.len()..]);
    }
    respelt
}

/// Lowercase, without accents, and with one kind of apostrophe.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len().min(MAX_CHARS));
    for c in text.chars().take(MAX_CHARS).flat_map(char::to_lowercase) {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => folded.push('a'),
            'æ' => folded.push_str("ae"),
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => folded.push('c'),
            'ď' | 'đ' | 'ð' => folded.push('d'),
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => folded.push('e'),
            'ĝ' | 'ğ' | 'ġ' | 'ģ' => folded.push('g'),
            'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => folded.push('i'),
            'ĺ' | 'ļ' | 'ľ' | 'ł' => folded.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => folded.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => folded.push('o'),
            'œ' => folded.push_str("oe"),
            'ŕ' | 'ŗ' | 'ř' => folded.push('r'),
            'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => folded.push('s'),
            'ß' => folded.push_str("ss"),
            'ţ' | 'ť' | 'ț' => folded.push('t'),
            'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => folded.push('u'),
            'ý' | 'ÿ' => folded.push('y'),
            'ź' | 'ż' | 'ž' => folded.push('z'),
            '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '\u{ff07}' | '`' | '´' => folded.push('\''),
            // Marks that combine with the letter before them, and characters without width.
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' | '\u{feff}' => {}
            c => folded.push(c),
        }
    }
    folded
}

/// Adds the long form of one word.
fn expand(raw: &str, words: &mut Vec<String>) {
    if let Some(stem) = raw.strip_suffix("n't") {
        match stem {
            "ca" => words.push("can".into()),
            "wo" => words.push("will".into()),
            "" => {}
            stem => push(stem, words),
        }
        return words.push("not".into());
    }
    if let Some((stem, tail)) = raw.rsplit_once('\'')
        && let Some((_, long)) = CONTRACTED.iter().find(|(short, _)| *short == tail)
    {
        push(stem, words);
        if !long.is_empty() {
            words.push((*long).into());
        }
        return;
    }
    push(raw, words);
}

fn push(raw: &str, words: &mut Vec<String>) {
    let word: String = raw.chars().filter(|c| *c != '\'').take(MAX_WORD).collect();
    match long(&word) {
        Some(long) => words.extend(long.split_whitespace().map(String::from)),
        None if word.is_empty() => {}
        None => words.push(word),
    }
}

fn join_compounds(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let compound = joined.last().and_then(|before| {
            COMPOUNDS.iter().find(|(first, second, _)| first == before && *second == word)
        });
        match compound {
            Some((_, _, whole)) => {
                joined.pop();
                joined.push((*whole).into());
            }
            None => joined.push(word),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        words(text).join(" ")
    }

    #[test]
    fn case_accents_and_curly_quotes_do_not_matter() {
        assert_eq!(said("Où est le CAFÉ?"), "ou est le cafe");
        assert_eq!(said("I\u{2019}m “here”"), said("i'm \"here\""));
        assert_eq!(said("cafe\u{301}"), "cafe");
    }

    #[test]
    fn contractions_are_written_out() {
        assert_eq!(
            said("I can't, won't and don't; who's there? we've"),
            "i can not will not and do not who there we have"
        );
        assert_eq!(said("wheres my neighbor's pkg"), "where is my neighbor package");
    }

    #[test]
    fn texting_shorthand_is_written_out() {
        assert_eq!(said("r u open this wknd pls"), "are you open this weekend please");
        assert_eq!(said("apt 4B thx"), "apartment 4b thanks");
    }

    #[test]
    fn compounds_are_one_word_however_they_are_written() {
        assert_eq!(said("door bell, A/C and wi-fi"), "doorbell ac and wifi");
    }

    #[test]
    fn only_the_first_characters_of_a_huge_text_are_read() {
        let huge = "pool ".repeat(250_000);
        assert_eq!(words(&huge).len(), MAX_CHARS / 5);
        assert_eq!(words(&"x".repeat(1_000_000)), ["x".repeat(MAX_WORD)]);
    }

    #[test]
    fn a_text_without_letters_has_no_words() {
        assert!(words("").is_empty());
        assert!(words("🙂 … '' ' n't? !!!").iter().all(|word| word == "not"));
        assert!(words("\0\u{202e}\u{feff}").is_empty());
    }
}
