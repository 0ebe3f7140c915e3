//! What counts as opting out, opting in and asking for help, and what is said to it. The
//! keywords are those of carriers in the United States and Canada; any reasonable wording
//! opts out as well.
use super::model::{Heard, Source};
use crate::texting;

const OUT: [&str; 11] = [
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
];
const IN: [&str; 3] = ["START", "YES", "UNSTOP"];
const HELP: [&str; 3] = ["HELP", "INFO", "AIDE"];

/// Words that are padding around a keyword: "please stop", "stop it now".
const PADDING: [&str; 12] =
    ["PLEASE", "PLS", "PLZ", "NOW", "JUST", "OK", "OKAY", "IT", "THIS", "THANKS", "THANK", "YOU"];

/// Wordings that opt out wherever they stand. Without apostrophes: "DONT".
const WORDINGS: [&str; 49] = [
    "STOP TEXTING",
    "STOP MESSAGING",
    "STOP CONTACTING",
    "STOP SPAMMING",
    "STOP BOTHERING ME",
    "QUIT TEXTING",
    "QUIT MESSAGING",
    "STOP SENDING ME",
    "STOP SENDING THESE",
    "STOP SENDING TEXTS",
    "STOP SENDING MESSAGES",
    "QUIT SENDING ME",
    "STOP THESE TEXTS",
    "STOP THESE MESSAGES",
    "STOP THE TEXTS",
    "STOP THE MESSAGES",
    "STOP ALL TEXTS",
    "STOP ALL MESSAGES",
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

/// Somebody else is meant: "my neighbor won't stop texting me" is a question for staff.
const OTHERS: [&str; 11] = [
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

/// What a text says about consent; nothing for nearly all of them.
pub fn heard(text: &str) -> Option<Heard> {
    let words = texting::plain(text);
    let said = words.join(" ");
    if OUT.contains(&said.as_str()) {
        return Some(Heard::OptOut(Source::Keyword));
    }
    if IN.contains(&said.as_str()) {
        return Some(Heard::OptIn);
    }
    if HELP.contains(&said.as_str()) {
        return Some(Heard::Help);
    }
    asks_to_stop(&words, &said).then_some(Heard::OptOut(Source::FreeText))
}

fn asks_to_stop(words: &[String], said: &str) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let bare: Vec<&str> = words.iter().filter(|w| !is(w, &PADDING)).map(String::as_str).collect();
    if matches!(bare.as_slice(), ["STOP"] | ["STOP", "STOP"] | ["UNSUBSCRIBE"] | ["OPT", "OUT"]) {
        return true;
    }
    let said = format!(" {said} ");
    !words.iter().any(|word| is(word, &OTHERS))
        && WORDINGS.iter().any(|wording| said.contains(&format!(" {wording} ")))
}

/// The one confirmation of an opt-out.
pub fn opted_out(community: &str, company: &str) -> String {
    format!("You will get no more texts from {community} ({company}). Reply START to get them again.")
}

/// The confirmation of an opt-in.
pub fn opted_in(community: &str, company: &str) -> String {
    format!(
        "You get texts from {community} ({company}). Reply HELP for help or STOP to get no more. Message and \
         data rates may apply."
    )
}

/// Who we are, and how to stop.
pub fn help(community: &str, company: &str) -> String {
    format!(
        "This is {community}, managed by {company}. Text a question and we answer it here. Reply STOP to get \
         no more texts. Message and data rates may apply."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_count_when_they_are_the_whole_message_in_any_case() {
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
            assert_eq!(heard(text), Some(Heard::OptOut(Source::Keyword)), "{text}");
        }
        for text in ["start", "YES", "Unstop", "yes."] {
            assert_eq!(heard(text), Some(Heard::OptIn), "{text}");
        }
        for text in ["help", "INFO", "Aide", "help?"] {
            assert_eq!(heard(text), Some(Heard::Help), "{text}");
        }
    }

    #[test]
    fn any_reasonable_wording_opts_out() {
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
        ] {
            assert_eq!(heard(text), Some(Heard::OptOut(Source::FreeText)), "{text}");
        }
    }

    #[test]
    fn a_question_with_such_a_word_in_it_is_a_question() {
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
            "",
        ] {
            assert_eq!(heard(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_said_to_it_is_one_segment_of_plain_letters_and_names_the_sender() {
        let names = ("Harbor Row", "Harborline Management");
        for said in [opted_out(names.0, names.1), opted_in(names.0, names.1), help(names.0, names.1)] {
            assert!(said.is_ascii() && said.contains(names.0) && said.contains(names.1), "{said}");
            assert!(said.contains("STOP") || said.contains("START"), "{said}");
        }
    }
}
