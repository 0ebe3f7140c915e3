//! What a text is that asks nothing of what a community knows: a greeting, thanks, a nod, or the wish for a person.
//!
//! A text is one of these only where each of its words belongs to it: a greeting before a question is a question, and
//! so is "who can I talk to about parking". The wish for a person is heard in any one sentence of a text.

mod phrases;

use crate::{Language, normalise::words, sentences::sentences};

use phrases::{CALL, FILLER, GREETING, NOD, PERSON, PHRASES, Phrase, Role, TALK, THANKS};

/// More words than that are no courtesy.
const MOST_WORDS: usize = 24;

/// What a phone sends when its owner reacts to a text.
const REACTED: [&str; 5] = ["Liked ", "Loved ", "Laughed at ", "Emphasized ", "Reacted "];

/// What somebody sends who is content; on its own it asks nothing.
const CONTENT: &str = "👍👌🙏👏🤝💪✌🤞🙌👋❤♥💙💚💛💜🧡🤍💖💕😊🙂😀😁😄😃😆😍🥰😘🤗😎😉😅🤩🎉💯✅✔☺";

/// What a text is that is no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Courtesy {
    /// Only a greeting.
    Greeting,
    /// Only thanks.
    Thanks,
    /// An "ok", a "bye" or a thumb: it wants no reply.
    Nod,
    /// They wish to deal with a person.
    Person,
}

/// The courtesy that a text is, and in which language; nothing for every other text.
pub fn courtesy(text: &str) -> Option<(Courtesy, Language)> {
    if is_reaction(text) {
        return Some((Courtesy::Nod, Language::English));
    }
    if let Some(language) = sentences(text).into_iter().find_map(person) {
        return Some((Courtesy::Person, language));
    }
    let words = words(text);
    if words.len() > MOST_WORDS {
        return None;
    }
    let said = cover(&words, GREETING | THANKS | NOD | FILLER).or_else(|| {
        cover(without_name(text, &words)?, THANKS | NOD | FILLER).filter(|said| said.has(THANKS))
    })?;
    let courtesy = match () {
        () if said.has(THANKS) => Courtesy::Thanks,
        () if said.has(GREETING) => Courtesy::Greeting,
        () if said.has(NOD) && !text.contains('?') => Courtesy::Nod,
        () => return None,
    };
    Some((courtesy, said.language))
}

/// A reaction to a text, or nothing but signs of content.
fn is_reaction(text: &str) -> bool {
    let text = text.trim();
    let quotes = |rest: &str| rest.contains(['"', '“', '«']) && rest.ends_with(['"', '”', '»']);
    if REACTED.iter().any(|reacted| text.strip_prefix(reacted).is_some_and(quotes)) {
        return true;
    }
    // Tones of skin, joiners and the sign that asks for a picture.
    let joins =
        |c: char| matches!(c, '\u{1f3fb}'..='\u{1f3ff}' | '\u{200d}' | '\u{fe0f}') || c.is_whitespace();
    let content = text.chars().any(|c| CONTENT.contains(c) && c != '\u{fe0f}');
    content && text.chars().all(|c| joins(c) || CONTENT.contains(c))
}

/// The words but the last, where that is a name: "Thanks, Ana".
fn without_name<'w>(text: &str, words: &'w [String]) -> Option<&'w [String]> {
    let (last, before) =
        text.trim_end_matches(['!', '.', ' ', '\n']).rsplit_once(' ').map(|(a, b)| (b, a))?;
    let named = last.chars().next().is_some_and(char::is_uppercase) && last.chars().all(char::is_alphabetic);
    let ended = before.trim_end().ends_with(['.', '!', '?', ':', ';']);
    (named && !ended && !text.contains('?')).then(|| &words[..words.len().saturating_sub(1)])
}

/// The language in which a sentence asks for a person, if it does.
fn person(sentence: &str) -> Option<Language> {
    let mut words = words(sentence);
    if words.is_empty() {
        return None;
    }
    // The number that is to be called.
    if words.iter().any(|word| word == "call") {
        words.retain(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
    }
    let wishes = |said: &Said| {
        said.has(CALL) || said.has(phrases::HUMAN) || said.has(TALK) && said.has(PERSON | phrases::OFFICE)
    };
    if words.len() <= MOST_WORDS {
        let all = phrases::ANY & !phrases::HOW;
        let said = cover(&words, all).or_else(|| cover(&words, phrases::ANY & !phrases::OFFICE));
        if let Some(said) = said.filter(wishes) {
            return Some(said.language);
        }
    }
    // Whatever it is about, who asks to talk to a human wants no bot.
    let head = |at: &usize| {
        let said = cover(&words[..*at], phrases::ANY & !phrases::OFFICE)?;
        (said.has(TALK) && said.last & phrases::HUMAN != 0).then_some(said.language)
    };
    (1..words.len().min(MOST_WORDS)).collect::<Vec<_>>().iter().find_map(head)
}

/// What phrases that cover all words say.
struct Said {
    roles: Role,
    /// The roles of the last phrase.
    last: Role,
    language: Language,
}

impl Said {
    fn has(&self, roles: Role) -> bool {
        self.roles & roles != 0
    }
}

/// What words say that are nothing but phrases of these roles; at each place the longest that leaves the rest covered.
fn cover(words: &[String], roles: Role) -> Option<Said> {
    let phrases: Vec<&Phrase> = PHRASES.iter().filter(|phrase| phrase.role & roles != 0).collect();
    // From the last word to the first: the phrase with which what begins there is covered to its end.
    let mut covered: Vec<Option<&Phrase>> = vec![None; words.len()];
    for at in (0..words.len()).rev() {
        let leads = |phrase: &&&Phrase| {
            let end = at + phrase.words.len();
            phrase.begins(&words[at..]) && (end == words.len() || covered[end].is_some())
        };
        covered[at] = phrases.iter().filter(leads).max_by_key(|phrase| phrase.words.len()).copied();
    }
    let mut said = Said { roles: 0, last: 0, language: Language::English };
    let mut at = 0;
    while at < words.len() {
        let phrase = covered[at]?;
        said.roles |= phrase.role;
        said.last = phrase.role;
        if said.language == Language::English {
            said.language = phrase.language;
        }
        at += phrase.words.len();
    }
    (said.roles != 0).then_some(said)
}

#[cfg(test)]
mod tests;
