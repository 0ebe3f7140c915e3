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
mod tests {
    use super::*;

    fn heard(text: &str) -> Option<Courtesy> {
        courtesy(text).map(|(courtesy, _)| courtesy)
    }

    fn all(texts: &[&str], expected: Option<Courtesy>) {
        let others: Vec<_> = texts.iter().filter(|text| heard(text) != expected).collect();
        assert!(others.is_empty(), "{others:?} are not {expected:?}");
    }

    #[test]
    fn greetings_are_heard_however_they_are_written() {
        let texts = [
            "hi",
            "Hello!",
            "hey there",
            "Hiii",
            "heyyyy",
            "good morning",
            "Good Morning team!",
            "gm",
            "howdy",
            "hello?",
            "hi, how are you?",
            "Hi there how's it going",
            "hey what's up",
            "happy friday!",
            "hola",
            "Buenos días",
            "buenas tardes",
            "hola que tal",
            "bonjour",
            "Bonsoir !",
            "salut",
            "Bonjour madame",
            "hi 👋",
            "HELLO",
        ];
        all(&texts, Some(Courtesy::Greeting));
    }

    #[test]
    fn thanks_are_heard_however_they_are_written() {
        let texts = [
            "thanks",
            "Thanks!",
            "thank you so much",
            "thx",
            "ty",
            "tysm",
            "thank u",
            "ok thanks",
            "Great, thank you!",
            "perfect thanks",
            "thanks a lot",
            "Thanks for your help",
            "thank you for the quick response!",
            "Thanks, Ana",
            "thank you Marcus!",
            "much appreciated",
            "I appreciate it",
            "got it, thx",
            "no thanks",
            "thanks have a great day",
            "hi thanks",
            "gracias",
            "Muchas gracias!",
            "gracias por su ayuda",
            "merci",
            "merci beaucoup",
            "ok merci",
            "je vous remercie",
            "thanks 🙏",
            "That's very helpful, thank you",
            "thankssss",
        ];
        all(&texts, Some(Courtesy::Thanks));
    }

    #[test]
    fn a_nod_wants_no_reply() {
        let texts = [
            "ok",
            "OK.",
            "okay",
            "k",
            "kk",
            "cool",
            "great!",
            "got it",
            "sounds good",
            "perfect",
            "👍",
            "👍🏽👍🏽",
            "❤️",
            "🙏",
            "bye",
            "will do",
            "you too",
            "have a nice day",
            "vale",
            "d'accord",
            "Liked “The pool is open from 8 am.”",
            "Loved \"Each home has one permit.\"",
            "Reacted 👍 to \"Yes.\"",
            "lol",
        ];
        all(&texts, Some(Courtesy::Nod));
    }

    #[test]
    fn the_wish_for_a_person_is_heard_however_it_is_worded() {
        let texts = [
            "agent",
            "Agent please",
            "human",
            "human please",
            "HUMAN PLEASE!!",
            "representative",
            "operator",
            "real person",
            "a real person please",
            "person please",
            "can i talk to a person",
            "Can I please speak with someone?",
            "I want to talk to a human",
            "i'd like to speak to a representative",
            "let me talk to a real person",
            "I need to speak to somebody in the office",
            "connect me to an agent",
            "transfer me to a live agent",
            "can I talk to the manager",
            "call me",
            "Please call me back",
            "call me at 202 555 0177",
            "can someone call me?",
            "Could somebody please give me a call",
            "call me asap",
            "is there a human I can talk to",
            "i need a human",
            "how do I talk to a person",
            "I want to speak with a human about my last bill",
            "is there someone i can talk to",
            "this is useless. let me talk to a person",
            "hi, can I speak to someone please",
            "not a bot, a human please",
            "talk to a human",
            "speak to agent",
            "quiero hablar con una persona",
            "¿Puedo hablar con alguien?",
            "hablar con un agente por favor",
            "llámeme por favor",
            "je veux parler à quelqu'un",
            "Puis-je parler à une personne ?",
            "un humain svp",
            "appelez-moi",
            "I would like someone to call me",
        ];
        all(&texts, Some(Courtesy::Person));
    }

    #[test]
    fn a_question_is_a_question_whatever_stands_before_it() {
        let texts = [
            "hi, where do I park?",
            "hello what are the pool hours",
            "thanks, and where do I park?",
            "ok and when is trash day",
            "who can I talk to about parking",
            "who do I call about a leak",
            "who do i contact about my dues",
            "how do i contact the office",
            "how do i reach the office",
            "what number do I call for maintenance",
            "can I talk to someone about parking",
            "can a real estate agent use a lockbox",
            "is my insurance agent on file",
            "do I need to speak to a representative about insurance",
            "are you a human",
            "are you a bot?",
            "who is the property manager",
            "call box code",
            "can you call the plumber",
            "is there a person who fixes lights",
            "how many people can I bring to the pool",
            "can someone fix my sink",
            "good morning, the gym is locked",
            "thanks for nothing, the pool is closed",
            "ok so where do i park",
            "cool can I bring my dog",
            "great dane allowed?",
            "hi pool",
            "thanks. Pool",
            "ok?",
            "yes",
            "no",
            "good night noise rules",
            "hey is the pool open",
            "hola donde puedo aparcar",
            "bonjour quelles sont les heures de la piscine",
            "gracias y donde aparco",
            "merci, et la piscine ?",
            "human resources office hours",
            "morning pool hours",
            "manager",
            "office",
            "",
            " ",
            "?",
            "🔥",
            "🚨🚨",
            "👍?",
            "1",
            "911",
            "Liked the pool",
            "how do I call the elevator company",
            "can i get a call box code",
            "I need someone to unlock the gym",
            "may i use a real tree",
            "Thanks Where do I park?",
            "my neighbor is a great person",
            "Is there someone at the office today?",
            "hi 5",
        ];
        all(&texts, None);
    }

    #[test]
    fn the_language_is_that_of_the_courtesy() {
        for (text, language) in [
            ("gracias", Language::Spanish),
            ("ok gracias", Language::Spanish),
            ("hola", Language::Spanish),
            ("quiero hablar con una persona", Language::Spanish),
            ("merci", Language::French),
            ("ok merci", Language::French),
            ("bonjour", Language::French),
            ("je veux parler à un humain", Language::French),
            ("thanks", Language::English),
            ("agent", Language::English),
        ] {
            assert_eq!(courtesy(text).map(|(_, language)| language), Some(language), "{text}");
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in ["\0\u{202e}\u{feff}", "'''", "\u{200d}\u{fe0f}", "i i i i i i", " . . ."] {
            assert_eq!(heard(text), None, "{text:?}");
        }
        assert_eq!(heard(&"thanks ".repeat(100_000)), None);
        assert_eq!(heard(&"👍".repeat(1_000)), Some(Courtesy::Nod));
    }
}
