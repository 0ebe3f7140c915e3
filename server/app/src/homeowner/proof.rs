//! Who may hear of an account: how a resident proves who they are, and when that holds. Pure.
use std::time::Duration;

use platform::Timestamp;

use super::{
    model::{Account, Proved, Way},
    telling,
};

/// So long a proof holds in a conversation.
pub const HOLDS: Duration = Duration::from_secs(30 * 60);
/// So long nobody is asked again who was wrong too often.
pub const RESTS: Duration = Duration::from_secs(3_600);
/// So long a code is good.
pub const CODE_HOLDS: Duration = Duration::from_secs(10 * 60);
/// In this time an account gets at most [`MOST_CODES`].
pub const CODE_WINDOW: Duration = Duration::from_secs(3_600);
/// The most codes for an account.
pub const MOST_CODES: usize = 3;

/// How a homeowner proves who they are, as a persona has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// They cannot.
    Nobody,
    /// They text from a phone that is on an account.
    Phone,
    /// The phone, and they name their unit.
    Unit,
    /// The phone, and a code that is e-mailed.
    Code,
}

impl Auth {
    /// As a persona stores it.
    #[must_use]
    pub fn of(stored: i32) -> Self {
        match stored {
            2 => Self::Phone,
            3 => Self::Unit,
            4 => Self::Code,
            _ => Self::Nobody,
        }
    }
}

/// How it is with a resident who wants to hear of their account.
pub enum Standing {
    /// It is told, and why that may be.
    Told(Vec<Account>, String),
    /// They have to prove who they are first.
    Asked(Way),
    /// Staff answer, and why.
    Staff(&'static str),
}

/// What the resident says, whatever it proves.
#[derive(Debug, PartialEq, Eq)]
pub struct Said(String);

/// How it is, by what a persona asks for. `accounts` are those of the phone that texts.
#[must_use]
pub fn standing(
    auth: Auth,
    accounts: Vec<Account>,
    proved: &[Proved],
    may_mail: bool,
    now: Timestamp,
) -> Standing {
    let way = match auth {
        Auth::Nobody => {
            return Standing::Staff("the persona has the bot tell nobody of their account");
        }
        Auth::Phone if accounts.is_empty() => {
            return Standing::Staff("this phone is on no account of the community");
        }
        Auth::Phone => {
            let why = format!("They text from the phone of {}.", telling::called_all(&accounts));
            return Standing::Told(accounts, why);
        }
        Auth::Unit => Way::Unit,
        Auth::Code => Way::Code,
    };
    let holds = |account: &Account| {
        let of = |it: &&Proved| {
            it.account_id == account.id && it.proved_ms <= now && now < it.proved_ms.plus(HOLDS)
        };
        proved.iter().filter(of).any(|it| it.way as i32 >= way as i32)
    };
    let told: Vec<Account> = accounts.into_iter().filter(holds).collect();
    match (told.is_empty(), way) {
        (false, _) => {
            let why = format!(
                "They proved that {} is theirs, less than half an hour ago.",
                telling::called_all(&told)
            );
            Standing::Told(told, why)
        }
        (true, Way::Code) if !may_mail => {
            Standing::Staff("the persona asks for a code by e-mail, and no e-mail is set up")
        }
        (true, way) => Standing::Asked(way),
    }
}

/// Words around a unit that are no part of it.
const AROUND: [&str; 27] = [
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
/// A unit that is named has at most so many words.
const MOST_WORDS: usize = 3;
/// A word without a digit that may be a unit is no longer.
const LONGEST_LETTERS: usize = 3;

/// What a text says to what was asked; nothing where it is about something else.
#[must_use]
pub fn said(way: Way, text: &str) -> Option<Said> {
    match way {
        Way::Unit => {
            let words = words(text);
            let is_unit = match words.as_slice() {
                [only] => only.chars().any(|c| c.is_ascii_digit()) || only.chars().count() <= LONGEST_LETTERS,
                words => words.len() <= MOST_WORDS && words.concat().chars().any(|c| c.is_ascii_digit()),
            };
            (!words.is_empty() && is_unit && !text.contains('?')).then(|| Said(unit(text)))
        }
        Way::Code => {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
            let is_code = (4..=8).contains(&digits.len()) && words <= 5 && !text.contains('?');
            is_code.then_some(Said(digits))
        }
    }
}

/// The words of a text, without those around a unit.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| c.is_whitespace() || c == ',' || c == '.' || c == '!');
    let plain = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    plain.filter(|word| !word.is_empty() && !AROUND.contains(&word.as_str())).collect()
}

/// A unit as it is compared: letters and digits, without what stands around, and no zeros before a
/// figure.
fn unit(text: &str) -> String {
    let mut unit = String::new();
    let mut in_figure = false;
    for letter in words(text).concat().chars().filter(|c| c.is_alphanumeric()) {
        if letter == '0' && !in_figure {
            continue;
        }
        in_figure = letter.is_ascii_digit();
        unit.push(letter);
    }
    unit
}

impl Said {
    /// The code that was said.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0
    }

