//! Queries for persons whom staff merged with a homeowner account. The caller has checked that the scope contains the
//! community.
use platform::{Fault, Scope, Tx, ids::CommunityId};

use crate::residents::homeowner::AccountId;

/// Returns the account with which the person with this phone number or email address was merged.
pub async fn merged_account(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &str,
) -> Result<Option<AccountId>, Fault> {
    Ok(tx
        .query(
            "SELECT account_id FROM merged_person WHERE company_id = $1 AND community_id = $2 AND address = $3",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(address)
        .optional_value()
        .await?)
}

/// Returns the phone numbers and email addresses that were merged with an account; up to `limit`.
pub async fn merged_addresses(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    account: &AccountId,
    limit: i64,
) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query(
            "SELECT address FROM merged_person WHERE company_id = $1 AND community_id = $2 AND account_id = $3
             ORDER BY address LIMIT $4",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(account.as_str())
        .bind(limit)
        .values()
        .await?)
}

pub async fn merge(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &str,
    account: &AccountId,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO merged_person (company_id, community_id, address, account_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, community_id, address) DO UPDATE SET account_id = excluded.account_id",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(address)
    .bind(account.as_str())
    .run()
    .await?;
    Ok(())
}

/// Undoes a merge. Returns `false` if there was none.
pub async fn unmerge(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &str,
) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM merged_person WHERE company_id = $1 AND community_id = $2 AND address = $3")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(address)
        .run()
        .await?;
    Ok(deleted == 1)
}

/// Returns the name in the newest email thread with an address; empty if it is unknown.
pub async fn participant_name(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &str,
) -> Result<String, Fault> {
    let found: Option<(String,)> = tx
        .query(
            "SELECT participant_name FROM email_thread WHERE company_id = $1 AND community_id = $2
             AND participant_address = $3 ORDER BY last_message_ms DESC, id DESC LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(address)
        .optional()
        .await?;
    Ok(found.map(|(name,)| name).unwrap_or_default())
}

/// Deletes the merges of a community. Returns the number of deleted rows.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<u64, Fault> {
    let query = tx.query("DELETE FROM merged_person WHERE company_id = $1 AND community_id = $2");
    Ok(query.bind(scope.company().as_str()).bind(community.as_str()).run().await?)
}
