//! Merges a letter with the data of homeowner accounts.
use platform::{Actor, Fault, access_policy::AccessTable};

use super::merged_letters::find_merged_letters;
use crate::{
    context::Context,
    drafting::draft::model::{DraftId, MergedLetter},
    residents::homeowner::AccountId,
};

/// Returns a letter to each account, sorted by unit and number.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_NOT_LETTER`; `DRAFT_BEING_WRITTEN`.
pub async fn merge_letters(
    context: &Context,
    access: &AccessTable,
    actor: &Actor,
    id: &DraftId,
    accounts: Vec<AccountId>,
) -> Result<Vec<MergedLetter>, Fault> {
    Ok(find_merged_letters(context, access, actor, id, accounts).await?.letters)
}
