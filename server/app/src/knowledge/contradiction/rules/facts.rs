//! Extracts what can be compared in an answer: times, weekdays, amounts, numbers with their units, phone
//! numbers, links, and whether it says yes or no.
use std::collections::BTreeMap;

/// What kind of fact a value is. A number's unit, such as `day`, is part of its kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Verdict,
    Time,
    Weekday,
    Amount,
    Percent,
    Number(String),
    Phone,
    Link,
}

/// For each kind, maps the normalized values, which are compared, to their form in the text.
pub type Facts = BTreeMap<Kind, BTreeMap<String, String>>;

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const COUNTS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
/// Words that may stand between a number and its unit.
const QUALIFIERS: [&str; 5] = ["business", "calendar", "working", "full", "consecutive"];
/// Words that are not a unit after a number.
const NOT_UNITS: [&str; 14] =
    ["to", "and", "or", "a", "an", "the", "of", "in", "on", "at", "is", "per", "for", "until"];

/// Extracts all facts of a text.
pub fn facts(text: &str) -> Facts {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Facts::new();
    if let Some((value, shown)) = verdict(text) {
        note(&mut found, Kind::Verdict, value, shown);
    }
    let mut at = 0;
    while at < words.len() {
        at += read(&words[at..], &mut found).max(1);
    }
    found
}

fn note(found: &mut Facts, kind: Kind, value: impl Into<String>, shown: impl Into<String>) {
    found.entry(kind).or_default().entry(value.into()).or_insert_with(|| shown.into());
}

/// Records the fact that begins with the first word. Returns the number of words that it spans.
fn read(words: &[&str], found: &mut Facts) -> usize {
    let word = bare(words[0]);
    if let Some(link) = link(word) {
        note(found, Kind::Link, link, word);
        return 1;
    }
    if let Some((digits, taken)) = phone(words) {
        note(found, Kind::Phone, digits, bare(&words[..taken].join(" ")));
        return taken;
    }
    if let Some(taken) = time(words, found) {
        return taken;
    }
    if let Some(taken) = days(words, found) {
        return taken;
    }
    number(words, found)
}

/// Returns yes or no if the text begins with it or says that something is or is not allowed.
fn verdict(text: &str) -> Option<(&'static str, &'static str)> {
    let low = text.to_lowercase();
    let first = bare(low.split_whitespace().next()?);
    match first {
        "yes" => return Some(("yes", "yes")),
        "no" | "sorry" | "unfortunately" => return Some(("no", "no")),
        _ => {}
    }
    let says = |any: &[&str]| any.iter().any(|words| low.contains(words));
    if says(&["not allowed", "not permitted", "prohibited", "aren't allowed", "isn't allowed", "may not "]) {
        return Some(("no", "not allowed"));
    }
    says(&["allowed", "permitted", "are welcome", "is welcome"]).then_some(("yes", "allowed"))
}

/// Removes punctuation around a word.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '"', '“', '\'', '[']);
    word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '"', '”', '\'', ']'])
}

/// Returns a normalized web or email address.
fn link(word: &str) -> Option<String> {
    let low = word.to_lowercase();
    let site = low.strip_prefix("https://").or_else(|| low.strip_prefix("http://"));
    let begins = site.is_some() || low.starts_with("www.");
    let site = site.unwrap_or(&low).trim_start_matches("www.").trim_end_matches('/');
    let ends = [".com", ".org", ".net", ".gov", ".us", ".info", ".io", ".example"];
    let host = site.split(['/', '?']).next().unwrap_or_default();
    let named = ends.iter().any(|end| host.ends_with(end)) && host.len() > 4;
    (site.contains('.') && (begins || named)).then(|| site.to_owned())
}

/// Returns the digits of a phone number at the beginning of these words, and the number of words that it
/// spans.
fn phone(words: &[&str]) -> Option<(String, usize)> {
    let (mut digits, mut taken, mut signs) = (String::new(), 0, false);
    for word in words.iter().take(4) {
        let part = bare(word).trim_start_matches('(');
        if part.is_empty() || !part.chars().all(|c| c.is_ascii_digit() || "+-.()".contains(c)) {
            break;
        }
        digits.extend(part.chars().filter(char::is_ascii_digit));
        signs |= part.contains(['-', '.', '+']) || taken > 0;
        taken += 1;
        if (10..=15).contains(&digits.len()) {
            let national = digits.strip_prefix('1').filter(|rest| rest.len() == 10);
            return Some((national.unwrap_or(&digits).to_owned(), taken));
        }
    }
    // A local number without area code.
    (digits.len() == 7 && signs).then_some((digits, taken))
}

