//! Extraction of facts that a rephrased text must preserve: links, email addresses, phone numbers, numbers, times and
//! days.
//!
//! Each fact has a key that is equal for different spellings, such as "8 am" and "8:00 AM". In case of doubt a string
//! counts as a fact: rejecting a reply costs less than sending a wrong number.

mod fact_words;

use std::ops::Range;

use self::fact_words::{CAPITALIZED_NAMES, DAY_HALVES, FACT_WORDS, MAX_DAY_HALF_CHARS, NOT_A_FACT_AFTER};

/// The kind of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// A URL or a host name.
    Link,
    /// An email address.
    Email,
    /// A phone number, or digits that look like one.
    Phone,
    /// A number; the key includes a currency or percent sign.
    Number,
    /// A time of day.
    Time,
    /// A day of the week, a month, or a relative day such as "tomorrow".
    Day,
}

/// A fact in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Byte range in the text.
    pub range: Range<usize>,
    /// Kind of the fact.
    pub kind: FactKind,
    /// Canonical spelling.
    pub key: String,
}

/// Punctuation before a word.
const OPENING_PUNCTUATION: &[char] = &['(', '[', '{', '<', '"', '\'', '“', '‘', '*', '¿', '¡'];
/// Punctuation after a word.
const CLOSING_PUNCTUATION: &[char] =
    &[')', ']', '}', '>', '"', '\'', '”', '’', '*', '.', ',', ';', ':', '!', '?', '…'];

/// Number of digits of a phone number.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// Returns the facts of a text in order.
#[must_use]
pub fn extract_facts(text: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    for word in words(text) {
        facts.extend(parse_address(text, word));
    }
    let addresses: Vec<Range<usize>> = facts.iter().map(|fact| fact.range.clone()).collect();
    let mut start = 0;
    for address in &addresses {
        extract_numbers(text, start..address.start, &mut facts);
        start = address.end;
    }
    extract_numbers(text, start..text.len(), &mut facts);
    let is_in_address = |word: &Range<usize>| addresses.iter().any(|address| address.contains(&word.start));
    for word in words(text).filter(|word| !is_in_address(word)) {
        facts.extend(parse_fact_words(text, word));
    }
    facts.sort_by_key(|fact| fact.range.start);
    facts
}

/// Returns the byte ranges of the words of a text, without surrounding punctuation.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(move |word| {
        let word = word.trim_start_matches(OPENING_PUNCTUATION).trim_end_matches(CLOSING_PUNCTUATION);
        start(word)..start(word) + word.len()
    })
}

/// Parses a link or an email address.
fn parse_address(text: &str, range: Range<usize>) -> Option<Fact> {
    let word = &text[range.clone()];
    let lower = word.to_lowercase();
    if let Some((name, host)) = lower.trim_start_matches("mailto:").split_once('@')
        && !name.is_empty()
        && host.contains('.')
    {
        let key = lower.trim_start_matches("mailto:").to_owned();
        return Some(Fact { range, kind: FactKind::Email, key });
    }
    is_link(&lower).then(|| Fact { range, kind: FactKind::Link, key: link_key(word) })
}

/// Returns whether a lowercase word is a URL or a host name.
fn is_link(word: &str) -> bool {
    let has_scheme = word.split_once(':').is_some_and(|(scheme, rest)| {
        !rest.is_empty() && scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphabetic())
    });
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_host_name = labels.len() > 1
        && labels.iter().all(|label| !label.is_empty())
        && labels
            .last()
            .is_some_and(|last| last.chars().count() > 1 && last.chars().all(char::is_alphabetic));
    has_scheme || is_host_name || word.contains("//")
}

