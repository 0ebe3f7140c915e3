//! What a visitor replies to the request for an email address or a code. Pure.
use crate::residents::homeowner::{self, VerificationMethod, VerificationReply};

/// Maximum number of words in a message with an email address.
const MAX_WORDS: usize = 10;
/// What may surround an email address without being part of it.
const PUNCTUATION: &str = ".,;:!<>()[]\"'";

/// A reply of the visitor.
#[derive(Debug, PartialEq, Eq)]
pub enum VisitorReply {
    /// An email address, in lowercase. It may correct an earlier one.
    Address(String),
    Code(VerificationReply),
}

impl VisitorReply {
    /// Parses a message. A code is a reply only if one was requested. Returns `None` if it is about something else.
    pub fn parse(is_code_requested: bool, text: &str) -> Option<Self> {
        if let Some(address) = parse_address(text) {
            return Some(Self::Address(address));
        }
        let code = is_code_requested.then(|| homeowner::parse_reply(VerificationMethod::Code, text));
        code.flatten().map(Self::Code)
    }
}

/// Returns the only email address in a short message that is no question, in lowercase.
fn parse_address(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > MAX_WORDS || text.contains('?') {
        return None;
    }
    let mut addresses = words.into_iter().filter(|word| word.contains('@'));
    let only = addresses.next().filter(|_| addresses.next().is_none())?;
    homeowner::parse_email(only.trim_matches(|c: char| PUNCTUATION.contains(c))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_address_is_recognized_with_a_few_words_around_it() {
        for text in ["ann@mail.example", " Ann@Mail.example. ", "It's <ann@mail.example>, thanks"] {
            let expected = Some(VisitorReply::Address("ann@mail.example".to_owned()));
            assert_eq!(VisitorReply::parse(false, text), expected, "{text}");
            assert_eq!(VisitorReply::parse(true, text), expected, "{text}");
        }
        for text in [
            "",
            "ann at mail.example",
            "@",
            "ann@mail",
            "ann@mail.example or bob@mail.example",
            "Is ann@mail.example right?",
            "Please tell the board that ann@mail.example would like to rent the pool",
        ] {
            assert_eq!(VisitorReply::parse(true, text), None, "{text}");
        }
    }

    #[test]
    fn a_code_is_a_reply_once_it_was_requested() {
        let Some(VisitorReply::Code(code)) = VisitorReply::parse(true, "It is 123 456") else {
            panic!("a code");
        };
        assert_eq!(code.code(), "123456");
        assert_eq!(VisitorReply::parse(false, "123456"), None);
        assert_eq!(VisitorReply::parse(true, "when does the pool open"), None);
    }
}
