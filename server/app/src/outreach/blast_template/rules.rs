//! Rules of blast templates.
use platform::{ErrorReason, Fault, sms, text::one_line};

use super::model::{BlastTemplate, BlastTemplateId};
use crate::outreach::blast;

/// Maximum number of templates of a company.
pub const MAX_TEMPLATES: i64 = 200;

/// Returns a template with valid values.
///
/// # Errors
/// `INVALID_ARGUMENT` on `name` or `body`.
pub fn checked(id: BlastTemplateId, name: &str, body: &str) -> Result<BlastTemplate, Fault> {
    let name = one_line(name);
    if sms::is_blank(&name) {
        return Err(Fault::field("name", "Enter a name."));
    }
    if sms::is_blank(body) {
        return Err(Fault::field("body", "Write the text."));
    }
    if let Some(unknown) = blast::unknown_merge_fields(body).first() {
        return Err(Fault::field(
            "body",
            format!(
                "{{{{{unknown}}}}} isn't a merge field. Use {{{{first_name}}}}, {{{{name}}}}, {{{{unit}}}}, {{{{building}}}} or {{{{community}}}}."
            ),
        ));
    }
    let body = blast::check_body(body)?.trim().to_owned();
    Ok(BlastTemplate { id, name, body })
}

pub fn exists() -> Fault {
    Fault::exists(ErrorReason::BlastTemplateExists, "Another template has this name. Choose another one.")
}

pub fn too_many() -> Fault {
    let words = "Your company has 200 templates. Delete one to add another.";
    Fault::precondition(ErrorReason::TooManyBlastTemplates, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_trimmed_and_merge_fields_keep_their_fallbacks() {
        let body = " {{community}}: Hi {{first_name|neighbor}}, the water is off. ";
        let valid = checked("t".into(), "  Water   shutoff ", body);
        let valid = valid.unwrap_or_else(|_| panic!("a valid template was refused"));
        assert_eq!((&*valid.name, &*valid.body), ("Water shutoff", body.trim()));
    }

    #[test]
    fn blank_templates_and_unknown_merge_fields_are_refused() {
        for (name, body) in [
            (" ", "The water is off."),
            ("\u{200b} \u{202e}", "The water is off."),
            ("Water", " \u{200b}"),
            ("Water", "Hi {{nickname|you}}"),
            ("Balance", "You owe {balance}."),
        ] {
            assert!(checked("t".into(), name, body).is_err(), "{name}: {body}");
        }
    }
}
