//! Searches accounts in all communities that an actor sees.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    residents::homeowner::{
        model::{self, Account, AccountId},
        store,
    },
};

/// Returns up to `limit` accounts: those with exactly the words of the query first, then those whose words begin with
/// them, each by name.
pub async fn search_accounts(
    context: &Context,
    actor: &Actor,
    query: &str,
    limit: usize,
) -> Result<Vec<Account>, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let mut found: Vec<AccountId> = Vec::new();
    let mut accounts = Vec::new();
    for words in model::query_words(query) {
        let words = store::sort_by_rarity(&mut tx, &scope, words).await?;
        for is_exact in [true, false] {
            if found.len() >= limit {
                return Ok(accounts);
            }
            // Accounts that were found before are found again.
            let max = i64::try_from(limit + found.len()).unwrap_or(i64::MAX);
            let mut more = store::find_by_words(&mut tx, &scope, &words, is_exact, max).await?;
            more.retain(|id| !found.contains(id));
            more.truncate(limit - found.len());
            accounts.extend(store::company_accounts_of_ids(&mut tx, &scope, &more).await?);
            found.extend(more);
        }
    }
    Ok(accounts)
}
