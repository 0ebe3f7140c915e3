//! Applies variants to a community.
use std::collections::HashSet;

use platform::{ErrorReason, Fault};

use super::model::Variant;
use crate::tenancy::community::{self, Community, PersonaChange};

/// Maximum number of questions in one comparison.
pub const MAX_QUESTIONS: usize = 50;

/// Returns the community with the settings of a variant.
///
/// # Errors
/// Fails on an invalid setting or word replacement.
pub fn as_if(mut community: Community, variant: Variant) -> Result<Community, Fault> {
    let Variant { prompt, temperature, use_emojis, verbiage, confidence_thresholds } = variant;
    community.custom_verbiage.clear();
    let change = PersonaChange {
        prompt: Some(prompt),
        temperature: Some(temperature),
        use_emojis: Some(use_emojis),
        confidence: Some(confidence_thresholds),
        ..PersonaChange::default()
    };
    community::apply_persona_change(&mut community, change)?;
    for pair in verbiage {
        community::apply_persona_change(
            &mut community,
            PersonaChange { add: Some(pair), ..PersonaChange::default() },
        )?;
    }
    Ok(community)
}

/// Fails with `VARIANT_CHANGED` if the community's settings are not those that the caller has seen.
pub fn unchanged(now: &Variant, shown: Option<&Variant>) -> Result<(), Fault> {
    if shown.is_none_or(|shown| shown == now) {
        return Ok(());
    }
    Err(Fault::aborted(
        ErrorReason::VariantChanged,
        "Someone else just changed this community's persona. Review the differences again.",
    ))
}

/// Returns up to `most` distinct questions; case, whitespace and closing punctuation are ignored.
pub fn each_once(questions: impl Iterator<Item = String>, most: usize) -> Vec<String> {
    let mut seen = HashSet::new();
    questions
        .filter(|question| seen.insert(crate::knowledge::answer::question_key(question)))
        .take(most)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_questions_are_listed_once() {
        let questions = ["May I park?", "may i  park", "Where?"].map(str::to_owned);
        assert_eq!(each_once(questions.into_iter(), 50), ["May I park?", "Where?"]);
    }
}
