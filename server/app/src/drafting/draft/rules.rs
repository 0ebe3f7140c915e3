//! Rules of drafts: required inputs, enabled assistants, and the actions that a state allows.
use platform::{
    Actor, ErrorReason, Fault,
    actor::DashboardOption,
    ids::{CommunityId, UserId},
};

use super::model::{Draft, DraftFieldKey as Key, DraftKind, DraftLanguage, DraftState, Inputs, RewriteStyle};

/// Maximum total characters of all documents.
const MAX_SOURCE_CHARACTERS: usize = 600_000;
/// Maximum number of characters of a title.
const MAX_TITLE: usize = 100;

/// Returns the option that a kind requires; the writing assistant requires none.
fn option(kind: DraftKind) -> Option<DashboardOption> {
    match kind {
        DraftKind::Unspecified | DraftKind::Writing => None,
        DraftKind::MeetingMinutes => Some(DashboardOption::MeetingSummarizer),
        DraftKind::ScopeOfWork => Some(DashboardOption::ScopeOfWorkGenerator),
        DraftKind::Policy => Some(DashboardOption::PolicyDraftingTool),
        DraftKind::Mediation => Some(DashboardOption::MediationConsultant),
        DraftKind::SocialMedia => Some(DashboardOption::SocialMediaPr),
        DraftKind::Correspondence => Some(DashboardOption::DraftEmailsLetters),
    }
}

/// Returns whether the kind is enabled for the actor's company.
pub fn has_kind(actor: &Actor, kind: DraftKind) -> bool {
    option(kind).is_none_or(|option| actor.options.contains(&option))
}

/// Returns the numbers of the kinds that are enabled for the actor's company.
pub fn kinds(actor: &Actor) -> Vec<i32> {
    (1..=7).filter(|number| DraftKind::try_from(*number).is_ok_and(|kind| has_kind(actor, kind))).collect()
}

/// # Errors
/// `ASSISTANT_NOT_ENABLED` as `FAILED_PRECONDITION`; `PERMISSION_DENIED` would log the browser out.
pub fn require_kind(actor: &Actor, kind: DraftKind) -> Result<(), Fault> {
    if has_kind(actor, kind) {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::AssistantNotEnabled,
        "Your company doesn't have this assistant. Contact Parlor support to turn it on.",
    ))
}

/// Returns the allowed keys of a kind, and the required ones.
fn keys(kind: DraftKind) -> (&'static [Key], &'static [Key]) {
    match kind {
        DraftKind::Unspecified | DraftKind::Writing => (&[], &[]),
        DraftKind::MeetingMinutes => (&[Key::MeetingDate, Key::Attendees, Key::Quorum], &[]),
        DraftKind::ScopeOfWork => {
            (&[Key::Trade, Key::Site, Key::Constraints, Key::Deadline], &[Key::Trade, Key::Site])
        }
        DraftKind::Policy => (&[Key::EffectiveDate], &[]),
        DraftKind::Mediation => {
            const PARTIES: [Key; 4] =
                [Key::FirstParty, Key::FirstAccount, Key::SecondParty, Key::SecondAccount];
            (&PARTIES, &PARTIES)
        }
        DraftKind::SocialMedia => (&[Key::Contact], &[]),
        DraftKind::Correspondence => (&[Key::Recipient, Key::Subject], &[]),
    }
}

/// Checks the inputs of a kind.
///
/// # Errors
/// `INVALID_ARGUMENT`; `LANGUAGE_NEEDS_MODEL`.
pub fn check_inputs(kind: DraftKind, inputs: &Inputs, has_model: bool) -> Result<(), Fault> {
    check_fields(kind, inputs)?;
    if (kind == DraftKind::Writing) != (inputs.purpose != 0) {
        return Err(Fault::field(
            "inputs.purpose",
            "Choose a purpose for a text of the writing assistant only.",
        ));
    }
    let needs_notes = !matches!(kind, DraftKind::MeetingMinutes | DraftKind::Mediation);
    if needs_notes && inputs.notes.trim().is_empty() {
        return Err(Fault::field("inputs.notes", "Say what the draft should say."));
    }
    if kind == DraftKind::MeetingMinutes && inputs.sources.iter().all(|source| source.text.trim().is_empty())
    {
        return Err(Fault::field("inputs.sources", "Add the transcript of the meeting."));
    }
    let characters: usize = inputs.sources.iter().map(|source| source.text.chars().count()).sum();
    if characters > MAX_SOURCE_CHARACTERS {
        return Err(Fault::field(
            "inputs.sources",
            "The documents have more than 600,000 characters together.",
        ));
    }
    if !has_model && inputs.language > DraftLanguage::English as i32 {
        return Err(Fault::precondition(
            ErrorReason::LanguageNeedsModel,
            "Templates are in English. Choose English.",
        ));
    }
    Ok(())
}

