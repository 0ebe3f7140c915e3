//! Purges a deleted community in batches, so that no transaction is long and a crash loses no work.
use platform::{Fault, Scope, Tx, ids::CommunityId};

use crate::tenancy::{community::CommunityContent, community_admin::store};

/// Maximum number of rows of one table that are purged in one transaction.
const BATCH: i64 = 2_000;

/// Deletes one batch of a company's data of a community, referencing rows first. The last batch unlinks the community
/// from the company.
pub async fn purge_batch(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    content: &dyn CommunityContent,
) -> Result<(), Fault> {
    let messages = store::list_messages(tx, scope, community, BATCH).await?;
    if !messages.is_empty() {
        return store::delete_messages(tx, scope, &messages).await;
    }
    if store::delete_escalations_without_text(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    if store::delete_conversations(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    if store::delete_residents(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    if content.purge(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    store::detach(tx, scope, community).await
}
