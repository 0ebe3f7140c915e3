//! What people write of phones, addresses, sums and days, and what is meant by it; refusals say what
//! to write instead.
use jiff::civil::Date;
use platform::phone::Phone;

use super::MOST_CENTS;

/// What may stand around the digits of a phone number.
const BETWEEN: [char; 8] = [' ', '(', ')', '-', '.', '/', '\u{a0}', '\u{2011}'];

/// A phone number: E.164, or as it is written in the United States and Canada.
pub fn phone(text: &str) -> Result<Phone, String> {
    let refused =
        || format!("\"{}\" is no phone number. Write it as +12025550101 or (202) 555-0101.", short(text));
    let digits: String = text.trim().chars().filter(|c| !BETWEEN.contains(c)).collect();
    let whole = match digits.strip_prefix('+') {
        Some(_) => digits,
        None if digits.len() == 10 => format!("+1{digits}"),
        None if digits.len() == 11 && digits.starts_with('1') => format!("+{digits}"),
        None => return Err(refused()),
    };
    Phone::parse("phones", &whole).map_err(|_| refused())
}

/// An address in lower case; empty for none.
pub fn email(text: &str) -> Result<String, String> {
    let address = text.trim().to_lowercase();
    let well_formed = || {
        let (name, host) = address.split_once('@')?;
        let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"<>(),;:\\\"[]@".contains(c);
        let good = !name.is_empty()
            && address.chars().filter(|c| *c != '@').all(plain)
            && address.len() <= 254
            && host.contains('.')
            && host.split('.').all(|label| !label.is_empty());
        good.then_some(())
    };
    if address.is_empty() || well_formed().is_some() && address.matches('@').count() == 1 {
        return Ok(address);
    }
    Err(format!("\"{}\" is no e-mail address. Write one such as ana@example.com.", short(text)))
}

/// A sum of dollars in cents; nothing for an empty cell. What is in parentheses, has a minus or ends
/// in CR is a credit.
pub fn cents(text: &str) -> Result<Option<i64>, String> {
    let refused = || format!("\"{}\" is no sum. Write it as 1,234.56, and a credit as -20.00.", short(text));
    let upper = text.trim().to_uppercase();
    if upper.is_empty() {
        return Ok(None);
    }
    let (rest, credit) = match upper.strip_suffix("CR") {
        Some(rest) => (rest, true),
        None => (upper.as_str(), false),
    };
    let (rest, bracketed) = match rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(rest) => (rest, true),
        None => (rest.trim(), false),
    };
    let figures: String = rest.chars().filter(|c| !matches!(c, '$' | ' ' | ',')).collect();
    let (figures, minus) = match figures.strip_prefix(['-', '\u{2212}']) {
        Some(figures) => (figures, true),
        None => (figures.as_str(), false),
    };
    let (dollars, part) = figures.split_once('.').unwrap_or((figures, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let grouped = rest.trim_start_matches(['$', '-', ' ', '\u{2212}']).split('.').next().unwrap_or_default();
    let groups_are_whole =
        !grouped.contains(',') || grouped.split(',').skip(1).all(|group| group.trim().len() == 3);
    if dollars.is_empty() && part.is_empty() || !digits(dollars) || !digits(part) || !groups_are_whole {
        return Err(refused());
    }
    let (hundredths, rest) = part.split_at(part.len().min(2));
    // A spreadsheet's sums are off by next to nothing, as 10.300000000000001 or 0.07999999.
    let next = &rest[..rest.len().min(4)];
    let rounded_up = match next {
        next if next.bytes().all(|b| b == b'0') => 0,
        "9999" => 1,
        _ => return Err(refused()),
    };
    let sum = format!("{dollars}{hundredths:0<2}").parse::<i64>().map_err(|_| refused())? + rounded_up;
    if sum > MOST_CENTS {
        return Err(refused());
    }
    Ok(Some(if credit || bracketed || minus { -sum } else { sum }))
}

/// A day: 2026-05-03, or 5/3/2026 as in the United States.
pub fn day(text: &str) -> Result<String, String> {
    let refused = || format!("\"{}\" is no day. Write it as 2026-05-03 or 5/3/2026.", short(text));
    let text = text.trim();
    let parts: Vec<&str> = text.split('/').collect();
    let date = match parts.as_slice() {
        [month, day, year] => {
            let (month, day) = (month.parse::<i8>(), day.parse::<i8>());
            let year = if year.len() == 4 { year.parse::<i16>() } else { return Err(refused()) };
            match (year, month, day) {
                (Ok(year), Ok(month), Ok(day)) => Date::new(year, month, day).ok(),
                _ => None,
            }
        }
        _ if text.len() == 10 => text.parse::<Date>().ok(),
        _ => None,
    };
    let known = date.filter(|date| (1970..=2999).contains(&date.year()));
    known.map(|date| date.to_string()).ok_or_else(refused)
}

/// Yes or no; empty is no.
pub fn yes(text: &str) -> Result<bool, String> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "x" | "collections" | "in collections" => Ok(true),
        "" | "no" | "n" | "false" | "0" | "-" => Ok(false),
        _ => Err(format!(
            "\"{}\" is neither yes nor no. Write yes for an account in collections.",
            short(text)
        )),
    }
}

/// As much of what was written as a refusal repeats.
fn short(text: &str) -> String {
    text.trim().chars().take(40).collect()
}