/// Returns the link with a lowercase host and without the prefixes and the slash that browsers add.
fn link_key(word: &str) -> String {
    let lower = word.to_lowercase();
    let prefix = ["https://www.", "https://", "www."].into_iter().find(|prefix| lower.starts_with(prefix));
    let rest = prefix.map_or(word, |prefix| word.get(prefix.len()..).unwrap_or(word)).trim_end_matches('/');
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    // An unencrypted link is a different link.
    if rest.starts_with("http://") || rest.contains("//") {
        return rest.to_owned();
    }
    format!("{}{}", rest[..host].to_lowercase(), &rest[host..])
}

/// Extracts phone numbers, times and numbers from a part of a text.
fn extract_numbers(text: &str, part: Range<usize>, facts: &mut Vec<Fact>) {
    let mut at = part.start;
    while let Some(next) = text[at..part.end].find(char::is_numeric) {
        let start = at + next;
        let rest = &text[start..part.end];
        let fact = parse_time(rest, start)
            .or_else(|| parse_phone(rest, start))
            .unwrap_or_else(|| parse_number(&text[part.start..start], rest, start));
        at = fact.range.end;
        facts.push(fact);
    }
}

/// Parses a time that starts with a digit: "8 am", "8:00", "17:30" or "17 h 30".
fn parse_time(rest: &str, start: usize) -> Option<Fact> {
    let hour_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let hour: u32 = rest.get(..hour_digits).filter(|h| (1..=2).contains(&h.len()))?.parse().ok()?;
    let mut end = hour_digits;
    let mut minute = None;
    if let Some(rest) = rest[end..].strip_prefix(':')
        && rest.bytes().take_while(u8::is_ascii_digit).count() == 2
    {
        minute = rest[..2].parse::<u32>().ok();
        end += 3;
    }
    let spaces =
        rest[end..].chars().take_while(|c| matches!(c, ' ' | '\u{a0}' | '\u{202f}')).collect::<String>();
    let after = &rest[end + spaces.len()..];
    let letters: String = after.chars().take(MAX_DAY_HALF_CHARS).collect::<String>().to_lowercase();
    let half = DAY_HALVES.into_iter().find(|(word, _)| {
        // "12 de la noche" is midnight, not noon.
        (word.len() <= 5 || hour != 12)
            && letters.strip_prefix(word).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    });
    if minute.is_none()
        && half.is_none()
        && let Some((minutes, length)) = parse_french_minutes(after)
    {
        minute = Some(minutes);
        end += spaces.len() + length;
    }
    if minute.is_none() && half.is_none() || hour > 24 || minute.unwrap_or(0) > 59 {
        return None;
    }
    let minute = minute.unwrap_or(0);
    let key = match half {
        Some((word, add)) => {
            end += spaces.len() + word.len();
            format!("{}:{minute:02}", hour % 12 + add)
        }
        None => format!("{hour}:{minute:02}"),
    };
    Some(Fact { range: start..start + end, kind: FactKind::Time, key })
}

/// Parses the part after the hour of a French time, as in "8 h" or "17h30"; returns the minutes and the length in bytes.
fn parse_french_minutes(after: &str) -> Option<(u32, usize)> {
    let rest = after.strip_prefix('h').filter(|rest| !rest.starts_with(char::is_alphabetic))?;
    let minutes = rest.trim_start_matches(' ');
    let digits = minutes.bytes().take_while(u8::is_ascii_digit).count();
    match digits {
        2 => Some((minutes[..2].parse().ok()?, after.len() - minutes.len() + 2)),
        0 => Some((0, 1)),
        _ => None,
    }
}

