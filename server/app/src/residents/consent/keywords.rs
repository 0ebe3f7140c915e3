//! Detection of opt-out, opt-in and help requests. The keywords are those of carriers in the United States and Canada,
//! in English, French and Spanish; common phrases opt out as well. Keywords are recognized in look-alike or stylized
//! letters, spelled out (`S T O P`) and with invisible characters.
use super::model::{ConsentIntent, ConsentSource};
use platform::sms;

const OPT_OUT_KEYWORDS: [&str; 15] = [
    "STOP",
    "STOPALL",
    "STOP ALL",
    "UNSUBSCRIBE",
    "CANCEL",
    "END",
    "QUIT",
    "REVOKE",
    "OPTOUT",
    "OPT OUT",
    "ARRET",
    "ALTO",
    "BAJA",
    "CANCELAR",
    "PARAR",
];
const OPT_IN_KEYWORDS: [&str; 3] = ["START", "YES", "UNSTOP"];
const HELP_KEYWORDS: [&str; 3] = ["HELP", "INFO", "AIDE"];

/// Words that are ignored around a keyword: "please stop", "stop it now".
const PADDING: [&str; 12] =
    ["PLEASE", "PLS", "PLZ", "NOW", "JUST", "OK", "OKAY", "IT", "THIS", "THANKS", "THANK", "YOU"];

/// Phrases that opt out anywhere in a text. Apostrophes are omitted: "DONT".
const OPT_OUT_PHRASES: [&str; 41] = [
    "STOP TEXTING",
    "STOP MESSAGING",
    "STOP CONTACTING",
    "STOP SPAMMING",
    "STOP BOTHERING ME",
    "QUIT TEXTING",
    "QUIT MESSAGING",
    "STOP SENDING ME",
    "STOP SENDING THESE",
    "QUIT SENDING ME",
    "DONT TEXT ME",
    "DO NOT TEXT ME",
    "NEVER TEXT ME",
    "DONT TEXT THIS NUMBER",
    "DO NOT TEXT THIS NUMBER",
    "DONT MESSAGE ME",
    "DO NOT MESSAGE ME",
    "DONT CONTACT ME",
    "DO NOT CONTACT ME",
    "DONT CONTACT THIS NUMBER",
    "DO NOT CONTACT THIS NUMBER",
    "DONT SEND ME ANY MORE",
    "DO NOT SEND ME ANY MORE",
    "NO MORE TEXTS",
    "NO MORE MESSAGES",
    "NO MORE TEXT MESSAGES",
    "UNSUBSCRIBE ME",
    "WANT TO UNSUBSCRIBE",
    "OPT ME OUT",
    "WANT TO OPT OUT",
    "TAKE ME OFF YOUR LIST",
    "TAKE ME OFF THIS LIST",
    "TAKE ME OFF THE LIST",
    "REMOVE ME FROM YOUR",
    "REMOVE ME FROM THIS LIST",
    "REMOVE ME FROM THE LIST",
    "REMOVE MY NUMBER",
    "TAKE MY NUMBER OFF",
    "DELETE MY NUMBER",
    "LOSE MY NUMBER",
    "LEAVE ME ALONE",
];

/// Verbs that opt out before one of [`MESSAGES`], with only [`DETERMINERS`] between: "stop all of these texts".
const STOP_VERBS: [&str; 2] = ["STOP", "QUIT"];
const DETERMINERS: [&str; 10] =
    ["SENDING", "ALL", "OF", "THE", "THESE", "THOSE", "ANY", "MORE", "YOUR", "TEXT"];
const MESSAGES: [&str; 6] = ["TEXTS", "MESSAGES", "TXTS", "MSGS", "SMS", "TEXTMESSAGES"];

/// Words for other people; a phrase does not opt out next to one: "my neighbor won't stop texting me".
const THIRD_PARTIES: [&str; 11] = [
    "NEIGHBOR",
    "NEIGHBORS",
    "NEIGHBOUR",
    "NEIGHBOURS",
    "TENANT",
    "TENANTS",
    "VENDOR",
    "SOMEONE",
    "SOMEBODY",
    "SPAMMERS",
    "SCAMMERS",
];

/// Spanish words that are ignored around a keyword: "alto por favor".
const SPANISH_PADDING: [&str; 4] = ["POR", "FAVOR", "YA", "GRACIAS"];

