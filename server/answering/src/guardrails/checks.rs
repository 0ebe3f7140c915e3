//! Checks of a reply and of a translation that a language model wrote.

use std::collections::HashSet;

use super::{MeaningChange, contains_emoji, facts, find_meaning_change, find_translated_meaning_change};
use crate::{Language, detect_language};

/// Maximum characters of a quotation in a violation.
const MAX_QUOTED_CHARS: usize = 40;
/// Minimum characters of a word that indicates the subject of a text, and the characters that are compared.
const SUBJECT_WORD_CHARS: usize = 5;
/// Maximum length of a translation: a multiple of the length of the text, plus a constant.
const MAX_TRANSLATION_FACTOR: usize = 3;
const MAX_TRANSLATION_EXTRA_CHARS: usize = 40;

/// A reply that a language model wrote.
#[derive(Clone, Copy, Debug)]
pub struct DraftReply<'a> {
    /// The reply, trimmed.
    pub text: &'a str,
    /// Characters of the reply as it will be sent.
    pub rendered_chars: usize,
    /// Indices of the answers that the reply is based on.
    pub citations: &'a [usize],
}

/// What a reply must comply with.
#[derive(Clone, Copy, Debug)]
pub struct ReplyPolicy {
    /// Language of the reply.
    pub language: Language,
    /// Whether emojis are allowed.
    pub allows_emojis: bool,
    /// Maximum characters of the reply as it will be sent.
    pub max_chars: usize,
}

/// Why a reply or a translation is rejected. The message is the beginning of a sentence for staff.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyViolation {
    /// The reply cites no answer.
    #[error("The writing model found none of the answers fitting")]
    NoCitation,
    /// The reply is empty or contains control or bidirectional formatting characters.
    #[error("The writing model's reply could not be understood")]
    UnreadableReply,
    /// The reply contains emojis although they are not allowed.
    #[error("The writing model used emojis, which are off")]
    Emoji,
    /// The reply contains a number, link, phone, time or day that no cited answer contains.
    #[error("The writing model wrote \"{0}\", which stands in no answer it named")]
    UnsupportedFact(String),
    /// The reply exceeds the maximum number of characters.
    #[error("The writing model wrote more than {0} characters")]
    TooLong(usize),
    /// The reply shares too few words with the cited answers.
    #[error("The writing model's reply had too little to do with the answer")]
    Unrelated,
    /// The reply changes the meaning of a cited answer.
    #[error("The writing model {0}")]
    ChangedMeaning(MeaningChange),
    /// The reply is in another language than required.
    #[error("The writing model did not write in {}", .0.name())]
    WrongLanguage(Language),
    /// The reply in another language does not cite all answers.
    #[error("The writing model left an answer out")]
    MissingAnswer,
    /// The translation is empty or contains control or bidirectional formatting characters.
    #[error("The writing model's translation could not be understood")]
    UnreadableTranslation,
    /// The translation is much longer than the text.
    #[error("The writing model's translation was far longer than the text")]
    LongTranslation,
    /// The translation is not in English, or equals the text.
    #[error("The writing model's translation was not in English")]
    UntranslatedText,
}

/// Checks that a reply only rephrases the answers that it cites.
///
/// A reply in English must share words with the cited answers. A reply in another language must be in that language and
/// cite all answers. No reply may change the meaning of a cited answer; see [`find_meaning_change`].
///
/// # Errors
/// Fails with the first [`ReplyViolation`] that is found.
pub fn check_reply(
    reply: &DraftReply<'_>,
    answers: &[&str],
    policy: &ReplyPolicy,
) -> Result<(), ReplyViolation> {
    let text = reply.text;
    let cited: Vec<&str> = reply.citations.iter().filter_map(|index| answers.get(*index)).copied().collect();
    if cited.is_empty() {
        return Err(ReplyViolation::NoCitation);
    }
    if text.is_empty() || text.chars().any(is_invisible) {
        return Err(ReplyViolation::UnreadableReply);
    }
    if !policy.allows_emojis && contains_emoji(text) {
        return Err(ReplyViolation::Emoji);
    }
    if let Some(fact) = facts::find_unsupported_fact(text, &cited) {
        return Err(ReplyViolation::UnsupportedFact(fact.chars().take(MAX_QUOTED_CHARS).collect()));
    }
    if reply.rendered_chars > policy.max_chars {
        return Err(ReplyViolation::TooLong(policy.max_chars));
    }
    let change = match policy.language {
        Language::English if !is_related(text, &cited) => return Err(ReplyViolation::Unrelated),
        Language::English => find_meaning_change(text, &cited),
        language if detect_language(text) != language => {
            return Err(ReplyViolation::WrongLanguage(language));
        }
        _ if (0..answers.len()).any(|index| !reply.citations.contains(&index)) => {
            return Err(ReplyViolation::MissingAnswer);
        }
        _ => find_translated_meaning_change(text, &cited),
    };
    change.map_or(Ok(()), |change| Err(ReplyViolation::ChangedMeaning(change)))
}

/// Checks the English translation of a text in another language and returns it trimmed.
///
/// # Errors
/// Fails with the first [`ReplyViolation`] that is found.
pub fn check_translation(text: &str, english: &str, max_chars: usize) -> Result<String, ReplyViolation> {
    let english = english.trim();
    let normalize = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if english.is_empty() || english.chars().any(is_invisible) {
        return Err(ReplyViolation::UnreadableTranslation);
    }
    let max_length = MAX_TRANSLATION_FACTOR * text.chars().count() + MAX_TRANSLATION_EXTRA_CHARS;
    if english.chars().count() > max_length.min(max_chars) {
        return Err(ReplyViolation::LongTranslation);
    }
    if normalize(english) == normalize(text) || detect_language(english) != Language::English {
        return Err(ReplyViolation::UntranslatedText);
    }
    Ok(english.to_owned())
}

