//! Renders an answer verbatim, except for word replacements and emojis. Links, addresses, phone numbers and
//! the placeholders of account data are not changed.
use std::ops::Range;

use answering::guardrails::{
    facts::{self, FactKind},
    remove_emojis,
};
use platform::sms::{self, MAX_CHARACTERS};

use super::model::ReplyStyle;
use crate::tenancy::community::Replacement;

/// Returns an answer in a reply style.
#[must_use]
pub fn words(style: &ReplyStyle, answer: &str) -> String {
    let replaced = replaced(&style.verbiage, answer);
    let rendered = if style.persona.use_emojis { replaced } else { remove_emojis(&replaced) };
    rendered.trim().to_owned()
}

/// A replacement, prepared for the search.
struct Pair<'a> {
    original: Vec<char>,
    new: &'a str,
}

/// Applies the replacements: whole words in any case, the longest original first, each position once.
fn replaced(verbiage: &[Replacement], text: &str) -> String {
    let letters = |pair: &Replacement| pair.original_text.trim().chars().collect::<Vec<_>>();
    let mut pairs: Vec<Pair<'_>> =
        verbiage.iter().map(|pair| Pair { original: letters(pair), new: pair.new_text.trim() }).collect();
    pairs.retain(|pair| !pair.original.is_empty());
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.original.len()));
    let untouched = untouched(text);
    let mut rendered = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let found = pairs.iter().find_map(|pair| {
            let end = matched(text, at, &pair.original)?;
            let free = !untouched.iter().any(|held| held.start < end && at < held.end);
            free.then_some((pair, end))
        });
        match found {
            Some((pair, end)) => {
                put(&mut rendered, &text[at..end], pair.new);
                at = end;
            }
            None => {
                rendered.push(c);
                at += c.len_utf8();
            }
        }
    }
    rendered
}

/// Returns the ranges of a text that replacements must not touch.
fn untouched(text: &str) -> Vec<Range<usize>> {
    let kept = |kind| matches!(kind, FactKind::Link | FactKind::Email | FactKind::Phone);
    let mut held: Vec<_> =
        facts::extract_facts(text).into_iter().filter(|f| kept(f.kind)).map(|f| f.range).collect();
    held.extend(sms::account_fields(text).into_iter().map(|(at, _)| at));
    // A phone number with letters: 1-800-555-HOAS.
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        if word.contains('-') && word.chars().filter(char::is_ascii_digit).count() >= 4 {
            held.push(start..start + word.len());
        }
    }
    held
}

/// Returns the end of an original that occurs as whole words at `at`, or `None`.
fn matched(text: &str, at: usize, original: &[char]) -> Option<usize> {
    if original[0].is_alphanumeric() && text[..at].chars().next_back().is_some_and(is_of_a_word) {
        return None;
    }
    let mut rest = text[at..].chars().peekable();
    let mut end = at;
    let mut wanted = original.iter().peekable();
    while let Some(letter) = wanted.next() {
        if letter.is_whitespace() {
            // Any whitespace matches any other.
            while wanted.next_if(|next| next.is_whitespace()).is_some() {}
            end += rest.next().filter(|c| c.is_whitespace())?.len_utf8();
            while let Some(c) = rest.next_if(|c| c.is_whitespace()) {
                end += c.len_utf8();
            }
            continue;
        }
        let c = rest.next().filter(|c| c.to_lowercase().eq(letter.to_lowercase()))?;
        end += c.len_utf8();
    }
    let last = original[original.len() - 1];
    let goes_on =
        last.is_alphanumeric() && (rest.peek().copied().is_some_and(is_of_a_word) || shortened(&text[end..]));
    (!goes_on).then_some(end)
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether the word continues after an apostrophe, as "can" in "can't". A possessive "'s" does not
/// continue it.
fn shortened(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(['\'', '’']) else { return false };
    let letters: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
    !letters.is_empty() && !letters.eq_ignore_ascii_case("s")
}

/// Appends the replacement, capitalized if the replaced word was.
fn put(rendered: &mut String, was: &str, new: &str) {
    let mut letters = new.chars();
    match letters.next() {
        Some(first) if was.starts_with(char::is_uppercase) => {
            rendered.extend(first.to_uppercase());
            rendered.push_str(letters.as_str());
        }
        _ => rendered.push_str(new),
    }
}

/// Splits a text that is too long for one message, after whole sentences if possible, or else after whole
/// words.
#[must_use]
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while let Some((most, _)) = rest.char_indices().nth(MAX_CHARACTERS) {
        let cut = cut(&rest[..most]);
        parts.push(rest[..cut].trim_end().to_owned());
        rest = rest[cut..].trim_start();
    }
    if !rest.is_empty() {
        parts.push(rest.to_owned());
    }
    parts
}