/// Records a time such as "8 am", "8:30p.m.", "20:00", "noon" or "8-10 pm". Returns the number of words.
fn time(words: &[&str], found: &mut Facts) -> Option<usize> {
    let word = bare(words[0]).to_lowercase();
    match word.as_str() {
        "noon" => note(found, Kind::Time, "12:00", "noon"),
        "midnight" => note(found, Kind::Time, "24:00", "midnight"),
        _ => {
            let (clock, glued) =
                word.split_at(word.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(word.len()));
            let next = words.get(1).map(|next| bare(next).to_lowercase()).unwrap_or_default();
            let half = half(glued).or_else(|| half(&next).filter(|_| glued.is_empty()));
            let taken = if glued.is_empty() && half.is_some() { 2 } else { 1 };
            if half.is_none() && !(glued.is_empty() && clock.contains(':')) {
                return None;
            }
            let mut any = false;
            for part in clock.split(['-', '–', '—']) {
                let (value, shown) = minutes(part, half)?;
                note(found, Kind::Time, value, shown);
                any = true;
            }
            return any.then_some(taken);
        }
    }
    Some(1)
}

/// Returns true for pm, false for am.
fn half(word: &str) -> Option<bool> {
    match word.replace('.', "").as_str() {
        "am" => Some(false),
        "pm" => Some(true),
        _ => None,
    }
}

fn minutes(clock: &str, half: Option<bool>) -> Option<(String, String)> {
    let (hours, minutes) = clock.split_once(':').unwrap_or((clock, "00"));
    let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
    if hours > 24 || minutes > 59 || half.is_some() && !(1..=12).contains(&hours) {
        return None;
    }
    let full = match half {
        Some(late) => hours % 12 + if late { 12 } else { 0 },
        None => hours,
    };
    let late = full % 24 >= 12;
    let (twelve, end) = (if full % 12 == 0 { 12 } else { full % 12 }, if late { "pm" } else { "am" });
    let shown = if minutes == 0 { format!("{twelve} {end}") } else { format!("{twelve}:{minutes:02} {end}") };
    Some((format!("{full:02}:{minutes:02}"), shown))
}

/// Records weekdays, ranges of them, "weekdays" and "weekends". Returns the number of words.
fn days(words: &[&str], found: &mut Facts) -> Option<usize> {
    let mut noted = |from: usize, to: usize| {
        let span = if to >= from { to - from } else { to + 7 - from };
        (from..=from + span).for_each(|day| note(found, Kind::Weekday, (day % 7).to_string(), DAYS[day % 7]));
    };
    let word = bare(words[0]);
    match word.to_lowercase().as_str() {
        "weekday" | "weekdays" => noted(0, 4),
        "weekend" | "weekends" => noted(5, 6),
        _ => {
            if let Some((from, to)) = word.split_once(['-', '–', '—']) {
                noted(day(from)?, day(to)?);
                return Some(1);
            }
            let from = day(word)?;
            let through =
                words.get(1).is_some_and(|word| ["to", "through", "thru", "-", "–", "until"].contains(word));
            match words.get(2).and_then(|word| day(bare(word))).filter(|_| through) {
                Some(to) => {
                    noted(from, to);
                    return Some(3);
                }
                None => noted(from, from),
            }
        }
    }
    Some(1)
}

/// Returns the index of a weekday, or of its capitalized abbreviation.
fn day(word: &str) -> Option<usize> {
    let low = word.to_lowercase();
    let low = low.strip_suffix('s').filter(|one| one.ends_with("day")).unwrap_or(&low);
    let short = word.starts_with(char::is_uppercase) && (3..=5).contains(&low.len());
    DAYS.iter().map(|day| day.to_lowercase()).position(|day| day == low || short && day.starts_with(low))
}

