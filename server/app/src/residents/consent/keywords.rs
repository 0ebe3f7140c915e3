//! Detection of opt-out, opt-in and help requests. The keywords are those of carriers in the United States and Canada,
//! in English, French and Spanish; free text opts out as well. Keywords are recognized in look-alike or stylized
//! letters, spelled out (`S T O P`) and with invisible characters.
use platform::sms;

use super::{
    free_text::{self, join_spelled_letters},
    model::{ConsentIntent, ConsentSource},
};

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

/// Spanish words that are ignored around a keyword: "alto por favor".
const SPANISH_PADDING: [&str; 4] = ["POR", "FAVOR", "YA", "GRACIAS"];

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
    let opts_out = only_ask_to_stop(&words) || free_text::asks_to_stop(text);
    opts_out.then_some(ConsentIntent::OptOut(ConsentSource::FreeText))
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

/// Returns whether the words are nothing but a request to stop, once or repeated: "please stop", "stop stop stop".
fn only_ask_to_stop(words: &[String]) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let is_padding = |word: &String| is(word, &PADDING) || is(word, &SPANISH_PADDING);
    let bare: Vec<&str> = words.iter().filter(|word| !is_padding(word)).map(String::as_str).collect();
    let repeats_stop = matches!(bare.first(), Some(&("STOP" | "UNSUBSCRIBE" | "ALTO" | "PARAR")))
        && bare.iter().all(|word| *word == bare[0]);
    repeats_stop || bare == ["OPT", "OUT"]
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

    #[test]
    fn blanks_around_a_malformed_text_have_no_effect() {
        let samples = [
            "STOP",
            "S.T.O.P. por favor",
            "ѕтор 🇸🇹🇴🇵 s\u{200b}t\u{200d}o\u{2060}p",
            "arrêt",
            "please opt out",
            "help?",
        ];
        fuzzing::check_texts(400, &samples, |text| {
            let text: String = text.chars().take(sms::MAX_CHARACTERS).collect();
            let intent = detect_intent(&text);
            assert_eq!(
                detect_intent(&format!(" \u{200b}{text}\n")),
                intent,
                "blanks around a text have no effect"
            );
        });
    }
}
