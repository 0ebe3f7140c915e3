//! Homeowner accounts, their changes and imports, and identity verification.
mod search_words;

use std::{collections::BTreeSet, time::Duration};

use platform::{Timestamp, ids::CommunityId, phone::Phone, text::one_line};
use serde::Serialize;
use sqlx::FromRow;

pub use search_words::{account_words, query_words};

use crate::tenancy::community;

/// Maximum number of accounts in a community.
pub const MAX_ACCOUNTS: usize = 20_000;
/// Maximum number of phone numbers of an account.
pub const MAX_PHONES: usize = 10;
/// Maximum number of tags of an account.
pub const MAX_TAGS: usize = 20;
/// How long verification is refused after too many failures.
pub const LOCKOUT: Duration = Duration::from_secs(3_600);

platform::ids! {
    /// The id of a homeowner account.
    AccountId;
}

/// A homeowner account in a community.
#[derive(Clone, PartialEq, FromRow, Serialize)]
pub struct Account {
    pub id: AccountId,
    pub community_id: CommunityId,
    #[sqlx(flatten)]
    #[serde(flatten)]
    pub entry: Entry,
    /// Increases by 1 with each change.
    pub version: i64,
    pub updated_ms: Timestamp,
}

/// The data of an account.
#[derive(Clone, Default, PartialEq, FromRow, Serialize)]
pub struct Entry {
    /// The account number in the association's books; unique in the community ignoring case.
    pub number: String,
    /// May be empty.
    pub unit: String,
    /// The homeowner's name; may be empty.
    pub name: String,
    /// The phone numbers that identify the homeowner; at most [`MAX_PHONES`].
    #[sqlx(json)]
    pub phones: Vec<Phone>,
    /// In lower case; may be empty.
    pub email: String,
    /// The amount owed in cents; negative for a credit, `None` if unknown.
    pub balance_cents: Option<i64>,
    /// The date of the balance, such as 2026-05-03; empty without a balance.
    pub balance_on: String,
    pub in_collections: bool,
    /// The building; may be empty.
    pub building: String,
    #[sqlx(try_from = "i32")]
    pub kind: HomeownerKind,
    /// A language code such as `es`; empty for English.
    pub language: String,
    /// Lowercase, sorted and without duplicates; at most [`MAX_TAGS`].
    #[sqlx(json)]
    pub tags: Vec<String>,
    /// Whether text blasts leave the account out.
    pub do_not_text: bool,
}

platform::db_enum! {
    /// The kind of a homeowner.
    #[derive(Default, Serialize)]
    HomeownerKind {
        /// Unknown.
        #[default]
        Unspecified = 0,
        /// Owner.
        Owner = 1,
        /// Tenant.
        Tenant = 2,
        /// Member of the board.
        BoardMember = 3,
    }
}

platform::db_enum! {
    /// How a resident verifies their identity; higher numbers are stronger.
    VerificationMethod {
        /// Naming the unit.
        Unit = 3,
        /// Entering a code that was sent by email.
        Code = 4,
    }
}

impl VerificationMethod {
    /// Returns the maximum number of failed attempts.
    #[must_use]
    pub const fn max_attempts(self) -> i64 {
        match self {
            Self::Unit => 3,
            Self::Code => 5,
        }
    }
}

/// An account that a resident verified as theirs in a conversation.
#[derive(FromRow)]
pub struct VerifiedAccount {
    pub account_id: AccountId,
    #[sqlx(try_from = "i32")]
    pub method: VerificationMethod,
    pub verified_ms: Timestamp,
}

/// A phone number that texts in a community.
#[derive(Clone, Copy)]
pub struct PhoneInCommunity<'a> {
    pub community: &'a CommunityId,
    pub number: &'a Phone,
}

/// A verification code that was sent by email for an account and a question.
#[derive(FromRow)]
pub struct SentCode {
    pub account_id: AccountId,
    /// ID of the text or of the message of a web chat that asks the question.
    pub message_id: String,
    /// The signature of the code; the signing key is not in storage.
    pub signature: String,
    pub sent_ms: Timestamp,
}

/// A change to an account; unset fields keep their values.
#[derive(Default)]
pub struct AccountChange {
    pub number: Option<String>,
    pub unit: Option<String>,
    pub name: Option<String>,
    /// The phone numbers as typed by staff.
    pub phones: Option<Vec<String>>,
    pub email: Option<String>,
    /// The new balance; `Some(None)` marks it as unknown.
    pub balance: Option<Option<i64>>,
    /// The date of the balance; empty means today if the balance changes.
    pub balance_on: String,
    pub in_collections: Option<bool>,
    pub building: Option<String>,
    pub kind: Option<HomeownerKind>,
    pub language: Option<String>,
    pub tags: Option<Vec<String>>,
    pub do_not_text: Option<bool>,
}

