//! Partner credentials in storage.
use platform::{Fault, Scope, Timestamp, Tx, dialect};
use sqlx::types::Json;

use super::model::{Partner, PartnerId, PartnerKey};

macro_rules! partner {
    ($rest:literal) => {
        concat!(
            "SELECT company_id, id, name, client_id, secret_hash, is_public, scopes, redirect_uris,
                    requests_per_minute, created_by, created_ms, used_ms, revoked_ms FROM partner ",
            $rest
        )
    };
}

/// Lists a company's credentials after a key by name, revoked ones last; one more than `limit`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    after: Option<PartnerKey>,
    limit: i64,
) -> Result<Vec<Partner>, Fault> {
    let PartnerKey { is_revoked, name, id } = after.unwrap_or_default();
    Ok(tx
        .query(partner!(
            "WHERE company_id = $1 AND (CASE WHEN revoked_ms IS NULL THEN 0 ELSE 1 END, name, id) > ($2, $3, $4)
             ORDER BY CASE WHEN revoked_ms IS NULL THEN 0 ELSE 1 END, name, id LIMIT $5"
        ))
        .bind(scope.company().as_str())
        .bind(i32::from(is_revoked))
        .bind(name)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Finds a credential and blocks other changes to it until the transaction ends.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &PartnerId) -> Result<Option<Partner>, Fault> {
    Ok(tx
        .query(dialect(
            partner!("WHERE company_id = $1 AND id = $2"),
            partner!("WHERE company_id = $1 AND id = $2 FOR UPDATE"),
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Finds an active credential of any company by its client id. For platform use.
pub async fn find_by_client(tx: &mut Tx, client_id: &str) -> Result<Option<Partner>, Fault> {
    Ok(tx.query(partner!("WHERE client_id = $1 AND revoked_ms IS NULL")).bind(client_id).optional().await?)
}

/// Finds an active credential of the scope's company by its client id.
pub async fn find_active(tx: &mut Tx, scope: &Scope, client_id: &str) -> Result<Option<Partner>, Fault> {
    Ok(tx
        .query(partner!("WHERE company_id = $1 AND client_id = $2 AND revoked_ms IS NULL"))
        .bind(scope.company().as_str())
        .bind(client_id)
        .optional()
        .await?)
}

/// Inserts a credential. Returns false if the company has `max` active ones. A lock serializes concurrent inserts;
/// SQLite has a single writer and needs none.
pub async fn insert(tx: &mut Tx, scope: &Scope, partner: &Partner, max: i64) -> Result<bool, Fault> {
    tx.lock(&format!("partner {}", scope.company())).await?;
    let (count,): (i64,) = tx
        .query("SELECT count(*) FROM partner WHERE company_id = $1 AND revoked_ms IS NULL")
        .bind(scope.company().as_str())
        .one()
        .await?;
    if count >= max {
        return Ok(false);
    }
    tx.query(
        "INSERT INTO partner (company_id, id, name, client_id, secret_hash, scopes, redirect_uris,
             requests_per_minute, created_by, created_ms, is_public)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(scope.company().as_str())
    .bind(partner.id.as_str())
    .bind(partner.name.as_str())
    .bind(partner.client_id.as_str())
    .bind(partner.secret_hash.as_str())
    .bind(Json(&partner.scopes))
    .bind(Json(&partner.redirect_uris))
    .bind(partner.requests_per_minute)
    .bind(partner.created_by.as_str())
    .bind(partner.created_ms)
    .bind(partner.is_public)
    .run()
    .await?;
    Ok(true)
}

/// Updates a credential.
pub async fn save(tx: &mut Tx, scope: &Scope, partner: &Partner) -> Result<(), Fault> {
    tx.query(
        "UPDATE partner SET name = $3, secret_hash = $4, scopes = $5, redirect_uris = $6,
             requests_per_minute = $7, revoked_ms = $8
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(partner.id.as_str())
    .bind(partner.name.as_str())
    .bind(partner.secret_hash.as_str())
    .bind(Json(&partner.scopes))
    .bind(Json(&partner.redirect_uris))
    .bind(partner.requests_per_minute)
    .bind(partner.revoked_ms)
    .run()
    .await?;
    Ok(())
}

/// Deletes all tokens and grants of a credential.
pub async fn delete_tokens_and_grants(tx: &mut Tx, scope: &Scope, id: &PartnerId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM partner_token WHERE company_id = $1 AND partner_id = $2",
        "DELETE FROM partner_grant WHERE company_id = $1 AND partner_id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).run().await?;
    }
    Ok(())
}

/// Records the use of a credential.
pub async fn touch(tx: &mut Tx, scope: &Scope, id: &PartnerId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE partner SET used_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Checks that the scope's company exists.
///
/// # Errors
/// `NOT_FOUND` if it does not.
pub async fn require_company(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    let found: Option<(String,)> =
        tx.query("SELECT id FROM company WHERE id = $1").bind(scope.company().as_str()).optional().await?;
    found.map(drop).ok_or_else(|| Fault::not_found("company"))
}
