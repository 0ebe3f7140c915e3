//! What is told of an account: `{balance}`, `{unit}` and `{account}` in an answer. Pure.
use jiff::civil::Date;

use super::model::{Account, Entry};
use crate::texting::{self, Told, names, tells};

/// Why nothing is told, for staff.
#[derive(Debug, PartialEq, Eq)]
pub struct Untold(pub String);

fn has(text: &str, what: Told) -> bool {
    names(text).iter().any(|(_, told)| *told == what)
}

/// What is told of accounts with an answer: of one its words, of several each on its line. `word` puts
/// the persona's words in, and `collections` is said instead of a balance.
///
/// # Errors
/// Why staff have to answer.
pub fn told(
    answer: &str,
    accounts: &[Account],
    collections: &str,
    today: Date,
    word: impl Fn(&str) -> String,
) -> Result<String, Untold> {
    let (worded, collections) = (word(answer), word(collections));
    let line = |account: &Account| {
        let entry = &account.entry;
        let said = match entry.in_collections && has(&worded, Told::Balance) {
            true if collections.trim().is_empty() || tells(&collections) => Err(Untold(format!(
                "The account of {} is in collections, and the persona has no words for that",
                called(entry)
            ))),
            true => Ok(collections.clone()),
            false => filled(&worded, entry, today),
        }?;
        let is_named = has(&worded, Told::Unit) && !entry.in_collections;
        Ok(if accounts.len() == 1 || is_named { said } else { format!("{}: {said}", called(entry)) })
    };
    let lines: Vec<String> = accounts.iter().map(line).collect::<Result<_, _>>()?;
    let text = lines.join("\n");
    if text.chars().count() > texting::MOST_CHARACTERS {
        return Err(Untold("What is told of all their accounts does not fit into a text".to_owned()));
    }
    Ok(text)
}

fn filled(worded: &str, entry: &Entry, today: Date) -> Result<String, Untold> {
    let (mut text, mut at) = (String::new(), 0);
    for (place, what) in names(worded) {
        let figure = match what {
            Told::Balance => match entry.balance_cents {
                Some(cents) => balance(cents, &entry.balance_on, today),
                None => return Err(Untold(format!("The balance of {} is not known", called(entry)))),
            },
            Told::Unit if entry.unit.is_empty() => {
                return Err(Untold(format!("The unit of {} is not known", called(entry))));
            }
            Told::Unit => entry.unit.clone(),
            Told::Number => entry.number.clone(),
        };
        text += &worded[at..place.start];
        text += &figure;
        at = place.end;
    }
    Ok(text + &worded[at..])
}

/// What an account is called: its unit, or its number.
pub fn called(entry: &Entry) -> &str {
    if entry.unit.is_empty() { &entry.number } else { &entry.unit }
}

/// What several are called.
pub fn called_all(accounts: &[Account]) -> String {
    accounts.iter().map(|account| called(&account.entry)).collect::<Vec<_>>().join(" and ")
}

/// A balance as it is said: `$1,234.56 as of May 3`, with the year where it is not this one.
pub fn balance(cents: i64, on: &str, today: Date) -> String {
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

    fn say(answer: &str, accounts: &[Account], collections: &str) -> Result<String, String> {
        told(answer, accounts, collections, TODAY, str::to_owned).map_err(|Untold(why)| why)
    }

    #[test]
    fn a_balance_is_written_once_for_all() {
        for (cents, on, said) in [
            (123_456, "2026-05-03", "$1,234.56 as of May 3"),
            (0, "2026-01-12", "$0.00 as of January 12"),
            (-2_005, "2025-12-31", "a credit of $20.05 as of December 31, 2025"),
            (100_000_000, "", "$1,000,000.00"),
        ] {
            assert_eq!(balance(cents, on, TODAY), said);
        }
    }

    #[test]
    fn what_is_told_is_filled_in_and_other_words_stay() {
        let own = [account("4B", Some(4_000))];
        let answer = "{Unit}, {account}: you owe {balance}. {gate} {BALANCE}";
        assert_eq!(
            say(answer, &own, ""),
            Ok("4B, A-1: you owe $40.00 as of May 3. {gate} $40.00 as of May 3".to_owned())
        );
        assert_eq!(say("{{balance}} {{ {unit}", &own, ""), Ok("$40.00 as of May 3 {{ 4B".to_owned()));
        assert!(!tells("Dial {gate}, or {balance") && tells("{ACCOUNT}") && !tells("{ balance }"));
    }

    #[test]
    fn each_of_several_has_its_line() {
        let both = [account("4B", Some(4_000)), account("", Some(0))];
        assert_eq!(
            say("You owe {balance}.", &both, ""),
            Ok("4B: You owe $40.00 as of May 3.\nA-1: You owe $0.00 as of May 3.".to_owned())
        );
        assert_eq!(
            say("{unit} owes {balance}.", &both[..1], ""),
            Ok("4B owes $40.00 as of May 3.".to_owned())
        );
    }

    #[test]
    fn in_collections_no_balance_is_told() {
        let mut own = account("4B", Some(4_000));
        own.entry.in_collections = true;
        let both = [own.clone(), account("5C", Some(1))];
        assert_eq!(
            say("You owe {balance}.", std::slice::from_ref(&own), "Call us."),
            Ok("Call us.".to_owned())
        );
        assert_eq!(
            say("{unit} owes {balance}.", &both, "Call us."),
            Ok("4B: Call us.\n5C owes $0.01 as of May 3.".to_owned())
        );
        assert!(say("You owe {balance}.", &both, " ").expect_err("no words").contains("in collections"));
        assert_eq!(say("You have {unit}.", &[own], ""), Ok("You have 4B.".to_owned()));
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        assert!(say("{balance}", &[account("4B", None)], "").is_err());
        assert!(say("{unit}", &[account("", Some(1))], "").is_err());
        let many: Vec<_> = (0..80).map(|n| account(&format!("Unit {n}"), Some(1))).collect();
        assert!(say("You owe {balance}.", &many, "").expect_err("too long").contains("does not fit"));
    }

    #[test]
    fn what_is_filled_in_is_not_filled_in_again() {
        let own = [account("{account}", Some(4_000))];
        assert_eq!(say("{unit}: {account}", &own, ""), Ok("{account}: A-1".to_owned()));
    }

    #[test]
    fn words_of_the_persona_tell_no_balance_in_collections() {
        let mut own = account("4B", Some(4_000));
        own.entry.in_collections = true;
        let word = |text: &str| text.replace("dues", "{balance}");
        let said = told("{unit} has dues.", &[own], "Your dues.", TODAY, word);
        assert!(said.expect_err("no words").0.contains("in collections"));
    }
}
