//! Texts that are small talk, and texts that only start like it.

use super::*;

fn detect(text: &str) -> Option<SmallTalk> {
    detect_small_talk(text).map(|(small_talk, _)| small_talk)
}

fn assert_all(texts: &[&str], expected: Option<SmallTalk>) {
    let mismatches: Vec<_> = texts.iter().filter(|text| detect(text) != expected).collect();
    assert!(mismatches.is_empty(), "{mismatches:?} are not {expected:?}");
}

#[test]
fn greetings_are_detected_in_many_spellings() {
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
    assert_all(&texts, Some(SmallTalk::Greeting));
}

#[test]
fn thanks_are_detected_in_many_spellings() {
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
    assert_all(&texts, Some(SmallTalk::Thanks));
}

#[test]
fn acknowledgments_are_detected() {
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
    assert_all(&texts, Some(SmallTalk::Acknowledgment));
}

#[test]
fn requests_for_a_human_are_detected_in_many_phrasings() {
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
    assert_all(&texts, Some(SmallTalk::HumanRequest));
}

#[test]
fn a_question_after_small_talk_is_not_small_talk() {
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
    assert_all(&texts, None);
}

#[test]
fn the_language_of_small_talk_is_detected() {
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
        assert_eq!(detect_small_talk(text).map(|(_, language)| language), Some(language), "{text}");
    }
}

#[test]
fn any_text_is_accepted() {
    for text in ["\0\u{202e}\u{feff}", "'''", "\u{200d}\u{fe0f}", "i i i i i i", " . . ."] {
        assert_eq!(detect(text), None, "{text:?}");
    }
    assert_eq!(detect(&"thanks ".repeat(100_000)), None);
    assert_eq!(detect(&"👍".repeat(1_000)), Some(SmallTalk::Acknowledgment));
}
