//! Identity verification: which accounts a resident may learn about, and how replies to a verification
//! challenge are parsed. Pure.
use std::time::Duration;

use platform::Timestamp;

use super::{
    account_template,
    model::{Account, VerificationMethod, VerifiedAccount},
};

/// How long a verification is valid in its conversation or web chat.
pub const VALID_FOR: Duration = Duration::from_secs(30 * 60);

/// The verification that a persona requires before it shares account data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerificationPolicy {
    /// Account data is never shared.
    Disabled,
    /// The phone number must be on an account.
    Phone,
    /// The phone number must be on an account, and the resident must name its unit.
    Unit,
    /// The phone number must be on an account, and the resident must enter a code sent by email.
    Code,
}

impl VerificationPolicy {
    /// Converts the number that a persona stores; unknown numbers disable sharing.
    #[must_use]
    pub fn from_stored(stored: i32) -> Self {
        match stored {
            2 => Self::Phone,
            3 => Self::Unit,
            4 => Self::Code,
            _ => Self::Disabled,
        }
    }
}

/// Whether a resident may learn about accounts.
pub enum AccessDecision {
    /// Account data may be shared.
    Granted {
        /// The accounts to share; at least one.
        accounts: Vec<Account>,
        /// Why sharing is allowed, for staff.
        reason: String,
    },
    /// The resident must verify their identity first.
    VerificationRequired(VerificationMethod),
    /// Staff must answer; contains the reason.
    Denied(&'static str),
}

/// A resident's normalized reply to a verification challenge: a unit or the digits of a code.
#[derive(Debug, PartialEq, Eq)]
pub struct VerificationReply {
    value: String,
}

/// Decides on access by the persona's policy. `accounts` are those of the resident's phone number.
#[must_use]
pub fn decide_access(
    policy: VerificationPolicy,
    accounts: Vec<Account>,
    verified: &[VerifiedAccount],
    can_send_email: bool,
    now: Timestamp,
) -> AccessDecision {
    let method = match policy {
        VerificationPolicy::Disabled => {
            return AccessDecision::Denied("the persona has the bot tell nobody of their account");
        }
        VerificationPolicy::Phone if accounts.is_empty() => {
            return AccessDecision::Denied("this phone is not on any account of the community");
        }
        VerificationPolicy::Phone => {
            let reason =
                format!("The phone is on the account of {}.", account_template::account_labels(&accounts));
            return AccessDecision::Granted { accounts, reason };
        }
        VerificationPolicy::Unit => VerificationMethod::Unit,
        VerificationPolicy::Code => VerificationMethod::Code,
    };
    let is_verified = |account: &Account| {
        let is_valid = |it: &&VerifiedAccount| {
            it.account_id == account.id && it.verified_ms <= now && now < it.verified_ms.plus(VALID_FOR)
        };
        verified.iter().filter(is_valid).any(|it| it.method as i32 >= method as i32)
    };
    let accounts: Vec<Account> = accounts.into_iter().filter(is_verified).collect();
    match (accounts.is_empty(), method) {
        (false, _) => {
            let reason = format!(
                "Verified for {} within the last 30 minutes.",
                account_template::account_labels(&accounts)
            );
            AccessDecision::Granted { accounts, reason }
        }
        (true, VerificationMethod::Code) if !can_send_email => {
            AccessDecision::Denied("the persona asks for a code by email, and no email is set up")
        }
        (true, method) => AccessDecision::VerificationRequired(method),
    }
}

/// Words that may surround a unit without being part of it.
const FILLER_WORDS: [&str; 27] = [
    "unit",
    "apt",
    "apartment",
    "no",
    "nr",
    "number",
    "num",
    "suite",
    "ste",
    "lot",
    "my",
    "is",
    "it",
    "its",
    "it's",
    "i",
    "am",
    "in",
    "i'm",
    "im",
    "the",
    "of",
    "at",
    "thanks",
    "thank",
    "you",
    "please",
];
/// Maximum number of words in a unit.
const MAX_UNIT_WORDS: usize = 3;
/// Maximum length of a unit without a digit, in characters.
const MAX_LETTER_UNIT_LENGTH: usize = 3;

/// Parses a text as a reply to a verification challenge. Returns `None` if it is about something else.
#[must_use]
pub fn parse_reply(method: VerificationMethod, text: &str) -> Option<VerificationReply> {
    match method {
        VerificationMethod::Unit => {
            let words = unit_words(text);
            let is_unit = match words.as_slice() {
                [only] => {
                    only.chars().any(|c| c.is_ascii_digit()) || only.chars().count() <= MAX_LETTER_UNIT_LENGTH
                }
                words => words.len() <= MAX_UNIT_WORDS && words.concat().chars().any(|c| c.is_ascii_digit()),
            };
            let is_reply = !words.is_empty() && is_unit && !text.contains('?');
            is_reply.then(|| VerificationReply { value: normalize_unit(text) })
        }
        VerificationMethod::Code => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
            let is_code = (4..=8).contains(&digits.len()) && words <= 5 && !text.contains('?');
            is_code.then_some(VerificationReply { value: digits })
        }
    }
}

/// Returns the words of a text in lower case, without [`FILLER_WORDS`].
fn unit_words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| c.is_whitespace() || c == ',' || c == '.' || c == '!');
    let trimmed = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    trimmed.filter(|word| !word.is_empty() && !FILLER_WORDS.contains(&word.as_str())).collect()
}

