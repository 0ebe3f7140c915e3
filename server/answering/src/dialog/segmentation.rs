//! Segmentation of a text with several questions.
//!
//! A segment is separate only if it is a self-contained question: it asks, it names its subject, and it does not refer
//! to earlier text. Every other segment is joined with its neighbor, so that no segment loses its context.

use crate::dialog::small_talk::{SmallTalk, detect_small_talk};
use crate::text::normalization::{self, MAX_TEXT_CHARS};
use crate::text::sentences::split_sentences;
use crate::text::{stemming::stem, term_weights};

/// Maximum questions of a text. A text with more questions is not split.
const MAX_QUESTIONS: usize = 6;

/// Question words.
const QUESTION_WORDS: [&str; 10] =
    ["what", "when", "where", "who", "whom", "which", "why", "how", "howmuch", "howmany"];
/// Auxiliary verbs that start a question if one of [`SUBJECTS`] follows.
const AUXILIARIES: [&str; 18] = [
    "can", "could", "may", "might", "should", "would", "will", "do", "does", "did", "is", "are", "am", "was",
    "were", "has", "have", "must",
];
const SUBJECTS: [&str; 25] = [
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
/// Words that may precede a question.
const LEADING_WORDS: [&str; 22] = [
    "and", "also", "so", "ok", "okay", "hi", "hello", "hey", "please", "then", "plus", "oh", "but", "or",
    "another", "question", "second", "secondly", "first", "finally", "lastly", "next",
];
/// Words that refer to earlier text.
const ANAPHORA: [&str; 14] = [
    "it", "its", "they", "them", "their", "theirs", "that", "those", "he", "she", "him", "same", "ones",
    "else",
];
/// Words after which "it" does not refer to earlier text: "is it ok to grill".
const IMPERSONAL_COMPLEMENTS: [&str; 8] =
    ["ok", "okay", "possible", "allowed", "fine", "alright", "true", "legal"];

/// Returns the questions of a text, in order and with their original spelling. Returns an empty list unless the text has
/// 2 to 6 questions that are all self-contained.
pub fn split_questions(text: &str) -> Vec<String> {
    if text.chars().nth(MAX_TEXT_CHARS).is_some() {
        return Vec::new();
    }
    let pieces = split_sentences(text)
        .into_iter()
        .flat_map(split_list_items)
        .flat_map(|(piece, is_listed)| split_clauses(piece, is_listed));
    let mut segments: Vec<(String, SegmentKind)> = Vec::new();
    for (piece, is_listed) in pieces {
        let kind = classify(piece, is_listed);
        match (kind, segments.last_mut()) {
            (SegmentKind::SmallTalk, _) => {}
            // A statement introduces the next question; a dependent question belongs to the previous segment.
            (_, Some((previous, previous_kind)))
                if *previous_kind == SegmentKind::Statement || kind == SegmentKind::DependentQuestion =>
            {
                previous.push(' ');
                previous.push_str(piece);
                *previous_kind = if *previous_kind == SegmentKind::Statement { kind } else { *previous_kind };
            }
            _ => segments.push((piece.to_owned(), kind)),
        }
    }
    // A statement at the end belongs to the last question.
    if let Some((statement, _)) = segments.pop_if(|(_, kind)| !kind.is_question())
        && let Some((last, _)) = segments.last_mut()
    {
        last.push(' ');
        last.push_str(&statement);
    }
    let is_split = (2..=MAX_QUESTIONS).contains(&segments.len())
        && segments.iter().all(|(_, kind)| *kind == SegmentKind::Question);
    if is_split { segments.into_iter().map(|(segment, _)| segment).collect() } else { Vec::new() }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SegmentKind {
    /// A self-contained question.
    Question,
    /// A question that refers to earlier text.
    DependentQuestion,
    Statement,
    SmallTalk,
}

impl SegmentKind {
    fn is_question(self) -> bool {
        matches!(self, Self::Question | Self::DependentQuestion)
    }
}

/// Classifies a segment. A list item counts as a question.
fn classify(piece: &str, is_listed: bool) -> SegmentKind {
    if matches!(detect_small_talk(piece), Some((kind, _)) if kind != SmallTalk::HumanRequest) {
        return SegmentKind::SmallTalk;
    }
    let words = normalization::normalize(piece);
    if words.is_empty() {
        return SegmentKind::SmallTalk;
    }
    let is_question = is_listed || piece.trim_end().ends_with('?') || starts_question(&words);
    let has_subject = words
        .iter()
        .any(|word| term_weights::weight(&stem(word)) >= 1.0 && !LEADING_WORDS.contains(&word.as_str()));
    match (is_question, has_subject && !is_anaphoric(&words)) {
        (true, true) => SegmentKind::Question,
        (true, false) => SegmentKind::DependentQuestion,
        (false, _) => SegmentKind::Statement,
    }
}

/// Returns whether words start like a question.
fn starts_question(words: &[String]) -> bool {
    let mut words = words.iter().map(String::as_str).skip_while(|word| LEADING_WORDS.contains(word));
    match words.next() {
        Some(first) if QUESTION_WORDS.contains(&first) => true,
        Some(first) if AUXILIARIES.contains(&first) => {
            words.next().is_some_and(|next| SUBJECTS.contains(&next))
        }
        _ => false,
    }
}

/// Returns whether a word refers to earlier text.
fn is_anaphoric(words: &[String]) -> bool {
    let refers_back = |(at, word): (usize, &String)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        let is_impersonal = word == "it" && IMPERSONAL_COMPLEMENTS.contains(&next);
        ANAPHORA.contains(&word.as_str()) && !is_impersonal || word == "one" && next.is_empty()
    };
    words.iter().enumerate().any(refers_back)
}

/// Splits a numbered list on one line into its items without their numbers: "1) pool hours 2) trash day". The flag of an
/// item is true if it had a number.
fn split_list_items(sentence: &str) -> Vec<(&str, bool)> {
    let sentence = sentence.trim_start_matches(['-', '*', '•', '–', ' ']);
    let numbers: Vec<(usize, usize)> = tokens(sentence)
        .filter(|(_, token)| is_list_number(token))
        .map(|(at, token)| (at, at + token.len()))
        .collect();
    let starts_with_number = numbers.first().is_some_and(|(at, _)| *at == 0);
    if !starts_with_number {
        return vec![(sentence, false)];
    }
    let ends = numbers.iter().skip(1).map(|(at, _)| *at).chain([sentence.len()]);
    numbers.iter().zip(ends).map(|((_, start), end)| (sentence[*start..end].trim(), true)).collect()
}

/// Returns whether a token is a list number, such as "1.", "2)" or "(3)".
fn is_list_number(token: &str) -> bool {
    let bare = token.strip_prefix('(').unwrap_or(token);
    let digits = bare.strip_suffix([')', '.']).unwrap_or_default();
    (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a sentence where a question starts after a comma or a conjunction.
fn split_clauses(sentence: &str, is_listed: bool) -> Vec<(&str, bool)> {
    let mut clauses = Vec::new();
    let mut start = 0;
    let mut after_comma = false;
    for (at, token) in tokens(sentence) {
        let is_joined =
            after_comma || matches!(token.to_ascii_lowercase().as_str(), "and" | "also" | "plus" | "&");
        after_comma = token.ends_with(',');
        if at > start && is_joined {
            let clause = sentence[start..at].trim();
            let rest = normalization::normalize(&sentence[at..]);
            let is_complete =
                || matches!(classify(clause, false), SegmentKind::Question | SegmentKind::SmallTalk);
            if starts_question(&rest) && is_complete() {
                clauses.push((clause, false));
                start = at;
            }
        }
    }
    clauses.push((sentence[start..].trim(), is_listed && start == 0));
    clauses
}

/// Returns the whitespace-separated tokens of a text with their byte offsets.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_self_contained_questions_are_split() {
        for (text, expected) in [
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
            assert_eq!(split_questions(text), expected, "{text}");
        }
    }

    #[test]
    fn a_single_question_is_not_split() {
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
            assert!(split_questions(text).is_empty(), "{text}: {:?}", split_questions(text));
        }
    }

    #[test]
    fn a_text_with_too_many_questions_is_not_split() {
        assert!(split_questions(&"where do i park? ".repeat(7)).is_empty());
        assert!(split_questions(&"where do i park? ".repeat(10_000)).is_empty());
        assert_eq!(split_questions(&"where do i park? ".repeat(6)).len(), 6);
    }
}
