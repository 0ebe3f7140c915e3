//! Exports a letter that is merged with the data of homeowner accounts.
use platform::{Actor, Fault, access_policy::AccessTable};

use super::{
    letterhead::letterhead,
    merged_letters::{MergedLetters, find_merged_letters},
};
use crate::{
    context::Context,
    drafting::{
        document,
        draft::{
            model::{DraftId, ExportedFile},
            rules,
        },
    },
    residents::homeowner::AccountId,
};

/// Returns the complete letters as one DOCX file.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_NOT_LETTER`; `DRAFT_BEING_WRITTEN`; `NO_LETTER_COMPLETE`.
pub async fn export_letters(
    context: &Context,
    access: &AccessTable,
    actor: &Actor,
    id: &DraftId,
    accounts: Vec<AccountId>,
) -> Result<ExportedFile, Fault> {
    let MergedLetters { draft, letters } = find_merged_letters(context, access, actor, id, accounts).await?;
    let complete = letters.iter().filter(|letter| letter.problem.is_empty());
    let texts: Vec<&str> = complete.map(|letter| letter.text.as_str()).collect();
    if texts.is_empty() {
        return Err(rules::no_letter_complete());
    }
    let header = letterhead(context, actor, &draft).await?;
    let bytes = document::write_docx(&texts, header.as_ref())?;
    Ok(ExportedFile { name: rules::file_name(&draft.title), bytes })
}
