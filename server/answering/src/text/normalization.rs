//! Normalization of a raw text into words.
//!
//! Removes differences in spelling that carry no meaning: case, accents, typographic quotes, contractions, texting
//! abbreviations and compounds that are written as two words. Words keep their order. Each word is lowercase, not
//! empty, at most [`MAX_WORD_CHARS`] characters long and consists of letters and digits. A text without letters and
//! digits has no words. At most [`MAX_TEXT_CHARS`] characters are processed.

use crate::text::abbreviations::{COMPOUNDS, CONTRACTION_SUFFIXES, expand_abbreviation};

/// Maximum characters of a text that are processed; the rest is ignored. A question has at most 1,000 characters and
/// a text message at most 1,600.
pub const MAX_TEXT_CHARS: usize = 1_600;

/// Maximum characters of a word that are kept.
const MAX_WORD_CHARS: usize = 32;

/// Returns the normalized words of a text, in order.
pub fn normalize(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words = Vec::new();
    for raw in folded.split(|c: char| !c.is_alphanumeric() && c != '\'') {
        let raw = raw.trim_matches('\'');
        if !raw.is_empty() {
            push_expanded(raw, &mut words);
        }
    }
    join_compounds(words)
}

/// Replaces each word of a text for which `replacement` returns another spelling; the rest is copied unchanged.
///
/// `replacement` receives the folded word (see [`fold`]). The result contains at most the first [`MAX_TEXT_CHARS`]
/// characters of the text.
pub fn replace_words<'a>(text: &str, replacement: impl Fn(&str) -> Option<&'a str>) -> String {
    let end = text.char_indices().nth(MAX_TEXT_CHARS).map_or(text.len(), |(at, _)| at);
    let is_word_char = |c: char| c.is_alphanumeric() || c == '\'';
    let mut replaced = String::with_capacity(end);
    for piece in text[..end].split_inclusive(|c: char| !is_word_char(c)) {
        let word = piece.trim_end_matches(|c: char| !is_word_char(c));
        match replacement(&fold(word)) {
            Some(replacement) => replaced.push_str(replacement),
            None => replaced.push_str(word),
        }
        replaced.push_str(&piece[word.len()..]);
    }
    replaced
}

/// Folds a text: lowercase, without accents, and with `'` as the only apostrophe.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len().min(MAX_TEXT_CHARS));
    for c in text.chars().take(MAX_TEXT_CHARS).flat_map(char::to_lowercase) {
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
            // Combining marks and zero-width characters.
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' | '\u{feff}' => {}
            c => folded.push(c),
        }
    }
    folded
}

/// Appends the words that one raw word stands for: a contraction yields two.
fn push_expanded(raw: &str, words: &mut Vec<String>) {
    if let Some(stem) = raw.strip_suffix("n't") {
        match stem {
            "ca" => words.push("can".into()),
            "wo" => words.push("will".into()),
            "" => {}
            stem => push_word(stem, words),
        }
        return words.push("not".into());
    }
    if let Some((stem, tail)) = raw.rsplit_once('\'')
        && let Some((_, expanded)) = CONTRACTION_SUFFIXES.iter().find(|(suffix, _)| *suffix == tail)
    {
        push_word(stem, words);
        if !expanded.is_empty() {
            words.push((*expanded).into());
        }
        return;
    }
    push_word(raw, words);
}

/// Appends a word, or the words that it abbreviates.
fn push_word(raw: &str, words: &mut Vec<String>) {
    let word: String = raw.chars().filter(|c| *c != '\'').take(MAX_WORD_CHARS).collect();
    match expand_abbreviation(&word) {
        Some(expanded) => words.extend(expanded.split_whitespace().map(String::from)),
        None if word.is_empty() => {}
        None => words.push(word),
    }
}

/// Joins two adjacent words that form a known compound.
fn join_compounds(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let compound = joined.last().and_then(|previous| {
            COMPOUNDS.iter().find(|(first, second, _)| first == previous && *second == word)
        });
        match compound {
            Some((_, _, compound)) => {
                joined.pop();
                joined.push((*compound).into());
            }
            None => joined.push(word),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalized(text: &str) -> String {
        normalize(text).join(" ")
    }

    #[test]
    fn case_accents_and_typographic_quotes_are_removed() {
        assert_eq!(normalized("Où est le CAFÉ?"), "ou est le cafe");
        assert_eq!(normalized("I\u{2019}m “here”"), normalized("i'm \"here\""));
        assert_eq!(normalized("cafe\u{301}"), "cafe");
    }

    #[test]
    fn contractions_are_expanded() {
        assert_eq!(
            normalized("I can't, won't and don't; who's there? we've"),
            "i can not will not and do not who there we have"
        );
        assert_eq!(normalized("wheres my neighbor's pkg"), "where is my neighbor package");
    }

    #[test]
    fn texting_abbreviations_are_expanded() {
        assert_eq!(normalized("r u open this wknd pls"), "are you open this weekend please");
        assert_eq!(normalized("apt 4B thx"), "apartment 4b thanks");
    }

    #[test]
    fn a_compound_written_as_two_words_becomes_one() {
        assert_eq!(normalized("door bell, A/C and wi-fi"), "doorbell ac and wifi");
    }

    #[test]
    fn only_the_first_characters_of_a_long_text_are_processed() {
        let huge = "pool ".repeat(250_000);
        assert_eq!(normalize(&huge).len(), MAX_TEXT_CHARS / 5);
        assert_eq!(normalize(&"x".repeat(1_000_000)), ["x".repeat(MAX_WORD_CHARS)]);
    }

    #[test]
    fn a_text_without_letters_has_no_words() {
        assert!(normalize("").is_empty());
        assert!(normalize("🙂 … '' ' n't? !!!").iter().all(|word| word == "not"));
        assert!(normalize("\0\u{202e}\u{feff}").is_empty());
    }
}