/// The effect of an import on one account.
#[derive(Serialize)]
pub struct AccountDifference {
    /// `None` for a new account.
    pub before: Option<Account>,
    /// `None` for a removed account. A new account has an empty id until it is stored.
    pub after: Option<Account>,
}

/// A line of an import file that is skipped.
pub struct RejectedLine {
    /// The line number, starting at 1.
    pub line: u32,
    /// The account number on the line; may be empty.
    pub number: String,
    /// Why the line is skipped and how to fix it.
    pub reason: String,
}

/// An account as association software lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedAccount {
    /// The account number in the software.
    pub number: String,
    pub unit: String,
    pub name: String,
    /// The phone numbers as they are typed there.
    pub phones: Vec<String>,
    pub email: String,
    /// The amount owed in dollars, such as `-20.00` for a credit; empty if it is unknown.
    pub balance: String,
    pub in_collections: bool,
    /// Whether an owner is on the board; `None` in all accounts of an association if the software does not list it.
    pub is_board_member: Option<bool>,
}

/// The effect of a sync on a community's accounts, in numbers of accounts.
pub struct AccountsSynced {
    pub added: usize,
    /// Accounts that differ in more than the date of their balance.
    pub changed: usize,
    pub removed: usize,
    pub unchanged: usize,
    pub rejected: Vec<RejectedLine>,
}

/// The effect of an import file on a community's accounts.
pub struct ImportPlan {
    pub differences: Vec<AccountDifference>,
    /// Number of lines that change nothing.
    pub unchanged: usize,
    pub rejected: Vec<RejectedLine>,
    /// Phones whose homeowners agreed to receive texts, according to the file.
    pub consented: Vec<Phone>,
}

/// Returns the form of an account number that is unique in a community.
#[must_use]
pub fn number_key(number: &str) -> String {
    one_line(number).to_lowercase()
}

/// Returns the key by which accounts are listed: 4B sorts before 12A.
#[must_use]
pub fn sort_key(entry: &Entry) -> String {
    format!("{} {}", pad_numbers(&entry.unit), pad_numbers(&entry.number))
}

/// Returns the key by which units are compared: 4B comes before 12A.
#[must_use]
pub fn unit_key(unit: &str) -> String {
    pad_numbers(&one_line(unit))
}

/// Returns tags in lowercase, sorted, without duplicates and empty tags.
#[must_use]
pub fn normalize_tags<'a>(tags: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let tags = tags.into_iter().map(|tag| one_line(tag).to_lowercase());
    let sorted: BTreeSet<String> = tags.filter(|tag| !tag.is_empty()).collect();
    sorted.into_iter().collect()
}

/// Pads every run of digits to 12 digits, so that text order is numeric order.
fn pad_numbers(text: &str) -> String {
    let (mut padded, mut digits) = (String::new(), String::new());
    for letter in text.to_lowercase().chars().chain(['\0']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !digits.is_empty() {
            padded += &format!("{:0>12}", digits.trim_start_matches('0'));
            digits.clear();
        }
        if letter != '\0' {
            padded.push(letter);
        }
    }
    padded
}

/// Returns the lowercase text that a search matches against.
#[must_use]
pub fn search_text(entry: &Entry) -> String {
    let phones = entry.phones.iter().map(Phone::as_str).collect::<Vec<_>>().join(" ");
    let Entry { number, unit, name, email, building, tags, .. } = entry;
    format!("{number} {unit} {name} {email} {phones} {building} {}", tags.join(" ")).to_lowercase()
}

/// Returns two LIKE patterns for a query, one of which an account must match: the query as typed, and the
/// digits of a phone number.
#[must_use]
pub fn search_patterns(query: &str) -> (String, String) {
    let written = community::like(query);
    let digits = phone_digits(query).map_or_else(|| written.clone(), |digits| community::like(&digits));
    (written, digits)
}

/// Returns the digits of a query that may be a part of a phone number; `None` if it cannot be one.
#[must_use]
pub fn phone_digits(query: &str) -> Option<String> {
    let digits: String = query.chars().filter(char::is_ascii_digit).collect();
    let is_phone = query.chars().all(|c| c.is_ascii_digit() || " +()-./".contains(c)) && digits.len() >= 4;
    is_phone.then_some(digits)
}