/// Parses a phone number: digits and separators.
fn parse_phone(rest: &str, start: usize) -> Option<Fact> {
    let (mut digits, mut end, mut gap) = (String::new(), 0, 0);
    for (at, c) in rest.char_indices() {
        match c {
            '0'..='9' => {
                // A national number has 10 digits; digits after a separator start another number.
                let complete = if digits.starts_with('1') { 11 } else { 10 };
                if gap > 0 && digits.len() >= complete {
                    break;
                }
                digits.push(c);
                (end, gap) = (at + 1, 0);
            }
            ' ' | '-' | '.' | '(' | ')' | '/' | '\u{2010}' | '\u{2011}' | '\u{2013}' | '\u{a0}'
                if gap < 2 =>
            {
                gap += 1;
            }
            _ => break,
        }
    }
    if !PHONE_DIGITS.contains(&digits.len()) {
        return None;
    }
    let key = if digits.len() == 11 { digits.trim_start_matches('1').to_owned() } else { digits };
    Some(Fact { range: start..start + end, kind: FactKind::Phone, key })
}

/// Parses a number with decimal and thousands separators.
fn parse_number(before: &str, rest: &str, start: usize) -> Fact {
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let next = rest[at + c.len_utf8()..].chars().next();
        let is_separator = matches!(c, '.' | ',') && next.is_some_and(|next| next.is_ascii_digit());
        if !(c.is_numeric() || is_separator) {
            break;
        }
        end = at + c.len_utf8();
    }
    let digits = rest[..end].replace(',', "");
    let digits = match digits.split_once('.') {
        Some((whole, part)) => {
            let part = part.trim_end_matches('0');
            if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
        }
        None => digits,
    };
    let digits = match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let after = rest[end..].trim_start().to_lowercase();
    let is_followed_by = |units: &[&str]| units.iter().any(|unit| after.starts_with(unit));
    let is_money = before.trim_end().ends_with('$') || is_followed_by(&["$", "dollar", "usd", "dólar"]);
    let is_percent = is_followed_by(&["%", "percent", "por ciento", "pour cent"]);
    let sign = if is_money {
        "$"
    } else if is_percent {
        "%"
    } else {
        ""
    };
    Fact { range: start..start + end, kind: FactKind::Number, key: format!("{sign}{digits}") }
}

/// Parses the facts that a word consists of: "Mon-Fri" contains two.
fn parse_fact_words(text: &str, range: Range<usize>) -> Vec<Fact> {
    let word = &text[range.clone()];
    let lower = word.to_lowercase();
    if let Some(fact) = parse_fact_word(text, &lower, range.clone()).filter(|_| word.contains('-')) {
        return vec![fact];
    }
    let mut facts = Vec::new();
    let mut start = range.start;
    for part in word.split(['-', '–', '—', '/', '‑']) {
        let trimmed = part.trim_matches(|c: char| !c.is_alphanumeric());
        let base = trimmed.strip_suffix("'s").or(trimmed.strip_suffix("’s")).unwrap_or(trimmed);
        let offset = part.find(base).unwrap_or(0);
        facts.extend(parse_fact_word(text, base, start + offset..start + offset + base.len()));
        start += part.len() + text[start + part.len()..].chars().next().map_or(0, char::len_utf8);
    }
    facts
}

/// Parses one word that is the name of a number, time, day or month.
fn parse_fact_word(text: &str, word: &str, range: Range<usize>) -> Option<Fact> {
    let lower = word.to_lowercase();
    let listed = FACT_WORDS.iter().find(|(_, _, spellings)| spellings.contains(&lower.as_str()));
    let capitalized = CAPITALIZED_NAMES.iter().find(|(name, _)| *name == word).filter(|_| {
        // "March" and "May" also start sentences as verbs; a month is followed by a day or a year.
        let after = text[range.end..].trim_start_matches([' ', '.', ',']);
        !matches!(word, "March" | "May") || after.starts_with(|c: char| c.is_ascii_digit())
    });
    let before = text[..range.start].trim_end_matches([' ', '-']).to_lowercase();
    if NOT_A_FACT_AFTER.iter().any(|(first, word)| *word == lower && before.ends_with(first)) {
        return None;
    }
    let listed = listed.map(|(kind, key, _)| (*kind, *key));
    let (kind, key) = listed.or(capitalized.map(|(_, key)| (FactKind::Day, *key)))?;
    Some(Fact { range, kind, key: key.to_owned() })
}

