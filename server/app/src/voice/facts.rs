//! What in a text must not change under way: links, addresses, phones, numbers, times and days.
//!
//! Each has a key by which two spellings of one thing agree, such as "8 am" and "8:00 AM".
//! Where in doubt something is a fact: a wording that is refused costs less than a wrong number.
mod names;

use std::ops::Range;

use self::names::{CAPITAL, HALVES, MOST_OF_A_HALF, NAMED, OTHERWISE};

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Where a browser, or another program, goes.
    Link,
    /// An e-mail address.
    Mail,
    /// A phone number, or digits that look like one.
    Phone,
    /// A number, with its currency or percent.
    Number,
    /// A time of day.
    Time,
    /// A day of the week, or a month.
    Day,
}

/// Something that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Which bytes of the text.
    pub at: Range<usize>,
    pub kind: Kind,
    /// The same for each spelling of it.
    pub key: String,
}

/// Marks around a word that do not belong to it.
const OPENING: &[char] = &['(', '[', '{', '<', '"', '\'', '“', '‘', '*', '¿', '¡'];
const CLOSING: &[char] = &[')', ']', '}', '>', '"', '\'', '”', '’', '*', '.', ',', ';', ':', '!', '?', '…'];

/// As many digits at least make a phone number, and at most.
const PHONE: std::ops::RangeInclusive<usize> = 7..=15;

/// All of them, in order.
pub fn of(text: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    for word in words(text) {
        facts.extend(address(text, word));
    }
    let taken: Vec<Range<usize>> = facts.iter().map(|fact| fact.at.clone()).collect();
    let mut from = 0;
    for hole in &taken {
        numbers(text, from..hole.start, &mut facts);
        from = hole.end;
    }
    numbers(text, from..text.len(), &mut facts);
    for word in words(text).filter(|word| !taken.iter().any(|hole| hole.contains(&word.start))) {
        facts.extend(named(text, word));
    }
    facts.sort_by_key(|fact| fact.at.start);
    facts
}

/// The words of a text, without the marks around them.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(move |word| {
        let word = word.trim_start_matches(OPENING).trim_end_matches(CLOSING);
        start(word)..start(word) + word.len()
    })
}

/// A link or an e-mail address.
fn address(text: &str, at: Range<usize>) -> Option<Fact> {
    let word = &text[at.clone()];
    let lower = word.to_lowercase();
    if let Some((name, host)) = lower.trim_start_matches("mailto:").split_once('@')
        && !name.is_empty()
        && host.contains('.')
    {
        let key = lower.trim_start_matches("mailto:").to_owned();
        return Some(Fact { at, kind: Kind::Mail, key });
    }
    is_link(&lower).then(|| Fact { at, kind: Kind::Link, key: link(word) })
}

fn is_link(word: &str) -> bool {
    let scheme = word.split_once(':').is_some_and(|(scheme, rest)| {
        !rest.is_empty() && scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphabetic())
    });
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let named = labels.len() > 1
        && labels.iter().all(|label| !label.is_empty())
        && labels
            .last()
            .is_some_and(|last| last.chars().count() > 1 && last.chars().all(char::is_alphabetic));
    scheme || named || word.contains("//")
}

/// The host in lower case, without what a browser adds by itself.
fn link(word: &str) -> String {
    let lower = word.to_lowercase();
    let cut = ["https://www.", "https://", "www."].into_iter().find(|start| lower.starts_with(start));
    let rest = cut.map_or(word, |cut| word.get(cut.len()..).unwrap_or(word)).trim_end_matches('/');
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    // A plain http:// keeps its scheme as its host: it is another place.
    if rest.starts_with("http://") || rest.contains("//") {
        return rest.to_owned();
    }
    format!("{}{}", rest[..host].to_lowercase(), &rest[host..])
}

/// Phones, times and numbers in a part of the text.
fn numbers(text: &str, part: Range<usize>, facts: &mut Vec<Fact>) {
    let mut at = part.start;
    while let Some(next) = text[at..part.end].find(char::is_numeric) {
        let start = at + next;
        let rest = &text[start..part.end];
        let fact = time(rest, start)
            .or_else(|| phone(rest, start))
            .unwrap_or_else(|| number(&text[part.start..start], rest, start));
        at = fact.at.end;
        facts.push(fact);
    }
}

/// "8 am", "8:00", "17:30", or "17 h 30", from a digit on.
fn time(rest: &str, start: usize) -> Option<Fact> {
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
    let letters: String = after.chars().take(MOST_OF_A_HALF).collect::<String>().to_lowercase();
    let half = HALVES.into_iter().find(|(word, _)| {
        // "12 de la noche" is no noon.
        (word.len() <= 5 || hour != 12)
            && letters.strip_prefix(word).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    });
    if minute.is_none()
        && half.is_none()
        && let Some((minutes, length)) = hours(after)
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
    Some(Fact { at: start..start + end, kind: Kind::Time, key })
}

