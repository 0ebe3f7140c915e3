//! Checks the output of a writing model with the guardrails of the answering engine.
use answering::{
    Language,
    guardrails::{DraftReply, ReplyPolicy, check_reply, check_translation},
};

use super::{
    model::{ReplyStyle, SourceAnswer},
    verbatim,
    writer::WriterOutput,
};
use platform::sms::MAX_CHARACTERS;

/// The violation of a guardrail, as the beginning of a sentence for staff.
pub type Violation = String;

/// Returns the reply to send.
///
/// # Errors
/// Fails with the violation in the reply.
pub fn checked(
    style: &ReplyStyle,
    answers: &[SourceAnswer],
    written: &WriterOutput,
    language: Language,
) -> Result<String, Violation> {
    let text = written.reply.trim();
    let rendered = verbatim::words(style, text);
    let reply = DraftReply { text, rendered_chars: rendered.chars().count(), citations: &written.citations };
    let policy = ReplyPolicy { language, allows_emojis: style.persona.use_emojis, max_chars: MAX_CHARACTERS };
    let answers: Vec<&str> = answers.iter().map(|answer| answer.answer.as_str()).collect();
    check_reply(&reply, &answers, &policy).map_err(|violation| violation.to_string())?;
    Ok(rendered)
}

/// Returns the English translation of a text in another language.
///
/// # Errors
/// Fails with the violation in the translation.
pub fn translated(text: &str, english: &str) -> Result<String, Violation> {
    check_translation(text, english, MAX_CHARACTERS).map_err(|violation| violation.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tenancy::community::Replacement;

    #[test]
    fn a_reply_is_checked_as_written_and_returned_with_the_replacements_of_the_community() {
        let answers = [SourceAnswer {
            id: "1".into(),
            question: "Pool?".into(),
            answer: "The pool is open from 8 am to 9 pm.".into(),
        }];
        let replacement = Replacement { original_text: "pool".into(), new_text: "swim center".into() };
        let style = ReplyStyle { verbiage: vec![replacement], ..ReplyStyle::default() };
        let check = |reply: &str| {
            let written = WriterOutput { reply: reply.to_owned(), citations: vec![0] };
            checked(&style, &answers, &written, Language::English)
        };
        let rendered = "The swim center is open 8 am to 9 pm.".to_owned();
        assert_eq!(check(" The pool is open 8 am to 9 pm. "), Ok(rendered));
        assert!(check("The pool is open 8 am to 10 pm.").is_err_and(|flaw| flaw.contains("\"10 pm\"")));
        assert!(check("The pool is open 8 am to 9 pm. 🎉").is_err_and(|flaw| flaw.contains("emojis")));
    }

    #[test]
    fn a_reply_that_is_too_long_after_the_replacements_is_rejected() {
        let answers =
            [SourceAnswer { id: "1".into(), question: "Pool?".into(), answer: "The pool is open.".into() }];
        let new_text = "x".repeat(MAX_CHARACTERS);
        let style = ReplyStyle {
            verbiage: vec![Replacement { original_text: "pool".into(), new_text }],
            ..ReplyStyle::default()
        };
        let written = WriterOutput { reply: "The pool is open.".to_owned(), citations: vec![0] };
        let flaw = checked(&style, &answers, &written, Language::English).expect_err("it is too long");
        assert!(flaw.contains("more than 1600"), "{flaw}");
    }
}
