//! Validation of accounts and their changes, and the effect of import files.
mod cells;
mod file;
mod software_accounts;

use platform::{ErrorReason, Fault, Timestamp, ids::CommunityId, phone::Phone, text::one_line};

use super::model::{Account, AccountChange, Entry, MAX_ACCOUNTS, MAX_PHONES, MAX_TAGS, normalize_tags};

pub use cells::{parse_email, parse_phone};
pub use file::{ImportFile, parse_file, plan_import, preview_digest};
pub use software_accounts::{count_synced, parse_listed, require_most_kept};

/// Maximum absolute value of a balance: $10,000,000.00.
pub const MAX_CENTS: i64 = 1_000_000_000;
/// Maximum length of a tag, in characters.
const MAX_TAG_LENGTH: usize = 30;

/// The time of a change.
#[derive(Clone, Copy)]
pub struct ChangeTime<'a> {
    /// The date in the community's time zone, such as 2026-05-03.
    pub today: &'a str,
    pub now: Timestamp,
}

/// Builds a new account without an id.
///
/// # Errors
/// `INVALID_ARGUMENT` on the first invalid field.
pub fn new_account(
    community: CommunityId,
    change: AccountChange,
    time: ChangeTime<'_>,
) -> Result<Account, Fault> {
    let empty = Account {
        id: "".into(),
        community_id: community,
        entry: Entry::default(),
        version: 0,
        updated_ms: time.now,
    };
    apply_change(empty, change, time)
}

/// Applies a change to an account and increases its version.
///
/// # Errors
/// `INVALID_ARGUMENT` on the first invalid field.
pub fn apply_change(account: Account, change: AccountChange, time: ChangeTime<'_>) -> Result<Account, Fault> {
    let ChangeTime { today, now } = time;
    let mut entry = account.entry;
    if let Some(number) = change.number {
        entry.number = one_line(&number);
        if entry.number.is_empty() {
            return Err(Fault::field(
                "number",
                "Enter the account number as it appears in the association's books.",
            ));
        }
    }
    if let Some(unit) = change.unit {
        entry.unit = one_line(&unit);
    }
    if let Some(name) = change.name {
        entry.name = one_line(&name);
    }
    if let Some(phones) = change.phones {
        entry.phones = parse_phones(phones.iter().map(String::as_str))
            .map_err(|reason| Fault::field("phones", reason))?;
    }
    if let Some(email) = change.email {
        entry.email = cells::parse_email(&email).map_err(|reason| Fault::field("email", reason))?;
    }
    if let Some(balance) = change.balance
        && balance != entry.balance_cents
    {
        (entry.balance_cents, entry.balance_on) =
            (balance, balance.map(|_| today.to_owned()).unwrap_or_default());
    }
    let day = change.balance_on.trim();
    if !day.is_empty() && day != entry.balance_on && entry.balance_cents.is_some() {
        entry.balance_on =
            cells::parse_day(day, today).map_err(|reason| Fault::field("balanceOn", reason))?;
    }
    if let Some(in_collections) = change.in_collections {
        entry.in_collections = in_collections;
    }
    if let Some(building) = change.building {
        entry.building = one_line(&building);
    }
    if let Some(language) = change.language {
        entry.language =
            cells::parse_language(&language).map_err(|reason| Fault::field("language", reason))?;
    }
    if let Some(tags) = change.tags {
        entry.tags =
            parse_tags(tags.iter().map(String::as_str)).map_err(|reason| Fault::field("tags", reason))?;
    }
    entry.kind = change.kind.unwrap_or(entry.kind);
    entry.do_not_text = change.do_not_text.unwrap_or(entry.do_not_text);
    Ok(Account { entry, version: account.version + 1, updated_ms: now, ..account })
}

/// Checks that a change is based on the stored version; version 0 skips the check.
///
/// # Errors
/// `ABORTED` with reason `ACCOUNT_CHANGED`.
pub fn require_version(account: &Account, version: i64) -> Result<(), Fault> {
    if version == 0 || version == account.version {
        return Ok(());
    }
    Err(Fault::aborted(
        ErrorReason::AccountChanged,
        "Someone else just changed this account. Review the latest version and edit it again.",
    ))
}

/// Checks that a community may have `count` accounts.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `TOO_MANY_ACCOUNTS`.
pub fn require_room(count: usize) -> Result<(), Fault> {
    if count <= MAX_ACCOUNTS {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::TooManyAccounts,
        "A community has at most 20,000 accounts. Delete accounts that are no longer needed first.",
    ))
}

/// Returns the error for an account number that is already used.
pub fn account_exists() -> Fault {
    Fault::exists(
        ErrorReason::AccountExists,
        "This community already has an account with this number. Edit that one instead.",
    )
}

/// Returns the error for a text that staff write whose placeholders cannot be filled in; `why` is a clause.
pub fn template_not_filled(why: &str) -> Fault {
    Fault::precondition(
        ErrorReason::AccountNotFilledIn,
        format!(
            "{why}, so {{balance}}, {{unit}} and {{account}} cannot be filled in. Write what you want to say instead."
        ),
    )
}

/// Returns the error for an import whose effect differs from its preview.
pub fn accounts_changed() -> Fault {
    Fault::aborted(
        ErrorReason::AccountsChanged,
        "The accounts changed since this file was checked. Review the changes again, then import.",
    )
}

/// Parses phone numbers and drops duplicates.
///
/// # Errors
/// Fails with a message for staff on the first invalid number, or above [`MAX_PHONES`].
fn parse_phones<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Vec<Phone>, String> {
    let mut phones = Vec::new();
    for text in texts {
        let phone = cells::parse_phone(text)?;
        if !phones.contains(&phone) {
            phones.push(phone);
        }
    }
    match phones.len() > MAX_PHONES {
        true => Err("An account has at most 10 phone numbers. Remove some.".to_owned()),
        false => Ok(phones),
    }
}

/// Parses tags: lowercases and sorts them, and drops duplicates.
///
/// # Errors
/// Fails with a message for staff above [`MAX_TAGS`], and on a tag of more than 30 characters.
fn parse_tags<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Vec<String>, String> {
    let tags = normalize_tags(texts);
    if tags.iter().any(|tag| tag.chars().count() > MAX_TAG_LENGTH) {
        return Err("A tag has at most 30 characters. Shorten it.".to_owned());
    }
    match tags.len() > MAX_TAGS {
        true => Err("An account has at most 20 tags. Remove some.".to_owned()),
        false => Ok(tags),
    }
}

#[cfg(test)]
mod tests;