    /// The accounts of the unit that was said.
    #[must_use]
    pub fn units(&self, accounts: Vec<Account>) -> Vec<Account> {
        let named = |account: &Account| {
            let own = unit(&account.entry.unit);
            !own.is_empty() && own == self.0
        };
        accounts.into_iter().filter(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::homeowner::model::Entry;

    const NOW: Timestamp = Timestamp(10_000_000);

    fn account(unit: &str) -> Account {
        let entry = Entry { number: format!("N {unit}"), unit: unit.into(), ..Entry::default() };
        Account { id: unit.into(), community_id: "c".into(), entry, version: 1, updated_ms: Timestamp(0) }
    }

    fn proved(unit: &str, way: Way, minutes_ago: i64) -> Proved {
        Proved { account_id: unit.into(), way, proved_ms: Timestamp(NOW.0 - minutes_ago * 60_000) }
    }

    fn stands(auth: Auth, units: &[&str], proved: &[Proved], may_mail: bool) -> String {
        match standing(auth, units.iter().map(|unit| account(unit)).collect(), proved, may_mail, NOW) {
            Standing::Told(accounts, _) => telling::called_all(&accounts),
            Standing::Asked(way) => format!("{way:?}?"),
            Standing::Staff(_) => "staff".to_owned(),
        }
    }

    #[test]
    fn each_persona_asks_for_its_own() {
        for (auth, unknown, known) in [
            (Auth::Nobody, "staff", "staff"),
            (Auth::Phone, "staff", "4B and 5C"),
            (Auth::Unit, "Unit?", "Unit?"),
            (Auth::Code, "Code?", "Code?"),
        ] {
            assert_eq!(stands(auth, &[], &[], true), unknown, "{auth:?}");
            assert_eq!(stands(auth, &["4B", "5C"], &[], true), known, "{auth:?}");
        }
        assert_eq!(stands(Auth::Code, &["4B"], &[], false), "staff");
        assert_eq!(stands(Auth::Unit, &["4B"], &[], false), "Unit?");
    }

    #[test]
    fn a_proof_holds_for_half_an_hour_for_its_account_and_for_what_asks_no_more() {
        let (unit, code) = (Auth::Unit, Auth::Code);
        assert_eq!(stands(unit, &["4B", "5C"], &[proved("4B", Way::Unit, 29)], true), "4B");
        assert_eq!(stands(unit, &["4B"], &[proved("4B", Way::Unit, 30)], true), "Unit?");
        assert_eq!(stands(unit, &["4B"], &[proved("4B", Way::Code, 1)], true), "4B");
        assert_eq!(stands(code, &["4B"], &[proved("4B", Way::Unit, 1)], true), "Code?");
        assert_eq!(stands(unit, &["5C"], &[proved("4B", Way::Unit, 1)], true), "Unit?");
        assert_eq!(
            stands(unit, &["4B"], &[proved("4B", Way::Unit, -1)], true),
            "Unit?",
            "of a clock that was set back"
        );
    }

    #[test]
    fn a_unit_is_heard_however_it_is_said_and_nothing_else_is() {
        for text in ["4B", "unit 4b", "It's apt. 4-B, thanks", "#4B", "Apartment 04B", "4 B"] {
            let heard = said(Way::Unit, text).expect(text);
            assert_eq!(heard.units(vec![account("4B"), account("14B")]).len(), 1, "{text}");
        }
        for text in ["4B 5C", "all of 4A 4B", "B", "44B", "40B"] {
            let found =
                said(Way::Unit, text).map(|heard| heard.units(vec![account("4B"), account("5C")]).len());
            assert!(found.unwrap_or(0) == 0, "{text}");
        }
        for text in ["what are the pool hours", "is 4B mine?", "", "thanks", "4 dogs and 2 cats bark at me"] {
            assert_eq!(said(Way::Unit, text), None, "{text}");
        }
        let house = said(Way::Unit, "PH 2").expect("a penthouse");
        assert_eq!(house.units(vec![account("Unit PH-02"), account("")]).len(), 1);
    }

    #[test]
    fn a_code_is_heard_with_a_few_words_around_it() {
        for text in ["123456", "123 456", "the code is 123-456", "Code: 123456."] {
            assert_eq!(said(Way::Code, text).expect(text).code(), "123456");
        }
        assert_eq!(said(Way::Code, "12345").expect("too short").code(), "12345");
        for text in ["what is my balance", "call me at 202 555 0101 please", "is it 123456?", "12"] {
            assert_eq!(said(Way::Code, text), None, "{text}");
        }
    }
}
