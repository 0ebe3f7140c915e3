//! Text messages: their segments and the characters that make them expensive, their words, and the account
//! fields in them.
//!
//! Source: 3GPP TS 23.038. GSM-7 has 160 characters in one segment and 153 in each of
//! several; UCS-2 has 70 and 67.
mod account_fields;
mod gsm7;
mod search_words;
mod visible_text;

pub use account_fields::{AccountField, account_fields, has_account_fields, refuse_account_fields};
pub use search_words::{excerpt, marked, plain, query_words, words_of};
pub use visible_text::{is_blank, is_invisible, visible_length};

/// Maximum characters of a text.
pub const MAX_CHARACTERS: usize = 1_600;

/// The segments of a text, by which carriers bill.
#[derive(Debug, PartialEq, Eq)]
pub struct Cost {
    /// Number of segments; 0 for an empty text.
    pub segments: usize,
    /// The characters that require UCS-2, each once, in the order of the text.
    pub costly: Vec<char>,
}

/// Returns the cost of a text.
#[must_use]
pub fn cost(body: &str) -> Cost {
    let mut costly = Vec::new();
    let mut septets = 0;
    for c in body.chars() {
        match gsm7::septets(c) {
            Some(n) => septets += n,
            None if costly.contains(&c) => {}
            None => costly.push(c),
        }
    }
    let segments = if costly.is_empty() {
        segments(septets, 160, 153)
    } else {
        segments(body.encode_utf16().count(), 70, 67)
    };
    Cost { segments, costly }
}

fn segments(units: usize, alone: usize, part: usize) -> usize {
    match units {
        0 => 0,
        n if n <= alone => 1,
        n => n.div_ceil(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gsm_texts_have_160_characters_in_one_segment_and_153_in_each_of_several() {
        for (length, expected) in [(0, 0), (1, 1), (160, 1), (161, 2), (306, 2), (307, 3)] {
            assert_eq!(cost(&"a".repeat(length)).segments, expected, "{length}");
        }
    }

    #[test]
    fn extended_gsm_characters_count_twice() {
        assert_eq!(cost(&"€".repeat(80)).segments, 1);
        assert_eq!(cost(&"€".repeat(81)).segments, 2);
    }

    #[test]
    fn one_curly_quote_makes_the_whole_text_unicode() {
        let body = format!("{}’s", "a".repeat(80));
        assert_eq!(cost(&body), Cost { segments: 2, costly: vec!['’'] });
    }

    #[test]
    fn an_emoji_counts_as_two_units() {
        assert_eq!(cost(&"🙂".repeat(35)).segments, 1);
        assert_eq!(cost(&"🙂".repeat(36)).segments, 2);
    }

    #[test]
    fn malformed_texts_have_segments_and_words() {
        let samples = [
            "The pool is open at 9. Don't text me €5",
            "ＳＴＯＰ ѕтор 🇸🇹🇴🇵 s\u{200b}top",
            "Hi {account balance}",
        ];
        fuzzing::check_texts(500, &samples, |text| {
            let cost = cost(text);
            assert_eq!(cost.segments == 0, text.is_empty());
            let query = query_words(text);
            let pieces = marked(text, &query);
            let joined: String = pieces.iter().map(|(piece, _)| piece.as_str()).collect();
            assert!(pieces.is_empty() || joined == text);
            assert!(excerpt(text, &query).chars().count() <= 162);
            assert!(plain(text).iter().all(|word| !word.is_empty()));
            let _ = (is_blank(text), account_fields(text));
        });
    }
}
