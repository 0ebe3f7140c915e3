//! The questions of one text, where it asks several.
//!
//! A part is one only if it stands by itself: it asks, it names what it asks about, and it refers to nothing said
//! before. What does not stand is kept with its neighbour, so that nothing is ever read without what belongs to it.

use crate::{Courtesy, MAX_CHARS, courtesy, lexicon, normalise, sentences::sentences, stem::stem};

/// A text with more questions than that is read as one.
pub const MOST_PARTS: usize = 6;

/// Words that begin a question.
const ASKING: [&str; 10] =
    ["what", "when", "where", "who", "whom", "which", "why", "how", "howmuch", "howmany"];
/// Words that begin one before whoever it is about.
const HELPING: [&str; 18] = [
    "can", "could", "may", "might", "should", "would", "will", "do", "does", "did", "is", "are", "am", "was",
    "were", "has", "have", "must",
];
const ABOUT: [&str; 25] = [
    "i",
    "we",
    "you",
    "there",
    "my",
    "our",
    "the",
    "a",
    "an",
    "it",
    "they",
    "he",
    "she",
    "someone",
    "anyone",
    "people",
    "residents",
    "owners",
    "tenants",
    "guests",
    "dogs",
    "pets",
    "kids",
    "any",
    "your",
];
/// What may stand before all that and says nothing.
const LEADING: [&str; 22] = [
    "and", "also", "so", "ok", "okay", "hi", "hello", "hey", "please", "then", "plus", "oh", "but", "or",
    "another", "question", "second", "secondly", "first", "finally", "lastly", "next",
];
/// Words that stand for something said before.
const REFERRING: [&str; 14] = [
    "it", "its", "they", "them", "their", "theirs", "that", "those", "he", "she", "him", "same", "ones",
    "else",
];
/// After "is it" these make a question of its own: "is it ok to grill".
const IMPERSONAL: [&str; 8] = ["ok", "okay", "possible", "allowed", "fine", "alright", "true", "legal"];

/// The questions of a text, in order, as they were worded; nothing unless there are at least two, each of which
/// stands by itself.
pub fn questions(text: &str) -> Vec<String> {
    if text.chars().nth(MAX_CHARS).is_some() {
        return Vec::new();
    }
    let pieces =
        sentences(text).into_iter().flat_map(items).flat_map(|(piece, listed)| clauses(piece, listed));
    let mut parts: Vec<(String, Kind)> = Vec::new();
    for (piece, listed) in pieces {
        let kind = kind(piece, listed);
        match (kind, parts.last_mut()) {
            (Kind::Nothing, _) => {}
            // What was told leads up to what is asked; what refers back belongs to what it refers to.
            (_, Some((before, was))) if *was == Kind::Told || kind == Kind::RefersBack => {
                before.push(' ');
                before.push_str(piece);
                *was = if *was == Kind::Told { kind } else { *was };
            }
            _ => parts.push((piece.to_owned(), kind)),
        }
    }
    // What is told last belongs to the last question.
    if let Some((told, _)) = parts.pop_if(|(_, kind)| !kind.asks())
        && let Some((last, _)) = parts.last_mut()
    {
        last.push(' ');
        last.push_str(&told);
    }
    let stand =
        (2..=MOST_PARTS).contains(&parts.len()) && parts.iter().all(|(_, kind)| *kind == Kind::Stands);
    if stand { parts.into_iter().map(|(part, _)| part).collect() } else { Vec::new() }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A question by itself.
    Stands,
    /// A question about what was said before.
    RefersBack,
    /// No question.
    Told,
    /// A courtesy.
    Nothing,
}

impl Kind {
    fn asks(self) -> bool {
        matches!(self, Self::Stands | Self::RefersBack)
    }
}

fn kind(piece: &str, listed: bool) -> Kind {
    if matches!(courtesy(piece), Some((kind, _)) if kind != Courtesy::Person) {
        return Kind::Nothing;
    }
    let words = normalise::words(piece);
    if words.is_empty() {
        return Kind::Nothing;
    }
    let asks = listed || piece.trim_end().ends_with('?') || opens(&words);
    let subject =
        words.iter().any(|word| lexicon::weight(&stem(word)) >= 1.0 && !LEADING.contains(&word.as_str()));
    match (asks, subject && !refers_back(&words)) {
        (true, true) => Kind::Stands,
        (true, false) => Kind::RefersBack,
        (false, _) => Kind::Told,
    }
}

/// Whether these words begin like a question.
fn opens(words: &[String]) -> bool {
    let mut words = words.iter().map(String::as_str).skip_while(|word| LEADING.contains(word));
    match words.next() {
        Some(first) if ASKING.contains(&first) => true,
        Some(first) if HELPING.contains(&first) => words.next().is_some_and(|next| ABOUT.contains(&next)),
        _ => false,
    }
}