/// Minimum number of consecutive single letters that form a spelled-out word.
const MIN_SPELLED_LETTERS: usize = 3;

/// Returns the intent of a text about consent, if it has one.
pub fn detect_intent(text: &str) -> Option<ConsentIntent> {
    let words = join_spelled_letters(sms::plain(text));
    if is_keyword(&words, &OPT_OUT_KEYWORDS) {
        return Some(ConsentIntent::OptOut(ConsentSource::Keyword));
    }
    if is_keyword(&words, &OPT_IN_KEYWORDS) {
        return Some(ConsentIntent::OptIn);
    }
    if is_keyword(&words, &HELP_KEYWORDS) {
        return Some(ConsentIntent::Help);
    }
    asks_to_stop(&words).then_some(ConsentIntent::OptOut(ConsentSource::FreeText))
}

/// Returns whether the words form exactly one of the keywords, in one piece or in several ("ST OP").
fn is_keyword(words: &[String], keywords: &[&str]) -> bool {
    let (apart, together) = (shape(&words.join(" ")), shape(&words.concat()));
    keywords.iter().map(|keyword| shape(keyword)).any(|keyword| keyword == apart || keyword == together)
}

/// Maps characters that look alike to one of them: I, l and 1 to I; O and 0 to O.
fn shape(word: &str) -> String {
    word.replace(['L', '1'], "I").replace('0', "O")
}

/// Joins spelled-out words: "PLEASE S T O P" becomes "PLEASE STOP".
fn join_spelled_letters(words: Vec<String>) -> Vec<String> {
    let is_letter = |word: &String| word.chars().count() == 1;
    let runs = words.chunk_by(|one, next| is_letter(one) && is_letter(next));
    let joined = runs.flat_map(|run| match run.len() >= MIN_SPELLED_LETTERS {
        true => vec![run.concat()],
        false => run.to_vec(),
    });
    joined.collect()
}

fn asks_to_stop(words: &[String]) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let is_padding = |word: &String| is(word, &PADDING) || is(word, &SPANISH_PADDING);
    let bare: Vec<&str> = words.iter().filter(|word| !is_padding(word)).map(String::as_str).collect();
    // Once or repeated: "stop stop stop".
    let repeats_stop = matches!(bare.first(), Some(&("STOP" | "UNSUBSCRIBE" | "ALTO" | "PARAR")))
        && bare.iter().all(|word| *word == bare[0]);
    if repeats_stop || bare == ["OPT", "OUT"] {
        return true;
    }
    let text = format!(" {} ", words.join(" "));
    let has_phrase = || OPT_OUT_PHRASES.iter().any(|phrase| text.contains(&format!(" {phrase} ")));
    !words.iter().any(|word| is(word, &THIRD_PARTIES)) && (stops_messages(words) || has_phrase())
}