/// The minutes behind an hour in French, "8 h" or "17h30", and how long that is.
fn hours(after: &str) -> Option<(u32, usize)> {
    let rest = after.strip_prefix('h').filter(|rest| !rest.starts_with(char::is_alphabetic))?;
    let minutes = rest.trim_start_matches(' ');
    let digits = minutes.bytes().take_while(u8::is_ascii_digit).count();
    match digits {
        2 => Some((minutes[..2].parse().ok()?, after.len() - minutes.len() + 2)),
        0 => Some((0, 1)),
        _ => None,
    }
}

/// Digits with what stands between those of a phone number.
fn phone(rest: &str, start: usize) -> Option<Fact> {
    let (mut digits, mut end, mut gap) = (String::new(), 0, 0);
    for (at, c) in rest.char_indices() {
        match c {
            '0'..='9' => {
                // A number of ten digits is whole: what follows is another.
                let whole = if digits.starts_with('1') { 11 } else { 10 };
                if gap > 0 && digits.len() >= whole {
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
    if !PHONE.contains(&digits.len()) {
        return None;
    }
    let key = if digits.len() == 11 { digits.trim_start_matches('1').to_owned() } else { digits };
    Some(Fact { at: start..start + end, kind: Kind::Phone, key })
}

/// A number, as far as its digits, points and commas go.
fn number(before: &str, rest: &str, start: usize) -> Fact {
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let next = rest[at + c.len_utf8()..].chars().next();
        let inside = matches!(c, '.' | ',') && next.is_some_and(|next| next.is_ascii_digit());
        if !(c.is_numeric() || inside) {
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
    let is_before = |marks: &[&str]| marks.iter().any(|mark| after.starts_with(mark));
    let money = before.trim_end().ends_with('$') || is_before(&["$", "dollar", "usd", "dólar"]);
    let percent = is_before(&["%", "percent", "por ciento", "pour cent"]);
    let mark = if money {
        "$"
    } else if percent {
        "%"
    } else {
        ""
    };
    Fact { at: start..start + end, kind: Kind::Number, key: format!("{mark}{digits}") }
}

/// Those that a word is made of: "Mon-Fri" names two.
fn named(text: &str, word: Range<usize>) -> Vec<Fact> {
    let said = &text[word.clone()];
    let whole = said.to_lowercase();
    let of = |part: &str, at: Range<usize>| {
        let lower = part.to_lowercase();
        let known = NAMED.iter().find(|(_, _, names)| names.contains(&lower.as_str()));
        let capital = CAPITAL.iter().find(|(name, _)| *name == part).filter(|_| {
            // A sentence may begin with the verb; a month has its day or year behind it.
            let after = text[at.end..].trim_start_matches([' ', '.', ',']);
            !matches!(part, "March" | "May") || after.starts_with(|c: char| c.is_ascii_digit())
        });
        let before = text[..at.start].trim_end_matches([' ', '-']).to_lowercase();
        if OTHERWISE.iter().any(|(first, word)| *word == lower && before.ends_with(first)) {
            return None;
        }
        let known = known.map(|(kind, key, _)| (*kind, *key));
        let (kind, key) = known.or(capital.map(|(_, key)| (Kind::Day, *key)))?;
        Some(Fact { at, kind, key: key.to_owned() })
    };
    if let Some(fact) = of(&whole, word.clone()).filter(|_| said.contains('-')) {
        return vec![fact];
    }
    let mut facts = Vec::new();
    let mut start = word.start;
    for part in said.split(['-', '–', '—', '/', '‑']) {
        let trimmed = part.trim_matches(|c: char| !c.is_alphanumeric());
        let possessive = trimmed.strip_suffix("'s").or(trimmed.strip_suffix("’s")).unwrap_or(trimmed);
        let skipped = part.find(possessive).unwrap_or(0);
        facts.extend(of(possessive, start + skipped..start + skipped + possessive.len()));
        start += part.len() + text[start + part.len()..].chars().next().map_or(0, char::len_utf8);
    }
    facts
}

/// What stands in `words` and in none of the sources: the first of it, as it is written.
pub fn stranger<'w>(words: &'w str, sources: &[&str]) -> Option<&'w str> {
    let known: Vec<Fact> = sources.iter().flat_map(|source| of(source)).collect();
    let is_known = |fact: &Fact| known.iter().any(|known| (known.kind, &known.key) == (fact.kind, &fact.key));
    of(words).into_iter().find(|fact| !is_known(fact)).map(|fact| &words[fact.at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        of(text).into_iter().map(|fact| fact.key).collect()
    }

    #[test]
    fn two_spellings_of_one_thing_agree() {
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
    fn other_things_do_not() {
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
    fn words_without_facts_have_none() {
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
    fn what_no_source_has_is_found() {
        let sources = ["Call 202-555-0101 from 8 am to 5 pm, Monday to Friday. It is $25."];
        for fine in
            ["It costs $25.00!", "Ring (202) 555-0101 after 8:00 AM on Mondays.", "No numbers at all."]
        {
            assert_eq!(stranger(fine, &sources), None, "{fine}");
        }
        for (strange, what) in [
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
            assert_eq!(stranger(strange, &sources), Some(what), "{strange}");
        }
    }
}