/// Normalizes a unit for comparison: letters and digits without filler words and leading zeros.
fn normalize_unit(text: &str) -> String {
    let mut unit = String::new();
    let mut in_number = false;
    for letter in unit_words(text).concat().chars().filter(|c| c.is_alphanumeric()) {
        if letter == '0' && !in_number {
            continue;
        }
        in_number = letter.is_ascii_digit();
        unit.push(letter);
    }
    unit
}

impl VerificationReply {
    /// Returns the digits of a code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.value
    }

    /// Returns the accounts whose unit is the one in the reply.
    #[must_use]
    pub fn matching_units(&self, accounts: Vec<Account>) -> Vec<Account> {
        let is_match = |account: &Account| {
            let unit = normalize_unit(&account.entry.unit);
            !unit.is_empty() && unit == self.value
        };
        accounts.into_iter().filter(is_match).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::residents::homeowner::model::Entry;

    const NOW: Timestamp = Timestamp(10_000_000);

    fn account(unit: &str) -> Account {
        let entry = Entry { number: format!("N {unit}"), unit: unit.into(), ..Entry::default() };
        Account { id: unit.into(), community_id: "c".into(), entry, version: 1, updated_ms: Timestamp(0) }
    }

    fn verified(unit: &str, method: VerificationMethod, minutes_ago: i64) -> VerifiedAccount {
        VerifiedAccount {
            account_id: unit.into(),
            method,
            verified_ms: Timestamp(NOW.0 - minutes_ago * 60_000),
        }
    }

    fn decision(
        policy: VerificationPolicy,
        units: &[&str],
        verified: &[VerifiedAccount],
        can_send_email: bool,
    ) -> String {
        match decide_access(
            policy,
            units.iter().map(|unit| account(unit)).collect(),
            verified,
            can_send_email,
            NOW,
        ) {
            AccessDecision::Granted { accounts, .. } => account_template::account_labels(&accounts),
            AccessDecision::VerificationRequired(method) => format!("{method:?}?"),
            AccessDecision::Denied(_) => "staff".to_owned(),
        }
    }

    #[test]
    fn each_policy_requires_its_own_verification() {
        for (policy, without_account, with_accounts) in [
            (VerificationPolicy::Disabled, "staff", "staff"),
            (VerificationPolicy::Phone, "staff", "4B and 5C"),
            (VerificationPolicy::Unit, "Unit?", "Unit?"),
            (VerificationPolicy::Code, "Code?", "Code?"),
        ] {
            assert_eq!(decision(policy, &[], &[], true), without_account, "{policy:?}");
            assert_eq!(decision(policy, &["4B", "5C"], &[], true), with_accounts, "{policy:?}");
        }
        assert_eq!(decision(VerificationPolicy::Code, &["4B"], &[], false), "staff");
        assert_eq!(decision(VerificationPolicy::Unit, &["4B"], &[], false), "Unit?");
    }

    #[test]
    fn a_verification_is_valid_for_30_minutes_for_its_account_and_for_weaker_policies() {
        let (unit, code) = (VerificationPolicy::Unit, VerificationPolicy::Code);
        assert_eq!(
            decision(unit, &["4B", "5C"], &[verified("4B", VerificationMethod::Unit, 29)], true),
            "4B"
        );
        assert_eq!(decision(unit, &["4B"], &[verified("4B", VerificationMethod::Unit, 30)], true), "Unit?");
        assert_eq!(decision(unit, &["4B"], &[verified("4B", VerificationMethod::Code, 1)], true), "4B");
        assert_eq!(decision(code, &["4B"], &[verified("4B", VerificationMethod::Unit, 1)], true), "Code?");
        assert_eq!(decision(unit, &["5C"], &[verified("4B", VerificationMethod::Unit, 1)], true), "Unit?");
        assert_eq!(
            decision(unit, &["4B"], &[verified("4B", VerificationMethod::Unit, -1)], true),
            "Unit?",
            "after the clock was set back"
        );
    }

    #[test]
    fn a_unit_is_recognized_in_any_phrasing_and_other_texts_are_not() {
        for text in ["4B", "unit 4b", "It's apt. 4-B, thanks", "#4B", "Apartment 04B", "4 B"] {
            let reply = parse_reply(VerificationMethod::Unit, text).expect(text);
            assert_eq!(reply.matching_units(vec![account("4B"), account("14B")]).len(), 1, "{text}");
        }
        for text in ["4B 5C", "all of 4A 4B", "B", "44B", "40B"] {
            let found = parse_reply(VerificationMethod::Unit, text)
                .map(|reply| reply.matching_units(vec![account("4B"), account("5C")]).len());
            assert!(found.unwrap_or(0) == 0, "{text}");
        }
        for text in ["what are the pool hours", "is 4B mine?", "", "thanks", "4 dogs and 2 cats bark at me"] {
            assert_eq!(parse_reply(VerificationMethod::Unit, text), None, "{text}");
        }
        let penthouse = parse_reply(VerificationMethod::Unit, "PH 2").expect("a penthouse");
        assert_eq!(penthouse.matching_units(vec![account("Unit PH-02"), account("")]).len(), 1);
    }

    #[test]
    fn a_code_is_recognized_with_up_to_five_words_around_it() {
        for text in ["123456", "123 456", "the code is 123-456", "Code: 123456."] {
            assert_eq!(parse_reply(VerificationMethod::Code, text).expect(text).code(), "123456");
        }
        assert_eq!(parse_reply(VerificationMethod::Code, "12345").expect("too short").code(), "12345");
        for text in ["what is my balance", "call me at 202 555 0101 please", "is it 123456?", "12"] {
            assert_eq!(parse_reply(VerificationMethod::Code, text), None, "{text}");
        }
    }
}