fn check_fields(kind: DraftKind, inputs: &Inputs) -> Result<(), Fault> {
    let (allowed, required) = keys(kind);
    for (position, field) in inputs.fields.iter().enumerate() {
        let is_allowed = allowed.iter().any(|key| *key as i32 == field.key);
        let is_repeated = inputs.fields.iter().take(position).any(|other| other.key == field.key);
        if !is_allowed || is_repeated {
            let field = format!("inputs.fields[{position}].key");
            return Err(Fault::field(&field, "The assistant doesn't take this input, or takes it once."));
        }
    }
    match required.iter().find(|key| inputs.field(**key).is_empty()) {
        Some(key) => Err(Fault::field("inputs.fields", format!("Fill in the {}.", key.name()))),
        None => Ok(()),
    }
}

/// Returns the title of a draft: its subject, or the first words of its inputs.
pub fn title(kind: DraftKind, inputs: &Inputs) -> String {
    let named = match kind {
        DraftKind::MeetingMinutes => {
            let date = inputs.field(Key::MeetingDate);
            let source = inputs.sources.first().map_or("Meeting", |source| source.name.as_str());
            if date.is_empty() { source.to_owned() } else { format!("Meeting of {date}") }
        }
        DraftKind::ScopeOfWork => format!("{}, {}", inputs.field(Key::Trade), inputs.field(Key::Site)),
        DraftKind::Mediation => {
            format!("{} and {}", inputs.field(Key::FirstParty), inputs.field(Key::SecondParty))
        }
        DraftKind::Correspondence => inputs.field(Key::Subject).to_owned(),
        _ => String::new(),
    };
    let named = if named.trim().is_empty() { first_sentence(&inputs.notes) } else { named };
    named.chars().take(MAX_TITLE).collect()
}

/// Returns the first sentence of notes, without the period.
fn first_sentence(notes: &str) -> String {
    let line = notes.trim().lines().next().unwrap_or_default();
    let end = line.find(". ").unwrap_or(line.len());
    line[..end].trim_end_matches('.').to_owned()
}

/// # Errors
/// `DRAFT_BEING_WRITTEN`.
pub fn require_at_rest(draft: &Draft) -> Result<(), Fault> {
    if draft.state.is_active() {
        return Err(Fault::precondition(
            ErrorReason::DraftBeingWritten,
            "The draft is still being written. Stop it first.",
        ));
    }
    Ok(())
}

/// # Errors
/// `NOT_YOUR_DRAFT` for a draft of another user.
pub fn require_own(draft: &Draft, user: &UserId) -> Result<(), Fault> {
    if draft.owner_id == *user {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::NotYourDraft,
        "Only the colleague who shared this can change it. Make a copy to change it.",
    ))
}

/// # Errors
/// `INVALID_ARGUMENT` if the user's own style has no words.
pub fn require_words(style: RewriteStyle, instruction: &str) -> Result<(), Fault> {
    if style == RewriteStyle::Custom && instruction.trim().is_empty() {
        return Err(Fault::field("instruction", "Say how to rewrite the text."));
    }
    Ok(())
}

/// Returns the error `NO_LANGUAGE_MODEL`.
pub fn no_language_model() -> Fault {
    Fault::precondition(ErrorReason::NoLanguageModel, "No language model is set up. Edit the text yourself.")
}

/// Returns the error `TOKEN_ALLOWANCE_USED`.
pub fn token_allowance_used() -> Fault {
    Fault::precondition(
        ErrorReason::TokenAllowanceUsed,
        "Your company used its allowance for this month. Edit the text yourself.",
    )
}

