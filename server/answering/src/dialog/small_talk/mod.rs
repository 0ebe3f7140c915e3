//! Small talk: greetings, thanks, acknowledgments and requests for a human.
//!
//! A text is small talk only if all of its words belong to it: a greeting before a question is a question, and so is "who
//! can I talk to about parking". A request for a human is detected in any sentence of a text.

mod phrases;

use crate::text::language::Language;
use crate::text::normalization::normalize;
use crate::text::sentences::split_sentences;

use phrases::{
    ACKNOWLEDGMENT, ANY, CALL, FILLER, GREETING, HOW, HUMAN, OFFICE, PERSON, PHRASES, Phrase, Roles, TALK,
    THANKS,
};

/// Maximum words of a text that is small talk.
const MAX_WORDS: usize = 24;

/// Prefixes of the texts that phones send for a reaction to a text.
const REACTION_PREFIXES: [&str; 5] = ["Liked ", "Loved ", "Laughed at ", "Emphasized ", "Reacted "];

/// Emojis that count as an acknowledgment when a text consists of nothing else.
const ACKNOWLEDGMENT_EMOJIS: &str =
    "👍👌🙏👏🤝💪✌🤞🙌👋❤♥💙💚💛💜🧡🤍💖💕😊🙂😀😁😄😃😆😍🥰😘🤗😎😉😅🤩🎉💯✅✔☺";

/// A text that is not a question for the knowledge of a community.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmallTalk {
    /// Only a greeting.
    Greeting,
    /// Thanks.
    Thanks,
    /// An "ok", a "bye" or a thumbs-up; requires no reply.
    Acknowledgment,
    /// A request to talk to a human.
    HumanRequest,
}

/// Returns the kind of small talk that a text is, and its language. Returns `None` for every other text.
pub fn detect_small_talk(text: &str) -> Option<(SmallTalk, Language)> {
    if is_reaction(text) {
        return Some((SmallTalk::Acknowledgment, Language::English));
    }
    if let Some(language) = split_sentences(text).into_iter().find_map(human_request_language) {
        return Some((SmallTalk::HumanRequest, language));
    }
    let words = normalize(text);
    if words.len() > MAX_WORDS {
        return None;
    }
    let coverage = cover(&words, GREETING | THANKS | ACKNOWLEDGMENT | FILLER).or_else(|| {
        cover(without_name(text, &words)?, THANKS | ACKNOWLEDGMENT | FILLER)
            .filter(|coverage| coverage.has(THANKS))
    })?;
    let small_talk = match () {
        () if coverage.has(THANKS) => SmallTalk::Thanks,
        () if coverage.has(GREETING) => SmallTalk::Greeting,
        () if coverage.has(ACKNOWLEDGMENT) && !text.contains('?') => SmallTalk::Acknowledgment,
        () => return None,
    };
    Some((small_talk, coverage.language))
}

/// Returns whether a text is a phone's notice of a reaction, or consists of acknowledgment emojis.
fn is_reaction(text: &str) -> bool {
    let text = text.trim();
    let has_quotation = |rest: &str| rest.contains(['"', '“', '«']) && rest.ends_with(['"', '”', '»']);
    if REACTION_PREFIXES.iter().any(|prefix| text.strip_prefix(prefix).is_some_and(has_quotation)) {
        return true;
    }
    // Skin tones, joiners and the emoji variation selector.
    let is_modifier =
        |c: char| matches!(c, '\u{1f3fb}'..='\u{1f3ff}' | '\u{200d}' | '\u{fe0f}') || c.is_whitespace();
    let has_emoji = text.chars().any(|c| ACKNOWLEDGMENT_EMOJIS.contains(c) && c != '\u{fe0f}');
    has_emoji && text.chars().all(|c| is_modifier(c) || ACKNOWLEDGMENT_EMOJIS.contains(c))
}

/// Returns the words without the last one if that is a name, as in "Thanks, Ana".
fn without_name<'w>(text: &str, words: &'w [String]) -> Option<&'w [String]> {
    let (before, last) = text.trim_end_matches(['!', '.', ' ', '\n']).rsplit_once(' ')?;
    let is_name =
        last.chars().next().is_some_and(char::is_uppercase) && last.chars().all(char::is_alphabetic);
    let starts_sentence = before.trim_end().ends_with(['.', '!', '?', ':', ';']);
    (is_name && !starts_sentence && !text.contains('?')).then(|| &words[..words.len().saturating_sub(1)])
}

/// Returns the language in which a sentence requests a human, or `None` if it does not.
fn human_request_language(sentence: &str) -> Option<Language> {
    let mut words = normalize(sentence);
    if words.is_empty() {
        return None;
    }
    // Ignores the phone number in "call me at 202 555 0177".
    if words.iter().any(|word| word == "call") {
        words.retain(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
    }
    let is_request = |coverage: &Coverage| {
        coverage.has(CALL) || coverage.has(HUMAN) || coverage.has(TALK) && coverage.has(PERSON | OFFICE)
    };
    if words.len() <= MAX_WORDS {
        let coverage = cover(&words, ANY & !HOW).or_else(|| cover(&words, ANY & !OFFICE));
        if let Some(coverage) = coverage.filter(is_request) {
            return Some(coverage.language);
        }
    }
    // A request to talk to a human counts regardless of its subject: "speak with a human about my bill".
    let prefix_language = |end: &usize| {
        let coverage = cover(&words[..*end], ANY & !OFFICE)?;
        (coverage.has(TALK) && coverage.last_roles & HUMAN != 0).then_some(coverage.language)
    };
    (1..words.len().min(MAX_WORDS)).collect::<Vec<_>>().iter().find_map(prefix_language)
}

/// The phrases that cover all words of a text.
struct Coverage {
    /// Roles of all phrases.
    roles: Roles,
    /// Roles of the last phrase.
    last_roles: Roles,
    language: Language,
}

impl Coverage {
    /// Returns whether a phrase has one of the roles.
    fn has(&self, roles: Roles) -> bool {
        self.roles & roles != 0
    }
}

/// Covers words by phrases of the given roles. At each position the longest phrase is chosen that leaves the remaining
/// words coverable. Returns `None` if the words cannot be covered.
fn cover(words: &[String], roles: Roles) -> Option<Coverage> {
    let phrases: Vec<&Phrase> = PHRASES.iter().filter(|phrase| phrase.roles & roles != 0).collect();
    // Phrase at each position with which the words from there to the end are covered; filled from the end.
    let mut chosen: Vec<Option<&Phrase>> = vec![None; words.len()];
    for at in (0..words.len()).rev() {
        let completes = |phrase: &&&Phrase| {
            let end = at + phrase.words.len();
            phrase.is_prefix_of(&words[at..]) && (end == words.len() || chosen[end].is_some())
        };
        chosen[at] = phrases.iter().filter(completes).max_by_key(|phrase| phrase.words.len()).copied();
    }
    let mut coverage = Coverage { roles: 0, last_roles: 0, language: Language::English };
    let mut at = 0;
    while at < words.len() {
        let phrase = chosen[at]?;
        coverage.roles |= phrase.roles;
        coverage.last_roles = phrase.roles;
        if coverage.language == Language::English {
            coverage.language = phrase.language;
        }
        at += phrase.words.len();
    }
    (coverage.roles != 0).then_some(coverage)
}

#[cfg(test)]
mod tests;