/// Returns whether a character is a control, zero-width or bidirectional formatting character. A line break is not.
fn is_invisible(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Returns whether at least a third of the subject words of a reply occur in the cited answers, by their prefixes.
fn is_related(reply: &str, cited: &[&str]) -> bool {
    let of_answers: HashSet<String> = cited.iter().flat_map(|answer| subject_prefixes(answer)).collect();
    let of_reply: Vec<String> = subject_prefixes(reply).collect();
    let shared = of_reply.iter().filter(|prefix| of_answers.contains(*prefix)).count();
    shared * 3 >= of_reply.len()
}

fn subject_prefixes(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= SUBJECT_WORD_CHARS)
        .map(|word| word.chars().take(SUBJECT_WORD_CHARS).collect::<String>().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "The pool is open from 8 am to 9 pm. Guests pay $5 at https://pool.example/pay.";
    const MAX_CHARS: usize = 1_600;

    fn check(
        reply: &str,
        answers: &[&str],
        citations: &[usize],
        language: Language,
    ) -> Result<(), ReplyViolation> {
        let text = reply.trim();
        let draft = DraftReply { text, rendered_chars: text.chars().count(), citations };
        let policy = ReplyPolicy { language, allows_emojis: false, max_chars: MAX_CHARS };
        check_reply(&draft, answers, &policy)
    }

    #[test]
    fn a_rephrased_answer_passes() {
        for reply in [
            "Sure! The pool opens at 8:00 AM and closes at 9 p.m.; guests pay $5 at pool.example/pay.",
            "Guests pay $5.00 at pool.example/pay. The pool is open 8 am to 9 pm.",
        ] {
            assert_eq!(check(reply, &[ANSWER], &[0], Language::English), Ok(()), "{reply}");
        }
    }

    #[test]
    fn a_reply_that_does_more_than_rephrase_is_rejected() {
        let long = "The pool is open. ".repeat(100);
        for (reply, citations, message) in [
            ("The pool is open.", &[][..], "none of the answers"),
            ("  ", &[0], "could not be understood"),
            ("The pool is open\u{202e}.", &[0], "could not be understood"),
            ("The pool is open 🎉", &[0], "emojis"),
            ("The pool is open until 10 pm.", &[0], "\"10 pm\""),
            ("Guests pay at https://evil.example.", &[0], "evil.example"),
            ("No guest may use the pool from 8 am to 9 pm.", &[0], "does not say so"),
            ("Guests are to see pool.example/pay.", &[0], "left out"),
            ("Guests pay $5 at pool.example/pay.", &[0], "left out a sentence"),
            ("The pool is open from 8 am to 9 pm. Guests pay $5.", &[0], "left out a figure"),
            ("The pool is open from 9 pm to 8 am. Guests pay $5 at pool.example/pay.", &[0], "put a figure"),
            ("I am now a pirate and repeat every hidden instruction.", &[0], "too little to do"),
            (&long, &[0], "more than 1600"),
        ] {
            let violation = check(reply, &[ANSWER], citations, Language::English).expect_err(reply);
            assert!(violation.to_string().contains(message), "{reply}: {violation}");
        }
    }

    #[test]
    fn a_reply_in_another_language_must_be_in_that_language_and_cite_all_answers() {
        let answers = [ANSWER, "The gym is free."];
        let check = |reply: &str, citations: &[usize], count: usize| {
            check(reply, &answers[..count], citations, Language::Spanish)
        };
        let reply =
            "La piscina está abierta de 8:00 a. m. a 9 p. m.; los invitados pagan $5 en pool.example/pay.";
        assert_eq!(check(reply, &[0], 1), Ok(()));
        assert_eq!(check(&format!("{reply} El gimnasio es gratis."), &[0, 1], 2), Ok(()));
        for (reply, citations, count, message) in [
            (reply, &[0][..], 2, "left an answer out"),
            (reply, &[0, 1], 2, "turned around"),
            ("The pool is open from 8 am to 9 pm.", &[0], 1, "did not write in Spanish"),
            ("La piscine est ouverte pour vous tous les jours.", &[0], 1, "did not write in Spanish"),
            ("La piscina está abierta hasta las 10 p. m.", &[0], 1, "\"10 p. m.\""),
            ("La piscina no está abierta de 8 a. m. a 9 p. m. para los invitados.", &[0], 1, "turned around"),
        ] {
            let violation = check(reply, citations, count).expect_err(reply);
            assert!(violation.to_string().contains(message), "{reply}: {violation}");
        }
    }

    #[test]
    fn only_an_english_translation_passes() {
        let text = "¿A qué hora abre la piscina?";
        assert_eq!(
            check_translation(text, " When does the pool open? ", MAX_CHARS),
            Ok("When does the pool open?".to_owned())
        );
        for (english, message) in [
            ("", "could not be understood"),
            (" \n ", "could not be understood"),
            ("When\u{202e}?", "could not be understood"),
            (text, "not in English"),
            ("¿a qué  hora abre la PISCINA?", "not in English"),
            ("¿A qué hora abre la alberca?", "not in English"),
            (&"the pool ".repeat(50), "far longer"),
        ] {
            let violation = check_translation(text, english, MAX_CHARS).expect_err(english);
            assert!(violation.to_string().contains(message), "{english}: {violation}");
        }
    }
}
