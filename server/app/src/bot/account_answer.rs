//! Answers with account data, for texts and web chats.
use answering::Language;
use platform::Timestamp;

use super::{response, templates};
use crate::{
    knowledge::answer::Answer,
    residents::homeowner::{self, Account, TemplateError},
    tenancy::community::Community,
};

/// Fills an answer with the data of accounts. Account data is sent verbatim in every language.
///
/// # Errors
/// Fails if an account is in collections and the persona has no message for it, a value is unknown, or the
/// text is too long.
pub fn account_answer(
    community: &Community,
    answer: &Answer,
    accounts: &[Account],
    language: Language,
    now: Timestamp,
) -> Result<String, TemplateError> {
    let today = now.date_in(&community.time_zone);
    let collections = &community.persona.collections_message;
    let worded = |words: &str| response::plain(community, words);
    let text = homeowner::fill_template(&answer.answer, accounts, collections, today, worded)?;
    Ok(match answering::detect_language(&answer.answer) == language {
        true => text,
        false => templates::english_answer(language, &text),
    })
}
