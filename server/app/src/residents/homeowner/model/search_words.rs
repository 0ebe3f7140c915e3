//! The words by which accounts are found in all communities of a company.
use std::collections::BTreeSet;

use platform::{phone::Phone, sms};

use super::{Entry, phone_digits};

/// Numbers of last digits by which a phone is found, beside the whole number.
const LAST_DIGITS: [usize; 2] = [7, 4];

/// Returns the words of an account's number, unit and name, of its email address, and of its phones. The email
/// address and the name in it are words as well.
#[must_use]
pub fn account_words(entry: &Entry) -> BTreeSet<String> {
    let Entry { number, unit, name, email, phones, .. } = entry;
    let mailbox = email.split('@').next().unwrap_or_default();
    let mut words: BTreeSet<String> =
        sms::words_of(&format!("{number} {unit} {name} {mailbox}")).into_iter().collect();
    words.extend(Some(email.clone()).filter(|email| !email.is_empty()));
    words.extend(phones.iter().flat_map(phone_words));
    words
}

/// Returns the lists of words that a query may mean: the digits of a phone number, if it looks like one, and the words
/// as they are written. An account has to have all words of a list.
#[must_use]
pub fn query_words(query: &str) -> Vec<Vec<String>> {
    let mut lists: Vec<Vec<String>> = Vec::new();
    if let Some(digits) = phone_digits(query) {
        let is_national = digits.len() == 11 || query.trim_start().starts_with('+');
        let country_code = if is_national { "1" } else { "" };
        lists.push(vec![digits.strip_prefix(country_code).unwrap_or(&digits).to_owned()]);
    }
    let (emails, others): (Vec<&str>, Vec<&str>) =
        query.split_whitespace().partition(|word| word.contains('@'));
    let mut words = sms::query_words(&others.join(" "));
    words.extend(emails.into_iter().map(|email| email.replace(char::is_control, "").to_lowercase()));
    if !words.is_empty() && !lists.contains(&words) {
        lists.push(words);
    }
    lists.retain(|words| words.iter().all(|word| !word.is_empty()));
    lists
}

/// Returns the digits of a phone number without the country code of the United States and Canada, and its last digits.
fn phone_words(phone: &Phone) -> Vec<String> {
    let digits = phone.as_str().trim_start_matches('+');
    let national = digits.strip_prefix('1').unwrap_or(digits);
    let last = |count: usize| national.get(national.len().saturating_sub(count)..).unwrap_or_default();
    [national].into_iter().chain(LAST_DIGITS.map(last)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Entry {
        Entry {
            number: "HR-1004".into(),
            unit: "4B".into(),
            name: "Ana Ruiz".into(),
            email: "ana.ruiz@example.com".into(),
            phones: Phone::parse_e164("+12025550141").into_iter().collect(),
            ..Entry::default()
        }
    }

    #[test]
    fn an_account_has_the_words_of_its_name_unit_number_email_and_phones() {
        let words: Vec<String> = account_words(&account()).into_iter().collect();
        let expected =
            ["0141", "1004", "2025550141", "4b", "5550141", "ana", "ana.ruiz@example.com", "hr", "ruiz"];
        assert_eq!(words, expected);
        assert_eq!(account_words(&Entry::default()), BTreeSet::new());
    }

    #[test]
    fn a_query_means_a_phone_number_or_words() {
        for (query, expected) in [
            ("Ruiz 4B", vec![vec!["4b", "ruiz"]]),
            ("(202) 555-0141", vec![vec!["2025550141"], vec!["0141", "202", "555"]]),
            ("+1 202 555 0141", vec![vec!["2025550141"], vec!["0141", "1", "202", "555"]]),
            ("0141", vec![vec!["0141"]]),
            ("Ana.Ruiz@Example.com", vec![vec!["ana.ruiz@example.com"]]),
            ("4B ana@", vec![vec!["4b", "ana@"]]),
            ("--", vec![]),
        ] {
            assert_eq!(query_words(query), expected, "{query}");
        }
    }
}