/// Records an amount, a percentage or a number with its unit. Returns the number of words.
fn number(words: &[&str], found: &mut Facts) -> usize {
    let word = bare(words[0]);
    let sign = word.chars().next().filter(|sign| "$€£".contains(*sign));
    let digits = word.trim_start_matches(['$', '€', '£']);
    let (digits, percent) = match digits.strip_suffix('%') {
        Some(digits) => (digits, true),
        None => (digits, false),
    };
    let spelt =
        COUNTS.iter().position(|count| word.eq_ignore_ascii_case(count)).map(|count| count.to_string());
    let plain = digits.replace(',', "");
    let value = plain.parse::<f64>().ok().filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()));
    let Some(value) = value.map(|value| value.to_string()).or(spelt) else { return 1 };
    let next = words.get(1).map(|next| bare(next).to_lowercase()).unwrap_or_default();
    if let Some(sign) = sign {
        note(found, Kind::Amount, format!("{sign}{value}"), word);
    } else if percent || next == "percent" {
        note(found, Kind::Percent, value.clone(), format!("{value}%"));
    } else if next == "dollars" || next == "dollar" {
        note(found, Kind::Amount, format!("${value}"), format!("${value}"));
        return 2;
    } else if !ends_clause(words[0]) {
        let skipped = usize::from(QUALIFIERS.contains(&next.as_str()));
        let unit = words.get(1 + skipped).map(|unit| bare(unit).to_lowercase()).unwrap_or_default();
        if unit.len() > 2 && unit.chars().all(char::is_alphabetic) && !NOT_UNITS.contains(&unit.as_str()) {
            let one = unit.strip_suffix('s').unwrap_or(&unit).to_owned();
            note(found, Kind::Number(one), value.clone(), format!("{value} {unit}"));
            return 2 + skipped;
        }
    }
    1
}

/// Returns whether a sentence or clause ends with the word.
fn ends_clause(word: &str) -> bool {
    word.ends_with(['.', ',', ';', ':', '!', '?', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, kind: Kind) -> Vec<String> {
        facts(text).remove(&kind).unwrap_or_default().into_keys().collect()
    }

    #[test]
    fn times_are_parsed_in_all_formats() {
        for text in ["Open 8 am to 10 pm.", "8am - 10pm", "8:00 a.m. to 10:00 p.m.", "from 08:00 until 22:00"]
        {
            assert_eq!(values(text, Kind::Time), ["08:00", "22:00"], "{text}");
        }
        assert_eq!(values("Closes at noon, Sundays at midnight", Kind::Time), ["12:00", "24:00"]);
        assert_eq!(values("12 pm and 12 am", Kind::Time), ["00:00", "12:00"]);
        assert_eq!(values("8-10pm", Kind::Time), ["20:00", "22:00"]);
        assert_eq!(values("I am 25:70 am", Kind::Time), Vec::<String>::new());
    }

    #[test]
    fn weekdays_are_parsed_as_ranges_and_abbreviations() {
        assert_eq!(values("Monday to Friday", Kind::Weekday), ["0", "1", "2", "3", "4"]);
        assert_eq!(values("Mon-Wed", Kind::Weekday), ["0", "1", "2"]);
        assert_eq!(values("Tuesdays and Fridays.", Kind::Weekday), ["1", "4"]);
        assert_eq!(values("on weekends", Kind::Weekday), ["5", "6"]);
        assert_eq!(values("The sun sat on the wed stone.", Kind::Weekday), Vec::<String>::new());
    }

    #[test]
    fn amounts_numbers_phones_and_links_are_distinguished() {
        let text = "A second permit is $1,050.00 for 14 business days, two per unit; call (202) 555-0110 or \
                    see https://www.harbor.example/rules/. A fee of 5% applies.";
        let found = facts(text);
        let value =
            |kind| found.get(&kind).map(|values: &BTreeMap<_, _>| values.keys().cloned().collect::<Vec<_>>());
        assert_eq!(value(Kind::Amount), Some(vec!["$1050".to_owned()]));
        assert_eq!(value(Kind::Number("day".into())), Some(vec!["14".to_owned()]));
        assert_eq!(value(Kind::Phone), Some(vec!["2025550110".to_owned()]));
        assert_eq!(value(Kind::Link), Some(vec!["harbor.example/rules".to_owned()]));
        assert_eq!(value(Kind::Percent), Some(vec!["5".to_owned()]));
        assert_eq!(values("Call +1 202 555 0110 today", Kind::Phone), ["2025550110"]);
    }

    #[test]
    fn verdicts_are_parsed_from_yes_no_and_permissions() {
        assert_eq!(values("Yes, with a leash.", Kind::Verdict), ["yes"]);
        assert_eq!(values("No. The board decided so.", Kind::Verdict), ["no"]);
        assert_eq!(values("Grills are not allowed on balconies.", Kind::Verdict), ["no"]);
        assert_eq!(values("Gas grills are allowed.", Kind::Verdict), ["yes"]);
        assert_eq!(values("Ask the office.", Kind::Verdict), Vec::<String>::new());
    }

    #[test]
    fn unusual_texts_do_not_panic() {
        for text in
            ["", " ", "- – :", "$ % + ()", "99999999999999999999999 days", "🙂:🙂 pm", "é–è", ":am 8:"]
        {
            facts(text);
        }
    }
}
