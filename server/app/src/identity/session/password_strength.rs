//! Password strength: an estimate of the guesses needed by an attacker who knows common passwords, words and patterns
//! and the owner. The web app uses the same limits and messages from `passwords/rules.json`.
use std::sync::LazyLock;

use serde::Deserialize;
use zxcvbn::{
    Entropy, Match,
    matching::patterns::{DictionaryPattern, MatchPattern},
    zxcvbn,
};

use super::model::PasswordOwner;

#[allow(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
static RULES: LazyLock<Rules> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../passwords/rules.json")).expect("the rules of passwords")
});

/// The requirements of a password, and the message for each violation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rules {
    /// In characters.
    min_length: usize,
    /// In characters.
    max_length: usize,
    /// Maximum number of characters that are scored; the cost grows faster than the length.
    scored_length: usize,
    /// Minimum score of the whole password, 0 to 4.
    min_score: u8,
    /// Minimum score of the password without the owner's stems, 0 to 4.
    min_score_without_stems: u8,
    /// Minimum length of a stem, in characters.
    min_stem_length: usize,
    product: String,
    too_short: String,
    too_long: String,
    weak: String,
    reasons: Reasons,
}

#[derive(Deserialize)]
struct Reasons {
    email: String,
    name: String,
    company: String,
    product: String,
    repeat: String,
    common: String,
}

/// A part of a known fact about the owner, and the message for a password that contains it.
struct Stem {
    text: String,
    reason: &'static str,
}

/// Checks the length of a password: 12 to 128 characters.
///
/// # Errors
/// Fails with a message for the user.
pub fn check_length(password: &str) -> Result<(), &'static str> {
    let length = password.chars().count();
    match length {
        _ if length < RULES.min_length => Err(&RULES.too_short),
        _ if length > RULES.max_length => Err(&RULES.too_long),
        _ => Ok(()),
    }
}

/// Checks that a password is hard to guess for an attacker who knows its owner. CPU-bound for several milliseconds, so
/// it must not run on the threads that serve calls.
///
/// # Errors
/// Fails with a message for the user.
pub fn check_guessability(password: &str, owner: &PasswordOwner) -> Result<(), String> {
    let scored: String = password.chars().take(RULES.scored_length).collect();
    let stems = stems(owner);
    let inputs: Vec<&str> = stems.iter().map(|stem| stem.text.as_str()).collect();
    let estimate = zxcvbn(&scored, &inputs);
    let rest = remove_stems(&scored, &stems);
    let found = rest.as_ref().map(|(_, reason)| *reason);
    let rest_score = rest.map_or(u8::MAX, |(rest, _)| zxcvbn(&rest, &inputs).score().into());
    let score: u8 = estimate.score().into();
    if rest_score < RULES.min_score_without_stems {
        Err(format!("{}{}", RULES.weak, found.unwrap_or(&RULES.reasons.common)))
    } else if score < RULES.min_score {
        Err(format!("{}{}", RULES.weak, reason(&estimate, &stems)))
    } else {
        Ok(())
    }
}

/// Returns stems from the owner's email address and name, the company's name and the product's name. The first that a
/// password contains determines the message.
fn stems(owner: &PasswordOwner) -> Vec<Stem> {
    let email = owner.email.to_lowercase();
    let (local, domain) = email.split_once('@').unwrap_or((&email, ""));
    let labels = domain.rsplit_once('.').map_or("", |(labels, _)| labels);
    let Reasons { email: by_email, name, company, product, .. } = &RULES.reasons;
    let mut stems = Vec::new();
    let mut add = |texts: &[&str], reason: &'static str| {
        let texts = texts.iter().map(|text| text.to_lowercase());
        let texts = texts.filter(|text| text.chars().count() >= RULES.min_stem_length);
        stems.extend(texts.map(|text| Stem { text, reason }));
    };
    add(&[&email], by_email);
    add(&split_words(&owner.first_name), name);
    add(&split_words(&owner.last_name), name);
    add(&split_words(&owner.company), company);
    add(&[&RULES.product], product);
    add(&[local, domain], by_email);
    add(&split_words(local), by_email);
    add(&split_words(labels), by_email);
    stems
}