/// Returns whether the words contain a phrase such as "stop texts" or "stop sending your text messages".
fn stops_messages(words: &[String]) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let objects = words
        .iter()
        .enumerate()
        .filter(|(_, word)| is(word, &STOP_VERBS))
        .map(|(verb, _)| words[verb + 1..].iter().find(|word| !is(word, &DETERMINERS)));
    objects.flatten().any(|object| is(object, &MESSAGES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_detected_as_the_whole_message_in_any_case() {
        for text in [
            "STOP",
            "stop",
            " Stop. ",
            "stopall",
            "UNSUBSCRIBE",
            "cancel",
            "End",
            "QUIT!",
            "revoke",
            "OptOut",
            "opt out",
            "OPT-OUT",
            "Arrêt",
            "arret",
            "\"STOP\"",
        ] {
            assert_eq!(detect_intent(text), Some(ConsentIntent::OptOut(ConsentSource::Keyword)), "{text}");
        }
        for text in ["start", "YES", "Unstop", "yes."] {
            assert_eq!(detect_intent(text), Some(ConsentIntent::OptIn), "{text}");
        }
        for text in ["help", "INFO", "Aide", "help?"] {
            assert_eq!(detect_intent(text), Some(ConsentIntent::Help), "{text}");
        }
    }

    #[test]
    fn a_keyword_is_detected_in_any_style_of_letters() {
        for text in [
            "S T O P",
            "s t o p",
            "S.T.O.P",
            "S.T.O.P.",
            "S-T-O-P",
            "s_t_o_p",
            "*S*T*O*P*",
            "ST OP",
            "S\nT\nO\nP",
            "O P T O U T",
            "S T O P A L L",
            "ＳＴＯＰ",
            "ｓｔｏｐ",
            "Ｓ Ｔ Ｏ Ｐ",
            "ЅТОР",
            "ѕтор",
            "ЅTΟΡ",
            "САNСЕL",
            "QUІT",
            "𝗦𝗧𝗢𝗣",
            "Ⓢ Ⓣ Ⓞ Ⓟ",
            "🇸🇹🇴🇵",
            "🆂🆃🅾🅿",
            "ꜱᴛᴏᴘ",
            "S\u{200b}T\u{200b}O\u{200b}P",
            "\u{feff}STOP\u{200d}",
            "\u{202e}STOP\u{202c}",
            "S\u{336}T\u{336}O\u{336}P\u{336}",
            "STOP\u{a0}",
            "STOP 🛑",
            "«STOP»",
            "¡¡STOP!!",
            "...stop...",
            "ST0P",
        ] {
            assert_eq!(detect_intent(text), Some(ConsentIntent::OptOut(ConsentSource::Keyword)), "{text}");
        }
        assert_eq!(detect_intent("S T A R T"), Some(ConsentIntent::OptIn));
        assert_eq!(detect_intent("ＨＥＬＰ"), Some(ConsentIntent::Help));
        assert_eq!(detect_intent("please S T O P"), Some(ConsentIntent::OptOut(ConsentSource::FreeText)));
        assert_eq!(
            detect_intent("please ѕтор texting me"),
            Some(ConsentIntent::OptOut(ConsentSource::FreeText))
        );
    }

    #[test]
    fn spanish_keywords_opt_out() {
        for text in ["ALTO", "alto", "¡Alto!", "BAJA", "baja.", "CANCELAR", "Parar", "P A R A R", "АLТО"]
        {
            assert_eq!(detect_intent(text), Some(ConsentIntent::OptOut(ConsentSource::Keyword)), "{text}");
        }
        for text in ["alto por favor", "STOP por favor", "parar ya"] {
            assert_eq!(detect_intent(text), Some(ConsentIntent::OptOut(ConsentSource::FreeText)), "{text}");
        }
    }

    #[test]
    fn common_phrases_opt_out() {
        for text in [
            "please stop texting me",
            "Please STOP",
            "stop it now please",
            "I don’t want this, don't text me again",
            "Do not contact me anymore.",
            "take me off this list",
            "Please remove me from your text list",
            "unsubscribe me please",
            "i want to opt out",
            "no more texts!!",
            "leave me alone",
            "Stop sending me these",
            "stop stop stop",
            "STOP!! STOP!! STOP!! STOP!!",
            "please stop, stop, stop now",
            "unsubscribe unsubscribe",
            "stop texts",
            "Stop the texts",
            "please stop all of these text messages",
            "stop messages please",
            "quit sending your texts",
            "stop sending messages",
            "S T O P texts",
        ] {
            assert_eq!(detect_intent(text), Some(ConsentIntent::OptOut(ConsentSource::FreeText)), "{text}");
        }
    }

    #[test]
    fn a_question_that_contains_a_keyword_has_no_intent() {
        for text in [
            "can you stop the water in 4B",
            "When does the quiet time end?",
            "how do I cancel my clubhouse booking",
            "help me find the pool key",
            "yes please send the form",
            "Where is the bus stop?",
            "my neighbor won't stop texting me at night",
            "who do I call to stop the noise",
            "don't text the board, text me",
            "can I start a garden",
            "stop the pool leak",
            "stop stop the pool leaks",
            "stop the water, the texts are late",
            "my neighbor will not stop texts at night",
            "do texts stop at night",
            "the bus does not stop",
            "stop sign is broken",
            "the stop sign on Elm is broken",
            "alto ruido en la piscina",
            "hay alto ruido por favor",
            "la presión del agua está baja",
            "baja presión de agua",
            "quiero cancelar mi reserva",
            "¿puedo parar aquí?",
            "dónde puedo parar el coche",
            "S T O P sign is broken",
            "stop by the office?",
            "end of month",
            "top",
            "st0p light is out",
            "i s t h e pool open",
            "🛑",
            "T O P",
            "",
        ] {
            assert_eq!(detect_intent(text), None, "{text}");
        }
    }
}
