//! Fills the merge fields of a letter: words in braces, such as {name}. Pure.
use jiff::civil::Date;

use crate::residents::homeowner::{Entry, account_label, format_balance};

/// A recipient of a letter with the values of its fields.
pub struct Recipient<'a> {
    pub entry: &'a Entry,
    pub community: &'a str,
    pub today: Date,
}

/// Maximum length of a field name; other words in braces are text.
const MAX_FIELD: usize = 20;

/// Returns a merged letter, or the reason why it cannot be merged.
pub fn fill(letter: &str, recipient: &Recipient<'_>) -> Result<String, String> {
    let mut text = String::with_capacity(letter.len());
    let mut rest = letter;
    while let Some(start) = rest.find('{') {
        let (before, opened) = rest.split_at(start);
        text.push_str(before);
        match field(opened) {
            Some((name, after)) => {
                text.push_str(&value(name, recipient)?);
                rest = after;
            }
            None => {
                text.push('{');
                rest = &opened[1..];
            }
        }
    }
    Ok(text + rest)
}

/// Splits a field at the beginning of a text from the rest.
fn field(text: &str) -> Option<(&str, &str)> {
    let end = text.find('}')?;
    let name = text[1..end].trim();
    let is_name =
        !name.is_empty() && name.len() <= MAX_FIELD && name.chars().all(|c| c.is_ascii_alphabetic());
    is_name.then_some((name, &text[end + 1..]))
}

fn value(name: &str, recipient: &Recipient<'_>) -> Result<String, String> {
    let Recipient { entry, community, today } = recipient;
    let known = |value: &str, what: &str| match plain(value) {
        value if value.is_empty() => Err(format!("The {what} of {} is not known.", account_label(entry))),
        value => Ok(value),
    };
    match name.to_ascii_lowercase().as_str() {
        "name" => known(&entry.name, "name"),
        "unit" => known(&entry.unit, "unit"),
        "building" => known(&entry.building, "building"),
        "account" => known(&entry.number, "account number"),
        "community" => known(community, "community"),
        "date" => Ok(today.strftime("%B %-d, %Y").to_string()),
        "balance" if entry.in_collections => {
            Err(format!("The account of {} is in collections.", account_label(entry)))
        }
        "balance" => match entry.balance_cents {
            Some(cents) => Ok(format_balance(cents, &entry.balance_on, *today)),
            None => Err(format!("The balance of {} is not known.", account_label(entry))),
        },
        other => Err(format!("There is no field {{{other}}}.")),
    }
}

/// Returns a value as a single line, without characters that would begin a heading, a list, a table or
/// another merge field.
fn plain(value: &str) -> String {
    let value: String =
        value.chars().map(|c| if matches!(c, '|' | '*' | '{' | '}') { ' ' } else { c }).collect();
    let words: Vec<&str> =
        value.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ").trim_start_matches(['#', '-', '•', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(letter: &str, entry: &Entry) -> Result<String, String> {
        let today = jiff::civil::date(2026, 3, 2);
        fill(letter, &Recipient { entry, community: "Harbor Row", today })
    }

    fn ann() -> Entry {
        Entry {
            number: "A-1".into(),
            unit: "4B".into(),
            name: "Ann Lee".into(),
            balance_cents: Some(4_050),
            balance_on: "2026-02-01".into(),
            ..Entry::default()
        }
    }

    #[test]
    fn merge_fields_are_filled_and_other_braces_are_kept() {
        let letter = "Dear { Name },\nunit {unit} of {community} owes {balance}. {} {a b} {date} {";
        assert_eq!(
            filled(letter, &ann()).as_deref(),
            Ok("Dear Ann Lee,\nunit 4B of Harbor Row owes $40.50 as of February 1. {} {a b} March 2, 2026 {")
        );
    }

    #[test]
    fn a_value_cannot_add_markup_or_merge_fields() {
        let entry = Entry { name: "# Ann\n| **Lee** {balance}".into(), ..ann() };
        assert_eq!(filled("{name}", &entry).as_deref(), Ok("Ann Lee balance"));
    }

    #[test]
    fn a_missing_value_or_an_unknown_field_fails() {
        let nameless = Entry { name: String::new(), ..ann() };
        assert_eq!(filled("{name}", &nameless), Err("The name of 4B is not known.".into()));
        let owing = Entry { in_collections: true, ..ann() };
        assert_eq!(filled("{balance}", &owing), Err("The account of 4B is in collections.".into()));
        assert_eq!(filled("{phone}", &ann()), Err("There is no field {phone}.".into()));
    }

    #[test]
    fn malformed_letters_and_values_are_merged_or_refused() {
        let samples = [
            "Dear { Name },\nunit {unit} owes {balance}. {} {a b} {date} {",
            "# Ann\n| **Lee** {balance}",
            "2026-02-01",
        ];
        fuzzing::check_texts(500, &samples, |text| {
            let entry = Entry {
                name: text.to_owned(),
                balance_on: text.to_owned(),
                balance_cents: Some(i64::MIN),
                ..ann()
            };
            let _ = filled(text, &entry);
            if let Ok(name) = filled("{name}", &entry) {
                assert!(!name.contains(['{', '}', '|', '*', '\n']), "{name}");
            }
        });
    }
}
