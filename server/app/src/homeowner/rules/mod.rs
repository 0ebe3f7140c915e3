//! What an account may say, how it is found, and what a file makes of all of them.
mod cells;
mod file;

use platform::{Fault, Timestamp, ids::CommunityId, phone::Phone};

use super::model::{Account, Change, Entry, MOST_ACCOUNTS, MOST_PHONES, tidy};

pub use file::{brought, preview, read};

/// The most that is owed, or that is a credit.
pub const MOST_CENTS: i64 = 1_000_000_000;

/// The account that staff write.
pub fn drafted(
    community: CommunityId,
    change: Change,
    (today, now): (&str, Timestamp),
) -> Result<Account, Fault> {
    let none = Account {
        id: "".into(),
        community_id: community,
        entry: Entry::default(),
        version: 0,
        updated_ms: now,
    };
    changed(none, change, (today, now))
}

/// An account after a change.
pub fn changed(account: Account, change: Change, (today, now): (&str, Timestamp)) -> Result<Account, Fault> {
    let mut entry = account.entry;
    if let Some(number) = change.number {
        entry.number = tidy(&number);
        if entry.number.is_empty() {
            return Err(Fault::field(
                "number",
                "Write the account number, as the association's books have it.",
            ));
        }
    }
    if let Some(unit) = change.unit {
        entry.unit = tidy(&unit);
    }
    if let Some(name) = change.name {
        entry.name = tidy(&name);
    }
    if let Some(phones) = change.phones {
        entry.phones =
            numbers(phones.iter().map(String::as_str)).map_err(|reason| Fault::field("phones", reason))?;
    }
    if let Some(email) = change.email {
        entry.email = cells::email(&email).map_err(|reason| Fault::field("email", reason))?;
    }
    if let Some(balance) = change.balance
        && balance != entry.balance_cents
    {
        (entry.balance_cents, entry.balance_on) =
            (balance, balance.map(|_| today.to_owned()).unwrap_or_default());
    }
    let day = change.balance_on.trim();
    if !day.is_empty() && day != entry.balance_on && entry.balance_cents.is_some() {
        entry.balance_on = cells::day(day, today).map_err(|reason| Fault::field("balanceOn", reason))?;
    }
    if let Some(in_collections) = change.in_collections {
        entry.in_collections = in_collections;
    }
    Ok(Account { entry, version: account.version + 1, updated_ms: now, ..account })
}

/// Refuses a change that was made from another version than the one there is.
pub fn same_version(account: &Account, version: i64) -> Result<(), Fault> {
    if version == 0 || version == account.version {
        return Ok(());
    }
    Err(Fault::aborted(
        "ACCOUNT_CHANGED",
        "Somebody changed this account meanwhile. Look at what it says now, and change it again.",
    ))
}

/// Refuses one more than the most.
pub fn has_room(count: usize) -> Result<(), Fault> {
    if count <= MOST_ACCOUNTS {
        return Ok(());
    }
    Err(Fault::precondition(
        "TOO_MANY_ACCOUNTS",
        "A community has at most 20,000 accounts. Remove those that are no longer needed first.",
    ))
}

/// The refusal of a number that another account has.
pub fn exists() -> Fault {
    Fault::exists(
        "ACCOUNT_EXISTS",
        "This community has an account with this number already. Change that one instead.",
    )
}

/// The refusal of what staff write that tells of an account and cannot be filled in.
pub fn not_filled(why: &str) -> Fault {
    Fault::precondition(
        "ACCOUNT_NOT_FILLED_IN",
        format!(
            "{why}, so {{balance}}, {{unit}} and {{account}} cannot be filled in. Write what you want to say instead."
        ),
    )
}

/// The refusal of a file that would do something else than its preview said.
pub fn moved_on() -> Fault {
    Fault::aborted(
        "ACCOUNTS_CHANGED",
        "The accounts changed since this file was looked at. Look at what it changes now, and take it then.",
    )
}

/// Phone numbers, each once.
fn numbers<'a>(written: impl Iterator<Item = &'a str>) -> Result<Vec<Phone>, String> {
    let mut phones = Vec::new();
    for text in written {
        let phone = cells::phone(text)?;
        if !phones.contains(&phone) {
            phones.push(phone);
        }
    }
    match phones.len() > MOST_PHONES {
        true => Err("An account has at most 10 phone numbers. Leave some out.".to_owned()),
        false => Ok(phones),
    }
}

#[cfg(test)]
mod tests;
