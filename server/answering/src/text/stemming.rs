//! A light suffix-stripping stemmer for English.
//!
//! Maps the inflected forms of a word to one stem (`paying`, `payments`, `pays`). It under-stems rather than conflating
//! two different words. Stems are for comparison, not for display: a final `e` is dropped so that `move` and `moving`
//! share a stem. A stem is never longer than its word and is empty only for an empty word. Words in other scripts and
//! words with digits are returned unchanged.

/// Words that look inflected but are not, or whose stripped form is a different word.
const UNSTEMMED: &[&str] = &[
    "apartment",
    "bus",
    "business",
    "ceiling",
    "during",
    "evening",
    "gas",
    "morning",
    "news",
    "nothing",
    "number",
    "something",
    "anything",
    "everything",
    "wedding",
    "need",
    "feed",
    "speed",
    "station",
    "access",
    "process",
    "address",
    "always",
    "dues",
];

/// Irregular forms and their base forms.
const IRREGULAR: &[(&str, &str)] = &[
    ("paid", "pay"),
    ("broken", "break"),
    ("broke", "break"),
    ("lost", "lose"),
    ("stolen", "steal"),
    ("stole", "steal"),
    ("left", "leave"),
    ("sold", "sell"),
    ("bought", "buy"),
    ("took", "take"),
    ("taken", "take"),
    ("got", "get"),
    ("sent", "send"),
    ("people", "person"),
    ("children", "child"),
    ("mice", "mouse"),
    ("keys", "key"),
    ("dying", "die"),
    ("froze", "freeze"),
    ("frozen", "freeze"),
    ("hidden", "hide"),
    ("shut", "close"),
];

/// Returns the stem of a lowercase word.
pub fn stem(word: &str) -> String {
    if let Some((_, base)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return trim_e(base).into();
    }
    if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) || UNSTEMMED.contains(&word) {
        return word.into();
    }
    let singular = singular(word);
    let base = without_derivation(&singular).or_else(|| without_inflection(&singular)).unwrap_or(singular);
    trim_e(&base).into()
}

/// Removes a plural or third-person suffix.
fn singular(word: &str) -> String {
    if let Some(base) = word.strip_suffix("ies")
        && base.len() > 1
    {
        return format!("{base}y");
    }
    for sibilant in ["sses", "xes", "ches", "shes", "zzes"] {
        if word.ends_with(sibilant) {
            return word[..word.len() - 2].into();
        }
    }
    match word.strip_suffix('s') {
        Some(base) if base.len() > 2 && !base.ends_with(['s', 'u', 'i']) => base.into(),
        _ => word.into(),
    }
}

/// Removes a derivational suffix: `-ation`, `-ment`, `-ness` or `-ly`.
fn without_derivation(word: &str) -> Option<String> {
    let base = word
        .strip_suffix("ation")
        .or_else(|| word.strip_suffix("ment"))
        .or_else(|| word.strip_suffix("ness"))
        .or_else(|| word.strip_suffix("ly"))?;
    (base.len() > 3 && has_vowel(base) || base == "pay").then(|| base.into())
}

/// Removes a verb's `-ing` or `-ed`.
fn without_inflection(word: &str) -> Option<String> {
    let base = word.strip_suffix("ing").or_else(|| word.strip_suffix("ed"))?;
    if base.len() < 2 || !has_vowel(base) {
        return None;
    }
    let doubled = base.as_bytes().windows(2).last().is_some_and(|pair| pair[0] == pair[1]);
    if doubled && base.len() > 3 && !base.ends_with(['l', 's', 'z', 'e', 'o']) {
        return Some(base[..base.len() - 1].into());
    }
    Some(base.into())
}

fn has_vowel(word: &str) -> bool {
    word.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

fn trim_e(word: &str) -> &str {
    match word.strip_suffix('e') {
        Some(base) if base.len() > 2 && !base.ends_with('e') => base,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflected_forms_share_a_stem() {
        for forms in [
            &["pay", "pays", "paying", "payment", "payments", "paid"][..],
            &["park", "parks", "parked", "parking"],
            &["move", "moves", "moving", "moved"],
            &["reserve", "reserves", "reserving", "reservation", "reservations"],
            &["install", "installs", "installing", "installed", "installation"],
            &["tow", "tows", "towing", "towed"],
            &["plan", "plans", "planned", "planning"],
            &["party", "parties"],
            &["box", "boxes"],
            &["fee", "fees"],
        ] {
            let first = stem(forms[0]);
            for form in forms {
                assert_eq!(stem(form), first, "{form} and {}", forms[0]);
            }
        }
    }

    #[test]
    fn words_that_only_look_inflected_keep_their_own_stem() {
        for (one, other) in [("ring", "r"), ("gas", "ga"), ("pass", "pas"), ("evening", "even"), ("bed", "b")]
        {
            assert_ne!(stem(one), stem(other));
        }
    }

    #[test]
    fn other_scripts_and_words_with_digits_are_returned_unchanged() {
        for word in ["4bs", "2024s", "квартиры", "駐車場", "s", ""] {
            assert_eq!(stem(word), word);
        }
    }
}
