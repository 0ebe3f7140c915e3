//! Account templates: fills `{balance}`, `{unit}` and `{account}` in answers. Pure.
use jiff::civil::Date;
use platform::sms::{self, AccountField, account_fields, has_account_fields};

use super::model::{Account, Entry};

/// The reason why a template cannot be filled in, for staff.
#[derive(Debug, PartialEq, Eq)]
pub struct TemplateError {
    pub reason: String,
}

impl TemplateError {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

fn has_placeholder(text: &str, placeholder: AccountField) -> bool {
    account_fields(text).iter().any(|(_, found)| *found == placeholder)
}

/// Fills in an answer for one account, or for several accounts with one line each. `apply_verbiage` replaces
/// words of the answer before it is filled in. `collections` replaces the answer for accounts in collections
/// if it would share their balance.
///
/// # Errors
/// Fails if a value is unknown, `collections` is required and unusable, or the text exceeds
/// [`sms::MAX_CHARACTERS`].
pub fn fill_template(
    answer: &str,
    accounts: &[Account],
    collections: &str,
    today: Date,
    apply_verbiage: impl Fn(&str) -> String,
) -> Result<String, TemplateError> {
    let (template, collections) = (apply_verbiage(answer), apply_verbiage(collections));
    let fill_line = |account: &Account| {
        let entry = &account.entry;
        let line = match entry.in_collections && has_placeholder(&template, AccountField::Balance) {
            true if collections.trim().is_empty() || has_account_fields(&collections) => {
                Err(TemplateError::new(format!(
                    "The account of {} is in collections, and the persona has no collections message",
                    account_label(entry)
                )))
            }
            true => Ok(collections.clone()),
            false => fill_entry(&template, entry, today),
        }?;
        let names_unit = has_placeholder(&template, AccountField::Unit) && !entry.in_collections;
        let is_unambiguous = accounts.len() == 1 || names_unit;
        Ok(if is_unambiguous { line } else { format!("{}: {line}", account_label(entry)) })
    };
    let lines: Vec<String> = accounts.iter().map(fill_line).collect::<Result<_, _>>()?;
    let text = lines.join("\n");
    if text.chars().count() > sms::MAX_CHARACTERS {
        return Err(TemplateError::new("The details of all their accounts do not fit into one text"));
    }
    Ok(text)
}

fn fill_entry(template: &str, entry: &Entry, today: Date) -> Result<String, TemplateError> {
    let (mut text, mut end) = (String::new(), 0);
    for (range, placeholder) in account_fields(template) {
        let value = match placeholder {
            AccountField::Balance => match entry.balance_cents {
                Some(cents) => format_balance(cents, &entry.balance_on, today),
                None => {
                    let reason = format!("The balance of {} is not known", account_label(entry));
                    return Err(TemplateError::new(reason));
                }
            },
            AccountField::Unit if entry.unit.is_empty() => {
                return Err(TemplateError::new(format!("The unit of {} is not known", account_label(entry))));
            }
            AccountField::Unit => entry.unit.clone(),
            AccountField::Number => entry.number.clone(),
        };
        text += &template[end..range.start];
        text += &value;
        end = range.end;
    }
    Ok(text + &template[end..])
}

/// Returns the account's unit, or its number if it has no unit.
pub fn account_label(entry: &Entry) -> &str {
    if entry.unit.is_empty() { &entry.number } else { &entry.unit }
}

/// Joins the labels of accounts with "and".
pub fn account_labels(accounts: &[Account]) -> String {
    accounts.iter().map(|account| account_label(&account.entry)).collect::<Vec<_>>().join(" and ")
}

/// Formats a balance, such as `$1,234.56 as of May 3`; the year is included unless it is the current one.
pub fn format_balance(cents: i64, on: &str, today: Date) -> String {
    let (dollars, part) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let digits = dollars.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    let sum = format!("${}.{part:02}", groups.join(","));
    let sum = if cents < 0 { format!("a credit of {sum}") } else { sum };
    match on.parse::<Date>() {
        Ok(on) if on.year() == today.year() => format!("{sum} as of {}", on.strftime("%B %-d")),
        Ok(on) => format!("{sum} as of {}", on.strftime("%B %-d, %Y")),
        Err(_) => sum,
    }
}

#[cfg(test)]
mod tests {
    use platform::Timestamp;