/// Returns where the next message begins: after a paragraph, a line, a sentence or a word, unless that is too
/// early.
fn cut(head: &str) -> usize {
    let early = head.len() / 2;
    let behind = |mark: &str| head.rfind(mark).map(|at| at + mark.len()).filter(|at| *at > early);
    let sentence = [". ", "! ", "? "].into_iter().filter_map(behind).max();
    behind("\n\n").or_else(|| behind("\n")).or(sentence).or_else(|| behind(" ")).unwrap_or(head.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tenancy::community::Persona;

    fn style(pairs: &[(&str, &str)], use_emojis: bool) -> ReplyStyle {
        let pair = |(original, new): &(&str, &str)| Replacement {
            original_text: (*original).to_owned(),
            new_text: (*new).to_owned(),
        };
        let persona = Persona { use_emojis, ..Persona::default() };
        ReplyStyle { persona, verbiage: pairs.iter().map(pair).collect() }
    }

    fn rendered(pairs: &[(&str, &str)], text: &str) -> String {
        words(&style(pairs, false), text)
    }

    #[test]
    fn whole_words_are_replaced_ignoring_case_and_keep_capitalization() {
        let pairs = [("hoa", "association"), ("front desk", "concierge"), ("pool", "swim center")];
        for (text, expected) in [
            ("HOA dues", "Association dues"),
            ("ask the hoa.", "ask the association."),
            ("(hoa)", "(association)"),
            ("the hoa's rules", "the association's rules"),
            ("hoax, whoa, hoa_1", "hoax, whoa, hoa_1"),
            ("Front  Desk\nfront\ndesk", "Concierge\nconcierge"),
            ("carpool pools pool", "carpool pools swim center"),
        ] {
            assert_eq!(rendered(&pairs, text), expected);
        }
        assert_eq!(rendered(&[("can", "may")], "can't, cannot, can"), "can't, cannot, may");
        assert_eq!(rendered(&[("bureau", "office")], "Bureau Ébureau"), "Office Ébureau");
        assert_eq!(rendered(&[("école", "school")], "ÉCOLE"), "School");
        assert_eq!(rendered(&[("C++", "Rust"), ("&", "and")], "C++ & more"), "Rust and more");
    }

    #[test]
    fn the_longest_original_is_replaced_first_and_nothing_twice() {
        let pairs = [("office", "front office"), ("front office", "office"), ("fee", "due"), ("due", "fee")];
        assert_eq!(rendered(&pairs, "office, front office, fee, due"), "front office, office, due, fee");
    }

    #[test]
    fn links_email_addresses_and_phones_are_not_replaced() {
        let pairs = [("hoa", "club"), ("pay", "give"), ("office", "desk"), ("555", "666"), ("call", "ring")];
        let text = "Pay at https://hoa.example/pay?hoa=1 or hoa.example/pay, office@hoa.example, \
                    1-800-555-HOA, (202) 555-0101: call";
        assert_eq!(rendered(&pairs, text), text.replace("Pay at", "Give at").replace(": call", ": ring"));
    }

    #[test]
    fn account_placeholders_are_not_replaced() {
        let pairs = [
            ("balance", "dues"),
            ("unit", "home"),
            ("owe {balance}", "have paid"),
            ("gate", "door"),
            ("{", "("),
        ];
        let text = "Your balance: you owe {balance} for unit {UNIT} and {{account}}, {gate}";
        let expected = "Your dues: you owe {balance} for home {UNIT} and {{account}}, (door}";
        assert_eq!(rendered(&pairs, text), expected);
    }

    #[test]
    fn emojis_are_removed_without_gaps_unless_allowed() {
        let text = "Hello 👋🏽 there! 🎉\nPool 🏊‍♀️, 1️⃣ lane ❤️.\nقهوه\u{200d}ای 5 × 6";
        assert_eq!(rendered(&[], text), "Hello there!\nPool, 1 lane.\nقهوه\u{200d}ای 5 × 6");
        assert_eq!(words(&style(&[], true), text), text);
        assert_eq!(rendered(&[], "two  spaces stay"), "two  spaces stay");
    }

    #[test]
    fn a_long_reply_is_split_without_losing_text() {
        let sentence = "Every resident is welcome at the pool in summer, with a guest or two. ";
        let text = sentence.repeat(50);
        let parts = parts(&text);
        assert!(
            parts.len() > 1
                && parts.iter().all(|part| part.chars().count() <= MAX_CHARACTERS && part.ends_with('.'))
        );
        assert_eq!(parts.join(" "), text.trim());
        let unbroken = "é".repeat(MAX_CHARACTERS + 1);
        assert_eq!(
            super::parts(&unbroken).iter().map(|part| part.chars().count()).collect::<Vec<_>>(),
            [MAX_CHARACTERS, 1]
        );
        assert_eq!(super::parts("short"), ["short"]);
        assert!(super::parts("").is_empty());
    }
}
