//! Validation of names and time zones, and changes of personas.
use platform::{ErrorReason, Fault, sms};

use super::model::{Community, ConfidenceSettings, Persona, PersonaChange, Replacement};

/// Maximum number of replacements of a community.
const MAX_REPLACEMENTS: usize = 100;

/// Converts a name to a tag: runs of spaces and underscores become one underscore, and invisible characters are
/// dropped, so that names which look the same are the same.
///
/// # Errors
/// `INVALID_ARGUMENT` on `field` if the tag does not have 2 to 120 characters or has control characters.
pub fn tag(field: &str, name: &str) -> Result<String, Fault> {
    let between = |c: char| c.is_whitespace() && !c.is_control() || c == '_';
    let name: String = name.chars().filter(|c| !sms::is_invisible(*c)).collect();
    let words: Vec<&str> = name.split(between).filter(|word| !word.is_empty()).collect();
    let tag = words.join("_");
    if tag.chars().any(char::is_control) {
        return Err(Fault::field(field, "The name has an invisible character. Type it again."));
    }
    if !(2..=120).contains(&tag.chars().count()) {
        return Err(Fault::field(field, "Enter a name of 2 to 120 characters."));
    }
    Ok(tag)
}

/// Finds a time zone and returns its name in the tz database; empty if it is unstated.
///
/// # Errors
/// `INVALID_ARGUMENT` on `field` if there is none of that name.
pub fn time_zone(field: &str, name: &str) -> Result<String, Fault> {
    let name = name.trim();
    if name.is_empty() {
        return Ok(String::new());
    }
    let found = jiff::tz::TimeZone::get(name).ok();
    let found = found.and_then(|zone| zone.iana_name().map(str::to_owned));
    found
        .ok_or_else(|| Fault::field(field, "There is no such time zone. Use a name such as America/Chicago."))
}

/// Trims and lowercases an email address.
#[must_use]
pub fn address(address: &str) -> String {
    address.trim().to_lowercase()
}

/// Normalizes email addresses and drops empty and repeated ones.
#[must_use]
pub fn addresses(all: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for one in all.iter().map(|one| address(one)) {
        if !one.is_empty() && !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}

/// Applies a change to a community's persona and custom verbiage.
///
/// # Errors
/// `NOT_FOUND` for an unknown replacement, `REPLACEMENT_EXISTS`, `TOO_MANY_REPLACEMENTS`; `INVALID_ARGUMENT` for a new
/// text without the original that it is for.
pub fn apply_persona_change(community: &mut Community, change: PersonaChange) -> Result<(), Fault> {
    let mut verbiage = community.custom_verbiage.clone();
    if let Some(Replacement { original_text, new_text }) = &change.edit {
        edit(&mut verbiage, original_text, new_text)?;
    }
    if let Some(pair) = change.add {
        add(&mut verbiage, pair)?;
    }
    let before = community.persona.clone();
    community.custom_verbiage = verbiage;
    community.persona = Persona {
        prompt: change.prompt.unwrap_or(before.prompt),
        temperature: change.temperature.unwrap_or(before.temperature),
        use_emojis: change.use_emojis.unwrap_or(before.use_emojis),
        bot_waiver: change.bot_waiver.unwrap_or(before.bot_waiver),
        homeowner_auth: change.homeowner_auth.unwrap_or(before.homeowner_auth),
        collections_message: change.collections_message.unwrap_or(before.collections_message),
        // The defaults are not stored, so that they follow later changes of the defaults.
        confidence: change
            .confidence
            .or(before.confidence)
            .filter(|confidence| *confidence != ConfidenceSettings::default()),
    };
    Ok(())
}

fn position_of(verbiage: &[Replacement], original: &str) -> Option<usize> {
    let original = original.trim().to_lowercase();
    verbiage.iter().position(|pair| pair.original_text.to_lowercase() == original)
}

fn edit(verbiage: &mut Vec<Replacement>, original: &str, new: &str) -> Result<(), Fault> {
    if original.is_empty() {
        return Err(Fault::field("originalText", "Name the word replacement that newText changes."));
    }
    let at = position_of(verbiage, original).ok_or_else(|| Fault::not_found("replacement"))?;
    if new.trim().is_empty() {
        verbiage.remove(at);
    } else {
        new.trim().clone_into(&mut verbiage[at].new_text);
    }
    Ok(())
}

fn add(verbiage: &mut Vec<Replacement>, pair: Replacement) -> Result<(), Fault> {
    let original_text = pair.original_text.trim().to_owned();
    if original_text.is_empty() {
        return Err(Fault::field("newReplacement.originalText", "This cannot be empty."));
    }
    if position_of(verbiage, &original_text).is_some() {
        return Err(Fault::exists(
            ErrorReason::ReplacementExists,
            "There is already a replacement for that text. Edit it instead.",
        ));
    }
    if verbiage.len() >= MAX_REPLACEMENTS {
        return Err(Fault::precondition(
            ErrorReason::TooManyReplacements,
            "This community has 100 word replacements, which is the limit. Remove one that is no longer needed first.",
        ));
    }
    verbiage.push(Replacement { original_text, new_text: pair.new_text.trim().to_owned() });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tenancy::community::name_key;

    #[test]
    fn runs_of_spaces_and_underscores_become_one_underscore() {
        for name in ["Harbor Row", " Harbor_Row ", "Harbor   Row", "Harbor _ Row"] {
            assert_eq!(tag("label", name).expect(name), "Harbor_Row");
        }
        assert_eq!(tag("label", "\u{202e}Harbor\u{200b} Row\u{feff}").expect("a name"), "Harbor_Row");
        assert_eq!(name_key("HARBOR row"), name_key("harbor_ROW"));
    }

    #[test]
    fn names_with_control_characters_or_invalid_lengths_are_refused() {
        for name in
            ["", "a", "_", " _ ", "a\u{200b}", "a\u{7}b", "tab\there", "line\nbreak", &"x".repeat(121)]
        {
            assert!(tag("label", name).is_err(), "{name:?}");
        }
        assert!(tag("label", &"é".repeat(120)).is_ok());
    }

    #[test]
    fn a_time_zone_is_one_of_the_tz_database() {
        assert_eq!(time_zone("timeZone", " ").expect("unstated"), "");
        assert_eq!(time_zone("timeZone", "america/chicago").expect("known"), "America/Chicago");
        for name in ["Mars/Olympus", "EST5EDT4", "../etc/passwd", "America"] {
            assert!(time_zone("timeZone", name).is_err(), "{name}");
        }
    }

    #[test]
    fn replacements_are_found_by_their_original_ignoring_case() {
        let pair = |original: &str, new: &str| Replacement {
            original_text: original.to_owned(),
            new_text: new.to_owned(),
        };
        let mut verbiage = vec![pair("HOA", "association")];
        assert!(add(&mut verbiage, pair("hoa", "club")).is_err());
        edit(&mut verbiage, "hoa", "club").expect("it is there");
        assert_eq!(verbiage, [pair("HOA", "club")]);
        assert!(edit(&mut verbiage, "fees", "dues").is_err());
        edit(&mut verbiage, "Hoa", "").expect("it is there");
        assert!(verbiage.is_empty());
        for n in 0..MAX_REPLACEMENTS {
            add(&mut verbiage, pair(&n.to_string(), "x")).expect("there is room");
        }
        assert!(add(&mut verbiage, pair("one more", "x")).is_err());
    }
}
