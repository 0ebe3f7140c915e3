//! Rules of macros.
use platform::{ErrorReason, Fault, sms, text::one_line};

use super::model::{Macro, MacroStatus};
use crate::inbox::canned_reply;

/// Maximum number of macros of a company.
pub const MAX_MACROS: i64 = 200;
/// Maximum hours of a snooze: 30 days.
const MAX_SNOOZE_HOURS: i32 = 720;

/// Returns a macro with valid values. The caller checks its assignee.
///
/// # Errors
/// `INVALID_ARGUMENT` on `name`, or on an invalid field of `steps`.
pub fn checked(wanted: Macro) -> Result<Macro, Fault> {
    let name = one_line(&wanted.name);
    let reply = wanted.reply.trim().to_owned();
    if sms::is_blank(&name) {
        return Err(Fault::field("name", "Write a name."));
    }
    canned_reply::check_merge_fields("steps.reply", &reply)?;
    let is_snooze = wanted.status == MacroStatus::Snoozed;
    if is_snooze && !(1..=MAX_SNOOZE_HOURS).contains(&wanted.snooze_hours) {
        return Err(Fault::field("steps.snoozeHours", "Enter 1 to 720 hours."));
    }
    if wanted.assigns_to_self && wanted.assignee_id.is_some() {
        return Err(Fault::field("steps.assigneeId", "Choose one assignee."));
    }
    let assigns = wanted.assigns_to_self || wanted.assignee_id.is_some();
    if !assigns && reply.is_empty() && wanted.status == MacroStatus::Unchanged && wanted.priority == 0 {
        return Err(Fault::field("steps.status", "Choose at least one step."));
    }
    let snooze_hours = if is_snooze { wanted.snooze_hours } else { 0 };
    Ok(Macro { name, reply, snooze_hours, ..wanted })
}

pub fn exists() -> Fault {
    Fault::exists(ErrorReason::MacroExists, "Another macro has this name. Choose another one.")
}

pub fn too_many() -> Fault {
    let words = "Your company has 200 macros. Delete one to add another.";
    Fault::precondition(ErrorReason::TooManyMacros, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(name: &str, reply: &str, status: MacroStatus, snooze_hours: i32) -> Macro {
        Macro {
            id: "m".into(),
            name: name.to_owned(),
            assigns_to_self: false,
            assignee_id: None,
            assignee_name: String::new(),
            reply: reply.to_owned(),
            status,
            snooze_hours,
            priority: 0,
        }
    }

    #[test]
    fn values_are_trimmed_and_checked() {
        let valid = checked(wanted("  Close  it ", " Bye {{first_name}} ", MacroStatus::Resolved, 9));
        let valid = valid.unwrap_or_else(|_| panic!("a valid macro was refused"));
        assert_eq!((&*valid.name, &*valid.reply, valid.snooze_hours), ("Close it", "Bye {{first_name}}", 0));
        for bad in [
            wanted(" ", "Bye", MacroStatus::Resolved, 0),
            wanted("\u{200b} \u{202e}", "Bye", MacroStatus::Resolved, 0),
            wanted("Nothing", " ", MacroStatus::Unchanged, 0),
            wanted("Unknown", "{{balance}}", MacroStatus::Unchanged, 0),
            wanted("Short", "", MacroStatus::Snoozed, 0),
            wanted("Long", "", MacroStatus::Snoozed, 721),
            Macro {
                assigns_to_self: true,
                assignee_id: Some("u".into()),
                ..wanted("Both", "", MacroStatus::Resolved, 0)
            },
        ] {
            assert!(checked(bad.clone()).is_err(), "{}", bad.name);
        }
    }
}
