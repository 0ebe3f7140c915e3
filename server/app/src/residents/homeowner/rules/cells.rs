//! Parses phone numbers, email addresses, amounts and dates as people type them. Errors are messages for
//! staff that name a valid format.
use jiff::{ToSpan, civil::Date};
use platform::{email_address, phone::Phone, tabular};

use super::MAX_CENTS;
use crate::residents::homeowner::model::HomeownerKind;

/// The minus signs that are recognized.
const MINUS_SIGNS: [char; 2] = ['-', '\u{2212}'];

/// Parses a phone number in E.164 or in a format of the United States and Canada.
pub fn parse_phone(text: &str) -> Result<Phone, String> {
    let error =
        || format!("\"{}\" is no phone number. Write it as +12025550101 or (202) 555-0101.", excerpt(text));
    Phone::parse("phones", text).map_err(|_| error())
}

/// Parses an email address and lowercases it. Empty text is valid.
pub fn parse_email(text: &str) -> Result<String, String> {
    let address = text.trim().to_lowercase();
    if address.is_empty() || email_address::is_valid(&address) {
        return Ok(address);
    }
    Err(format!("\"{}\" is no email address. Write one such as ana@example.com.", excerpt(text)))
}

/// Parses an amount in dollars and returns it in cents; `None` for an empty text. Parentheses, a minus sign
/// before or after the amount, and the suffix CR mark a credit, which is negative.
pub fn parse_cents(text: &str) -> Result<Option<i64>, String> {
    let error = || {
        format!("\"{}\" is no sum of dollars. Write it as 1,234.56, and a credit as -20.00.", excerpt(text))
    };
    let plain: String = text.to_uppercase().chars().filter(|c| *c != '$' && !c.is_whitespace()).collect();
    if text.trim().is_empty() {
        return Ok(None);
    }
    let plain = ["USD", "US"].iter().find_map(|mark| plain.strip_prefix(mark)).unwrap_or(&plain);
    let (plain, credit) = plain.strip_suffix("CR").map_or((plain, false), |plain| (plain, true));
    let plain = plain.strip_suffix("USD").unwrap_or(plain);
    let bracketed = plain.strip_prefix('(').and_then(|plain| plain.strip_suffix(')'));
    let minus = plain.strip_prefix(MINUS_SIGNS).or_else(|| plain.strip_suffix(MINUS_SIGNS));
    let figures = bracketed.or(minus).unwrap_or(plain);
    let (dollars, part) = figures.split_once('.').unwrap_or((figures, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let grouped = dollars.split(',').skip(1).all(|group| group.len() == 3) && !dollars.starts_with(',');
    let dollars = dollars.replace(',', "");
    // Three decimal places may be thousands separated by a period.
    if dollars.is_empty() && part.is_empty()
        || !digits(&dollars)
        || !digits(part)
        || !grouped
        || part.len() == 3
    {
        return Err(error());
    }
    let (hundredths, rest) = part.split_at(part.len().min(2));
    // Spreadsheets export amounts with rounding errors, such as 10.300000000000001 or 0.07999999.
    let next = &rest[..rest.len().min(4)];
    let rounded_up = match next {
        next if next.bytes().all(|b| b == b'0') => 0,
        "9999" => 1,
        _ => return Err(error()),
    };
    let sum = format!("{dollars}{hundredths:0<2}").parse::<i64>().map_err(|_| error())?;
    let sum = sum.saturating_add(rounded_up);
    if sum > MAX_CENTS {
        return Err(format!(
            "\"{}\" is more than $10,000,000.00, which is the most. Look at it again.",
            excerpt(text)
        ));
    }
    Ok(Some(if credit || bracketed.is_some() || minus.is_some() { -sum } else { sum }))
}

/// Parses the date of a balance, 2026-05-03 or 5/3/2026, and ignores a time of day. The date must be at most ten
/// years before and one year after `today`.
pub fn parse_day(text: &str, today: &str) -> Result<String, String> {
    let error = || format!("\"{}\" is no day. Write it as 2026-05-03 or 5/3/2026.", excerpt(text));
    let (date, today) = (tabular::day(text).ok_or_else(error)?, today.parse::<Date>().map_err(|_| error())?);
    let far =
        |how: &str| Err(format!("{date} is {how}. Enter the date of the balance as 2026-05-03 or 5/3/2026."));
    match date {
        date if date > today.saturating_add(1.year()) => far("more than a year ahead"),
        date if date < today.saturating_sub(10.years()) => far("more than ten years ago"),
        date => Ok(date.to_string()),
    }
}

/// Parses a yes or no; empty text is no.
pub fn parse_yes_no(text: &str) -> Result<bool, String> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "x" | "collections" | "in collections" => Ok(true),
        "" | "no" | "n" | "false" | "0" | "-" => Ok(false),
        _ => Err(format!(
            "\"{}\" is neither yes nor no. Write yes for an account in collections.",
            excerpt(text)
        )),
    }
}

/// Languages by code and name.
const LANGUAGES: [(&str, &str); 16] = [
    ("en", "english"),
    ("es", "spanish"),
    ("fr", "french"),
    ("zh", "chinese"),
    ("vi", "vietnamese"),
    ("ko", "korean"),
    ("tl", "tagalog"),
    ("ru", "russian"),
    ("ar", "arabic"),
    ("pt", "portuguese"),
    ("ht", "haitian creole"),
    ("pl", "polish"),
    ("de", "german"),
    ("it", "italian"),
    ("ja", "japanese"),
    ("hi", "hindi"),
];

/// Parses a language by its code or English name and returns the code; empty for English.
pub fn parse_language(text: &str) -> Result<String, String> {
    let text = text.trim().to_lowercase();
    let known = LANGUAGES.iter().find(|(code, name)| *code == text || *name == text);
    match known.map(|(code, _)| *code) {
        Some("en") => Ok(String::new()),
        Some(code) => Ok(code.to_owned()),
        None if text.is_empty() => Ok(text),
        None if text.len() == 2 && text.bytes().all(|b| b.is_ascii_lowercase()) => Ok(text),
        None => Err(format!("\"{}\" is no language. Write a code such as es, or Spanish.", excerpt(&text))),
    }
}

/// Parses the kind of a homeowner. Empty text is unknown.
pub fn parse_kind(text: &str) -> Result<HomeownerKind, String> {
    match text.trim().to_lowercase().as_str() {
        "" => Ok(HomeownerKind::Unspecified),
        "owner" | "homeowner" => Ok(HomeownerKind::Owner),
        "tenant" | "renter" | "resident" => Ok(HomeownerKind::Tenant),
        "board" | "board member" | "director" => Ok(HomeownerKind::BoardMember),
        _ => Err(format!("\"{}\" is no kind. Write owner, tenant or board member.", excerpt(text))),
    }
}

/// Returns the first 40 characters of a text, for error messages.
fn excerpt(text: &str) -> String {
    text.trim().chars().take(40).collect()
}