/// Returns the first fact of a text that no source contains, as it is written in the text.
#[must_use]
pub fn find_unsupported_fact<'t>(text: &'t str, sources: &[&str]) -> Option<&'t str> {
    let supported: Vec<Fact> = sources.iter().flat_map(|source| extract_facts(source)).collect();
    let is_supported =
        |fact: &Fact| supported.iter().any(|other| (other.kind, &other.key) == (fact.kind, &fact.key));
    extract_facts(text).into_iter().find(|fact| !is_supported(fact)).map(|fact| &text[fact.range])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        extract_facts(text).into_iter().map(|fact| fact.key).collect()
    }

    #[test]
    fn spellings_of_the_same_fact_have_the_same_key() {
        for (one, other) in [
            ("8 am", "8:00 AM"),
            ("8 a.m.", "8am"),
            ("5 p.m. to 7", "17:00 to 7"),
            ("12 pm", "noon"),
            ("12 AM", "midnight"),
            ("$1,250.00", "1250 dollars"),
            ("10 %", "10 percent"),
            ("two weeks", "2 weeks"),
            ("(202) 555-0101", "+1 202.555.0101"),
            ("https://Parlor.example/Pay/", "parlor.example/Pay"),
            ("Office@Harbor.example", "mailto:office@harbor.example"),
            ("Mon-Fri", "Monday, Friday"),
            ("los lunes", "Mondays"),
            ("8 a. m.", "8 am"),
            ("de 8 de la mañana a 9 de la noche", "8 am to 9 pm"),
            ("8 h, 20h30, 21 h 15", "8:00 am, 8:30 pm, 9:15 pm"),
            ("40 $", "40 dólares"),
            ("20 por ciento", "20 pour cent"),
            ("à 5 h de l'après-midi", "5:00"),
        ] {
            assert_eq!(keys(one), keys(other), "{one} and {other}");
        }
    }

    #[test]
    fn different_facts_have_different_keys() {
        for (one, other) in [
            ("8 am", "8 pm"),
            ("$50", "50%"),
            ("http://parlor.example", "https://parlor.example"),
            ("https://parlor.example/a", "https://parlor.example/A"),
            ("parlor.example", "parlor.example.evil.example"),
            ("202-555-0101", "202-555-0110"),
            ("Monday", "Tuesday"),
            ("1.5", "15"),
            ("12 de la noche", "noon"),
            ("mañana", "por la mañana"),
        ] {
            assert_ne!(keys(one), keys(other), "{one} and {other}");
        }
    }

    #[test]
    fn texts_without_facts_have_none() {
        for text in [
            "You may park on the drive.",
            "The sun deck is fine, e.g. yours",
            "it is once ever so nice",
            "March on!",
        ] {
            let found: Vec<_> = keys(text).into_iter().filter(|key| key != "11").collect();
            assert!(found.is_empty(), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_fact_that_no_source_contains_is_found() {
        let sources = ["Call 202-555-0101 from 8 am to 5 pm, Monday to Friday. It is $25."];
        for supported in
            ["It costs $25.00!", "Ring (202) 555-0101 after 8:00 AM on Mondays.", "No numbers at all."]
        {
            assert_eq!(find_unsupported_fact(supported, &sources), None, "{supported}");
        }
        for (text, unsupported) in [
            ("It costs $26.", "26"),
            ("See evil.example/pay.", "evil.example/pay"),
            ("Until 6 pm.", "6 pm"),
            ("Call 202-555-0199.", "202-555-0199"),
            ("javascript:alert(1)", "javascript:alert(1"),
            ("Mail a@b.example", "a@b.example"),
            ("Open on Sundays", "Sundays"),
            ("Within three days", "three"),
            ("Das kostet ２５", "２５"),
        ] {
            assert_eq!(find_unsupported_fact(text, &sources), Some(unsupported), "{text}");
        }
    }
}