    use super::*;

    const TODAY: Date = jiff::civil::date(2026, 5, 20);

    fn account(unit: &str, balance_cents: Option<i64>) -> Account {
        let entry = Entry {
            number: "A-1".into(),
            unit: unit.into(),
            balance_cents,
            balance_on: "2026-05-03".into(),
            ..Entry::default()
        };
        Account { id: unit.into(), community_id: "c".into(), entry, version: 1, updated_ms: Timestamp(0) }
    }

    fn fill(answer: &str, accounts: &[Account], collections: &str) -> Result<String, String> {
        fill_template(answer, accounts, collections, TODAY, str::to_owned).map_err(|error| error.reason)
    }

    #[test]
    fn a_balance_is_formatted_with_its_date() {
        for (cents, on, formatted) in [
            (123_456, "2026-05-03", "$1,234.56 as of May 3"),
            (0, "2026-01-12", "$0.00 as of January 12"),
            (-2_005, "2025-12-31", "a credit of $20.05 as of December 31, 2025"),
            (100_000_000, "", "$1,000,000.00"),
        ] {
            assert_eq!(format_balance(cents, on, TODAY), formatted);
        }
    }

    #[test]
    fn placeholders_are_filled_in_and_other_words_stay() {
        let own = [account("4B", Some(4_000))];
        let answer = "{Unit}, {account}: you owe {balance}. {gate} {BALANCE}";
        assert_eq!(
            fill(answer, &own, ""),
            Ok("4B, A-1: you owe $40.00 as of May 3. {gate} $40.00 as of May 3".to_owned())
        );
        assert_eq!(fill("{{balance}} {{ {unit}", &own, ""), Ok("$40.00 as of May 3 {{ 4B".to_owned()));
        assert!(
            !has_account_fields("Dial {gate}, or {balance")
                && has_account_fields("{ACCOUNT}")
                && !has_account_fields("{ balance }")
        );
    }

    #[test]
    fn several_accounts_get_one_line_each() {
        let both = [account("4B", Some(4_000)), account("", Some(0))];
        assert_eq!(
            fill("You owe {balance}.", &both, ""),
            Ok("4B: You owe $40.00 as of May 3.\nA-1: You owe $0.00 as of May 3.".to_owned())
        );
        assert_eq!(
            fill("{unit} owes {balance}.", &both[..1], ""),
            Ok("4B owes $40.00 as of May 3.".to_owned())
        );
    }

    #[test]
    fn the_balance_of_an_account_in_collections_is_not_shared() {
        let mut own = account("4B", Some(4_000));
        own.entry.in_collections = true;
        let both = [own.clone(), account("5C", Some(1))];
        assert_eq!(
            fill("You owe {balance}.", std::slice::from_ref(&own), "Call us."),
            Ok("Call us.".to_owned())
        );
        assert_eq!(
            fill("{unit} owes {balance}.", &both, "Call us."),
            Ok("4B: Call us.\n5C owes $0.01 as of May 3.".to_owned())
        );
        assert!(fill("You owe {balance}.", &both, " ").expect_err("no words").contains("in collections"));
        assert_eq!(fill("You have {unit}.", &[own], ""), Ok("You have 4B.".to_owned()));
    }

    #[test]
    fn an_unknown_value_fails() {
        assert!(fill("{balance}", &[account("4B", None)], "").is_err());
        assert!(fill("{unit}", &[account("", Some(1))], "").is_err());
        let many: Vec<_> = (0..80).map(|n| account(&format!("Unit {n}"), Some(1))).collect();
        assert!(fill("You owe {balance}.", &many, "").expect_err("too long").contains("do not fit"));
    }

    #[test]
    fn a_filled_in_value_is_not_filled_in_again() {
        let own = [account("{account}", Some(4_000))];
        assert_eq!(fill("{unit}: {account}", &own, ""), Ok("{account}: A-1".to_owned()));
    }

    #[test]
    fn a_replacement_with_a_placeholder_shares_no_balance_in_collections() {
        let mut own = account("4B", Some(4_000));
        own.entry.in_collections = true;
        let word = |text: &str| text.replace("dues", "{balance}");
        let filled = fill_template("{unit} has dues.", &[own], "Your dues.", TODAY, word);
        assert!(filled.expect_err("no words").reason.contains("in collections"));
    }
}
