//! Fills a letter with the data of homeowner accounts.
use std::collections::BTreeSet;

use platform::{Actor, Fault, access_policy::AccessTable};

use super::require;
use crate::{
    context::Context,
    drafting::draft::{
        merge_fields::{self, Recipient},
        model::{Draft, DraftId, MergedLetter},
        rules, store,
    },
    residents::homeowner::{self, AccountId},
    tenancy::community,
};

/// The merged letters of a draft.
pub(super) struct MergedLetters {
    pub(super) draft: Draft,
    pub(super) letters: Vec<MergedLetter>,
}

/// Returns a draft with a letter to each account, sorted by unit and number.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_NOT_LETTER`; `DRAFT_BEING_WRITTEN`.
pub(super) async fn find_merged_letters(
    context: &Context,
    access: &AccessTable,
    actor: &Actor,
    id: &DraftId,
    accounts: Vec<AccountId>,
) -> Result<MergedLetters, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let draft = require(&mut tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    let community = rules::letter_community(&draft)?;
    let community = community::require(&mut tx, &scope, community).await?;
    if !homeowner::can_view_accounts(&mut tx, access, actor, &community.id).await? {
        return Err(Fault::not_found("account"));
    }
    let ids: BTreeSet<AccountId> = accounts.into_iter().collect();
    let ids: Vec<AccountId> = ids.into_iter().collect();
    let found = homeowner::accounts_of_ids(&mut tx, &scope, &community.id, &ids).await?;
    if found.len() < ids.len() {
        return Err(Fault::not_found("account"));
    }
    let text = store::text(&mut tx, &scope, &draft.id, draft.version).await?;
    let (label, today) = (community.label(), context.now().date_in(&community.time_zone));
    let letter = |account: homeowner::Account| {
        let entry = account.entry;
        let filled = merge_fields::fill(&text, &Recipient { entry: &entry, community: &label, today });
        let (text, problem) = match filled {
            Ok(text) => (text, String::new()),
            Err(problem) => (String::new(), problem),
        };
        let name = if entry.name.is_empty() { homeowner::account_label(&entry) } else { entry.name.as_str() };
        MergedLetter { account: account.id, recipient: name.to_owned(), email: entry.email, text, problem }
    };
    let letters = found.into_iter().map(letter).collect();
    Ok(MergedLetters { draft, letters })
}