fn refers_back(words: &[String]) -> bool {
    let refers = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        let impersonal = word == "it" && IMPERSONAL.contains(&next);
        REFERRING.contains(&word.as_str()) && !impersonal || word == "one" && next.is_empty()
    };
    words.iter().enumerate().any(refers)
}

/// The items of a list that is written in one go, without their numbers: "1) pool hours 2) trash day". The flag says
/// that there were numbers.
fn items(sentence: &str) -> Vec<(&str, bool)> {
    let sentence = sentence.trim_start_matches(['-', '*', '•', '–', ' ']);
    let marks: Vec<(usize, usize)> = tokens(sentence)
        .filter(|(_, token)| is_number(token))
        .map(|(at, token)| (at, at + token.len()))
        .collect();
    let begins = marks.first().is_some_and(|(at, _)| *at == 0);
    if !begins {
        return vec![(sentence, false)];
    }
    let ends = marks.iter().skip(1).map(|(at, _)| *at).chain([sentence.len()]);
    marks.iter().zip(ends).map(|((_, begin), end)| (sentence[*begin..end].trim(), true)).collect()
}

/// "1.", "2)" or "(3)".
fn is_number(token: &str) -> bool {
    let bare = token.strip_prefix('(').unwrap_or(token);
    let digits = bare.strip_suffix([')', '.']).unwrap_or_default();
    (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The questions that one sentence strings together: each begins after a comma or an "and", like a question.
fn clauses(sentence: &str, listed: bool) -> Vec<(&str, bool)> {
    let mut clauses = Vec::new();
    let mut begin = 0;
    let mut after_comma = false;
    for (at, token) in tokens(sentence) {
        let joins =
            after_comma || matches!(token.to_ascii_lowercase().as_str(), "and" | "also" | "plus" | "&");
        after_comma = token.ends_with(',');
        if at > begin && joins {
            let before = sentence[begin..at].trim();
            let rest = normalise::words(&sentence[at..]);
            if opens(&rest) && matches!(kind(before, false), Kind::Stands | Kind::Nothing) {
                clauses.push((before, false));
                begin = at;
            }
        }
    }
    clauses.push((sentence[begin..].trim(), listed && begin == 0));
    clauses
}

/// Words with where they begin, as they are written.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_questions_are_told_apart() {
        for (text, parts) in [
            (
                "Where do I park? And when is trash pickup?",
                &["Where do I park?", "And when is trash pickup?"][..],
            ),
            ("where do i park and when is trash pickup", &["where do i park", "and when is trash pickup"]),
            ("how do i pay my dues, can i have a grill", &["how do i pay my dues,", "can i have a grill"]),
            (
                "what are the pool hours and also where do i get a gym key",
                &["what are the pool hours", "and also where do i get a gym key"],
            ),
            ("1. pool hours\n2. guest parking", &["pool hours", "guest parking"]),
            (
                "1) pool hours 2) guest parking 3) is the gym open",
                &["pool hours", "guest parking", "is the gym open"],
            ),
            (
                "When does the pool open?\nCan I rent the clubhouse?\nHow much are dues",
                &["When does the pool open?", "Can I rent the clubhouse?", "How much are dues"],
            ),
            (
                "Hi! Where do I park? When is trash pickup? Thanks!",
                &["Where do I park?", "When is trash pickup?"],
            ),
            ("pool hours? trash day?", &["pool hours?", "trash day?"]),
            (
                "I just moved in. Where do I park? My cart broke. When is trash pickup?",
                &["I just moved in. Where do I park?", "My cart broke. When is trash pickup?"],
            ),
            (
                "Is it ok to grill on the patio? Where do I park?",
                &["Is it ok to grill on the patio?", "Where do I park?"],
            ),
        ] {
            assert_eq!(questions(text), parts, "{text}");
        }
    }

    #[test]
    fn one_question_stays_one() {
        for text in [
            "where do i park",
            "what time does the pool open and close",
            "what time does the pool open and when does it close",
            "Can I have a dog? Is there a limit on how big they can be?",
            "Can I bring my dog to the pool? Does it need a leash?",
            "where and when is the meeting",
            "my neighbor is loud and i want to know what i can do about it",
            "Hi. Where do I park? Thanks!",
            "dogs and cats allowed?",
            "I have a question. Where do I park?",
            "Where do I park? I have two cars.",
            "The gym is locked. The pool too.",
            "is the pool open at 7 a.m. on weekends?",
            "pool hours\ntrash day",
            "",
            "???",
            "1. 2. 3.",
            "what is the code for the gate, and who else has one",
        ] {
            assert!(questions(text).is_empty(), "{text}: {:?}", questions(text));
        }
    }

    #[test]
    fn too_many_are_read_as_one() {
        assert!(questions(&"where do i park? ".repeat(7)).is_empty());
        assert!(questions(&"where do i park? ".repeat(10_000)).is_empty());
        assert_eq!(questions(&"where do i park? ".repeat(6)).len(), 6);
    }
}
