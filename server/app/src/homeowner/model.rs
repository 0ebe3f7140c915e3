//! Accounts of homeowners.
use platform::{Timestamp, ids::CommunityId, phone::Phone};
use serde::Serialize;
use sqlx::FromRow;

use crate::{community, conversation::MessageId};

/// The most of a community.
pub const MOST_ACCOUNTS: usize = 20_000;
/// The most phone numbers of an account.
pub const MOST_PHONES: usize = 10;

platform::ids! {
    /// An account.
    AccountId;
}

/// An account.
#[derive(Clone, PartialEq, FromRow, Serialize)]
pub struct Account {
    pub id: AccountId,
    pub community_id: CommunityId,
    #[sqlx(flatten)]
    #[serde(flatten)]
    pub entry: Entry,
    /// Counts up with each change.
    pub version: i64,
    pub updated_ms: Timestamp,
}

/// What an account says.
#[derive(Clone, Default, PartialEq, FromRow, Serialize)]
pub struct Entry {
    /// The account number, as the books have it.
    pub number: String,
    /// May be empty.
    pub unit: String,
    /// What the homeowner is called; may be empty.
    pub name: String,
    /// From which they text.
    #[sqlx(json)]
    pub phones: Vec<Phone>,
    /// In lower case; may be empty.
    pub email: String,
    /// What is owed, in cents; below 0 is a credit, and nothing is not known.
    pub balance_cents: Option<i64>,
    /// As of which day, as 2026-05-03; empty without a balance.
    pub balance_on: String,
    pub in_collections: bool,
}

platform::stored! {
    /// What a resident is asked for.
    Way {
        /// Their unit.
        Unit = 3,
        /// A code that was e-mailed.
        Code = 4,
    }
}

impl Way {
    /// So often it may be wrong.
    #[must_use]
    pub const fn most_tries(self) -> i64 {
        match self {
            Self::Unit => 3,
            Self::Code => 5,
        }
    }
}

/// An account that was proved to be somebody's, in a conversation.
#[derive(FromRow)]
pub struct Proved {
    pub account_id: AccountId,
    #[sqlx(try_from = "i32")]
    pub way: Way,
    pub proved_ms: Timestamp,
}

/// A code that was mailed for an account, and for which question.
#[derive(FromRow)]
pub struct Code {
    pub account_id: AccountId,
    pub message_id: MessageId,
    /// Of the code, by a key that is not stored.
    pub signature: String,
    pub sent_ms: Timestamp,
}

/// What staff write of an account; what is unset stays.
#[derive(Default)]
pub struct Change {
    pub number: Option<String>,
    pub unit: Option<String>,
    pub name: Option<String>,
    /// As they are written.
    pub phones: Option<Vec<String>>,
    pub email: Option<String>,
    /// Another balance, or that none is known.
    pub balance: Option<Option<i64>>,
    /// Empty for today where there is another balance.
    pub balance_on: String,
    pub in_collections: Option<bool>,
}

/// What becomes of an account.
#[derive(Serialize)]
pub struct Difference {
    /// Nothing for one that is new.
    pub before: Option<Account>,
    /// Nothing for one that is removed. One that is new has no id yet.
    pub after: Option<Account>,
}

/// A line of a file that was left out.
pub struct Rejected {
    /// Which line, counted from 1.
    pub line: u32,
    /// The account number in it.
    pub number: String,
    /// Why, and what to do about it.
    pub reason: String,
}

/// What a file makes of a community's accounts.
pub struct Brought {
    pub differences: Vec<Difference>,
    /// How many lines say what is known.
    pub unchanged: usize,
    pub rejected: Vec<Rejected>,
}

/// Without spaces around it and with single ones inside.
#[must_use]
pub fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is unique of an account number.
#[must_use]
pub fn key(number: &str) -> String {
    tidy(number).to_lowercase()
}

/// By what an account is listed: 4B comes before 12A.
#[must_use]
pub fn place(entry: &Entry) -> String {
    format!("{} {}", counted(&entry.unit), counted(&entry.number))
}

/// Every run of digits in as many, so that they sort by what they count.
fn counted(text: &str) -> String {
    let (mut counted, mut digits) = (String::new(), String::new());
    for letter in text.to_lowercase().chars().chain(['\0']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !digits.is_empty() {
            counted += &format!("{:0>12}", digits.trim_start_matches('0'));
            digits.clear();
        }
        if letter != '\0' {
            counted.push(letter);
        }
    }
    counted
}

/// In what an account is searched.
#[must_use]
pub fn words(entry: &Entry) -> String {
    let phones = entry.phones.iter().map(Phone::as_str).collect::<Vec<_>>().join(" ");
    let Entry { number, unit, name, email, .. } = entry;
    format!("{number} {unit} {name} {email} {phones}").to_lowercase()
}

/// Patterns of what is searched for, one of which an account matches: as it is written, and, of a
/// phone number, its digits.
#[must_use]
pub fn patterns(query: &str) -> (String, String) {
    let written = community::like(query);
    let digits: String = query.chars().filter(char::is_ascii_digit).collect();
    let phone = query.chars().all(|c| c.is_ascii_digit() || " +()-./".contains(c)) && digits.len() >= 4;
    let digits = if phone { community::like(&digits) } else { written.clone() };
    (written, digits)
}