fn split_words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).collect()
}

/// Returns the lowercase password without stems and the message of the first; `None` if it contains none.
fn remove_stems(password: &str, stems: &[Stem]) -> Option<(String, &'static str)> {
    let mut rest = password.to_lowercase();
    let reason = stems.iter().find(|stem| rest.contains(&stem.text))?.reason;
    let mut longest_first: Vec<&Stem> = stems.iter().collect();
    longest_first.sort_by_key(|stem| std::cmp::Reverse(stem.text.chars().count()));
    for stem in longest_first {
        rest = rest.replace(&stem.text, "");
    }
    Some((trim_separators(&rest), reason))
}

/// Trims separators at both ends and reduces runs of them to the first.
fn trim_separators(text: &str) -> String {
    let mut cache = String::new();
    for c in text.trim_matches(|c: char| !c.is_alphanumeric()).chars() {
        if c.is_alphanumeric() || cache.ends_with(char::is_alphanumeric) {
            cache.push(c);
        }
    }
    cache
}

/// Returns the message for the longest recognized part of a password.
fn reason(estimate: &Entropy, stems: &[Stem]) -> &'static str {
    let known = estimate.sequence().iter().filter(|part| !matches!(part.pattern, MatchPattern::BruteForce));
    let longest = known.fold(None, |longest: Option<&Match>, part| match longest {
        Some(longest) if longest.token.chars().count() >= part.token.chars().count() => Some(longest),
        _ => Some(part),
    });
    let stem_of = |found: &DictionaryPattern| stems.iter().find(|stem| stem.text == found.matched_word);
    match longest.map(|part| &part.pattern) {
        Some(MatchPattern::Repeat(_)) => &RULES.reasons.repeat,
        Some(MatchPattern::Dictionary(found)) => {
            stem_of(found).map_or(RULES.reasons.common.as_str(), |stem| stem.reason)
        }
        _ => &RULES.reasons.common,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Deserialize)]
    struct Examples {
        owner: PasswordOwner,
        accepted: Vec<String>,
        refused: BTreeMap<String, Vec<String>>,
    }

    fn examples() -> Examples {
        serde_json::from_str(include_str!("../../../passwords/examples.json")).expect("the examples")
    }

    #[test]
    fn examples_that_are_hard_to_guess_are_accepted() {
        let Examples { owner, accepted, .. } = examples();
        for password in accepted {
            assert_eq!(check_guessability(&password, &owner), Ok(()), "{password}");
        }
    }

    #[test]
    fn examples_that_are_easy_to_guess_are_refused_for_their_reason() {
        let Examples { owner, refused, .. } = examples();
        let rules: serde_json::Value =
            serde_json::from_str(include_str!("../../../passwords/rules.json")).expect("the rules");
        for (reason, passwords) in refused {
            let words = rules["reasons"][&reason].as_str().expect("a reason");
            let refusal = format!("Choose a password that is harder to guess: {words}");
            for password in passwords {
                assert_eq!(check_guessability(&password, &owner), Err(refusal.clone()), "{password}");
            }
        }
    }

    #[test]
    fn a_password_is_compared_only_with_the_data_of_its_owner() {
        let other = PasswordOwner { email: "x@y.example".into(), ..PasswordOwner::default() };
        assert_eq!(check_guessability("dana.okafor@harborline.example", &other), Ok(()));
    }

    #[test]
    fn a_length_of_12_to_128_characters_is_accepted() {
        for (length, accepted) in [(0, false), (11, false), (12, true), (128, true), (129, false)] {
            assert_eq!(check_length(&"é".repeat(length)).is_ok(), accepted, "{length}");
        }
    }

    #[test]
    fn scoring_the_longest_password_terminates() {
        let owner = examples().owner;
        for password in ["x1".repeat(64), "P@ssw0rd4$".repeat(12), "qaz4@$!0".repeat(16)] {
            let started = std::time::Instant::now();
            let _ = check_guessability(&password, &owner);
            assert!(started.elapsed().as_secs() < 120, "scoring {password} took two minutes");
        }
    }
}
