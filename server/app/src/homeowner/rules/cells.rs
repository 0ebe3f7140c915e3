//! What people write of phones, addresses, sums and days, and what is meant by it; refusals say what
//! to write instead.
use jiff::{ToSpan, civil::Date};
use platform::phone::Phone;

use super::MOST_CENTS;
use crate::sheet;

/// A minus, as it is typed or set.
const MINUS: [char; 2] = ['-', '\u{2212}'];
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

/// A sum of dollars in cents; nothing for an empty cell. What is in parentheses, has a minus before or
/// after it or ends in CR is a credit.
pub fn cents(text: &str) -> Result<Option<i64>, String> {
    let refused =
        || format!("\"{}\" is no sum of dollars. Write it as 1,234.56, and a credit as -20.00.", short(text));
    let plain: String = text.to_uppercase().chars().filter(|c| *c != '$' && !c.is_whitespace()).collect();
    if text.trim().is_empty() {
        return Ok(None);
    }
    let plain = ["USD", "US"].iter().find_map(|mark| plain.strip_prefix(mark)).unwrap_or(&plain);
    let (plain, credit) = plain.strip_suffix("CR").map_or((plain, false), |plain| (plain, true));
    let plain = plain.strip_suffix("USD").unwrap_or(plain);
    let bracketed = plain.strip_prefix('(').and_then(|plain| plain.strip_suffix(')'));
    let minus = plain.strip_prefix(MINUS).or_else(|| plain.strip_suffix(MINUS));
    let figures = bracketed.or(minus).unwrap_or(plain);
    let (dollars, part) = figures.split_once('.').unwrap_or((figures, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let grouped = dollars.split(',').skip(1).all(|group| group.len() == 3) && !dollars.starts_with(',');
    let dollars = dollars.replace(',', "");
    // Three places are thousands where a point groups them.
    if dollars.is_empty() && part.is_empty()
        || !digits(&dollars)
        || !digits(part)
        || !grouped
        || part.len() == 3
    {
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
        return Err(format!(
            "\"{}\" is more than $10,000,000.00, which is the most. Look at it again.",
            short(text)
        ));
    }
    Ok(Some(if credit || bracketed.is_some() || minus.is_some() { -sum } else { sum }))
}

/// A day of a balance: 2026-05-03, or 5/3/2026 as in the United States, whatever time of it. It is at
/// most ten years ago and a year ahead of `today`.
pub fn day(text: &str, today: &str) -> Result<String, String> {
    let refused = || format!("\"{}\" is no day. Write it as 2026-05-03 or 5/3/2026.", short(text));
    let (date, today) =
        (sheet::day(text).ok_or_else(refused)?, today.parse::<Date>().map_err(|_| refused())?);
    let far = |how: &str| {
        Err(format!("{date} is {how}. Write the day as of which the balance is, as 2026-05-03 or 5/3/2026."))
    };
    match date {
        date if date > today.saturating_add(1.year()) => far("more than a year ahead"),
        date if date < today.saturating_sub(10.years()) => far("more than ten years ago"),
        date => Ok(date.to_string()),
    }
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
