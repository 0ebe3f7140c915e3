//! Rules of canned replies.
use platform::{ErrorReason, Fault, sms};

use super::model::{CannedReply, CannedReplyId};

/// Maximum number of canned replies of a company.
pub const MAX_CANNED_REPLIES: i64 = 500;

/// Merge fields that a canned reply may contain.
const NAMES: [&str; 4] = ["first_name", "unit", "community_name", "staff_name"];

/// Returns a canned reply with valid values.
///
/// # Errors
/// `INVALID_ARGUMENT` on `title`, `shortcut` or `body`.
pub fn canned_reply(
    id: CannedReplyId,
    title: &str,
    shortcut: &str,
    body: &str,
) -> Result<CannedReply, Fault> {
    let (title, shortcut, body) = (title.trim(), shortcut.trim().trim_start_matches('/'), body.trim());
    if sms::is_blank(title) {
        return Err(Fault::field("title", "Write a title."));
    }
    let is_valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if shortcut.is_empty() || !shortcut.chars().all(is_valid) {
        return Err(Fault::field(
            "shortcut",
            "Use lowercase letters, digits and hyphens, such as \"repair-cost\".",
        ));
    }
    if body.is_empty() {
        return Err(Fault::field("body", "Write the text."));
    }
    check_merge_fields("body", body)?;
    Ok(CannedReply { id, title: title.to_owned(), shortcut: shortcut.to_owned(), body: body.to_owned() })
}

/// Checks that a text has no merge fields other than those of canned replies.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field.
pub fn check_merge_fields(field: &str, body: &str) -> Result<(), Fault> {
    let Some(name) = names(body).find(|name| !NAMES.contains(name)) else { return Ok(()) };
    let known = NAMES.map(|name| format!("{{{{{name}}}}}")).join(", ");
    Err(Fault::field(field, format!("\"{name}\" is not known. Use {known}.")))
}

/// Returns the names between double braces.
fn names(body: &str) -> impl Iterator<Item = &str> {
    body.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap_or(rest).trim())
}

pub fn exists() -> Fault {
    Fault::exists(
        ErrorReason::CannedReplyExists,
        "Another canned reply has this shortcut. Choose another one.",
    )
}

pub fn too_many() -> Fault {
    Fault::precondition(
        ErrorReason::TooManyCannedReplies,
        "Your company has 500 canned replies. Delete one to add another.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_trimmed_and_checked() {
        let reply = |title, shortcut, body| canned_reply("r".into(), title, shortcut, body);
        let valid = reply(" Repairs ", "/repair-cost", " Hi {{first_name}} ").expect("valid");
        assert_eq!(
            (&*valid.title, &*valid.shortcut, &*valid.body),
            ("Repairs", "repair-cost", "Hi {{first_name}}")
        );
        for (title, shortcut, body) in
            [(" ", "a", "b"), ("a", "", "b"), ("a", "A b", "b"), ("a", "b", "  "), ("a", "b", "{{balance}}")]
        {
            assert!(reply(title, shortcut, body).is_err(), "{title:?} {shortcut:?} {body:?}");
        }
    }
}