/// Returns the community of a letter.
///
/// # Errors
/// `DRAFT_NOT_LETTER`.
pub fn letter_community(draft: &Draft) -> Result<&CommunityId, Fault> {
    let community = draft.community_id.as_ref().filter(|_| draft.kind() == DraftKind::Correspondence);
    community.ok_or_else(|| {
        Fault::precondition(ErrorReason::DraftNotLetter, "Only a letter about a community can be merged.")
    })
}

/// Returns the error `NO_LETTER_COMPLETE`.
pub fn no_letter_complete() -> Fault {
    Fault::precondition(ErrorReason::NoLetterComplete, "No letter could be filled in.")
}

/// Returns the name of a draft's file, from its title.
pub fn file_name(title: &str) -> String {
    let plain: String =
        title.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '.') { c } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name = words.join(" ");
    let name = name.trim_matches(['.', ' ']);
    format!("{}.docx", if name.is_empty() { "Draft" } else { name })
}

/// # Errors
/// `DRAFT_NOT_STOPPED`.
pub fn require_stopped(draft: &Draft) -> Result<(), Fault> {
    if matches!(draft.state, DraftState::Stopped | DraftState::Failed) {
        return Ok(());
    }
    Err(Fault::precondition(ErrorReason::DraftNotStopped, "The draft didn't stop before its end."))
}

/// # Errors
/// `DRAFT_TEXT_CHANGED`.
pub fn require_revision(draft: &Draft, revision: i32) -> Result<(), Fault> {
    if revision != 0 && i64::from(revision) != draft.revision {
        return Err(Fault::aborted(
            ErrorReason::DraftTextChanged,
            "The draft changed in another window. Review the latest version.",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drafting::draft::model::{Field, Source};

    fn inputs(notes: &str) -> Inputs {
        Inputs { notes: notes.into(), ..Inputs::default() }
    }

    #[test]
    fn each_kind_requires_its_inputs() {
        let writing = Inputs { purpose: 1, ..inputs("Garage cleaning. Dec 1.") };
        assert!(check_inputs(DraftKind::Writing, &writing, false).is_ok());
        assert!(check_inputs(DraftKind::Writing, &inputs("No purpose"), false).is_err());
        assert!(check_inputs(DraftKind::Policy, &writing, false).is_err(), "a purpose is for writing alone");
        assert!(check_inputs(DraftKind::MeetingMinutes, &inputs(""), false).is_err());
        let source = Source { name: "a.txt".into(), text: "I move".into() };
        let minutes = Inputs { sources: vec![source], ..Inputs::default() };
        assert!(check_inputs(DraftKind::MeetingMinutes, &minutes, false).is_ok());
        assert!(check_inputs(DraftKind::Mediation, &inputs("x"), false).is_err());
    }

    #[test]
    fn a_field_of_another_kind_or_a_repeated_one_is_refused() {
        let trade = |value: &str| Field { key: Key::Trade as i32, value: value.into() };
        let site = Field { key: Key::Site as i32, value: "Roof".into() };
        let scope = Inputs { fields: vec![trade("Roofing"), site.clone()], ..inputs("Repair") };
        assert!(check_inputs(DraftKind::ScopeOfWork, &scope, false).is_ok());
        assert!(check_inputs(DraftKind::Policy, &scope, false).is_err());
        let repeated = Inputs { fields: vec![trade("a"), trade("b"), site], ..inputs("Repair") };
        assert!(check_inputs(DraftKind::ScopeOfWork, &repeated, false).is_err());
    }

    #[test]
    fn file_names_contain_no_path_characters() {
        assert_eq!(file_name("../Garage: \"P1\" / Dec 1"), "Garage P1 Dec 1.docx");
        assert_eq!(file_name("***"), "Draft.docx");
    }

    #[test]
    fn a_title_is_the_subject_or_the_first_sentence() {
        assert_eq!(title(DraftKind::Writing, &inputs("Garage cleaning. Dec 1.")), "Garage cleaning");
        let subject = Field { key: Key::Subject as i32, value: "Pool hours".into() };
        let letter = Inputs { fields: vec![subject], ..inputs("Text") };
        assert_eq!(title(DraftKind::Correspondence, &letter), "Pool hours");
    }
}
