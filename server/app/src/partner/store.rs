//! Credentials in storage.
use platform::{Fault, Scope, Timestamp, Tx, dialect};
use sqlx::types::Json;

use super::model::{Partner, PartnerId};

macro_rules! partner {
    ($rest:literal) => {
        concat!(
            "SELECT company_id, id, name, client_id, secret_hash, scopes, redirect_uris, requests_per_minute,
                    created_by, created_ms, used_ms, revoked_ms FROM partner ",
            $rest
        )
    };
}

/// A company's by name, ended ones last.
pub async fn list(tx: &mut Tx, scope: &Scope) -> Result<Vec<Partner>, Fault> {
    Ok(tx
        .query(partner!(
            "WHERE company_id = $1
             ORDER BY CASE WHEN revoked_ms IS NULL THEN 0 ELSE 1 END, name, id LIMIT 200"
        ))
        .bind(scope.company().as_str())
        .all()
        .await?)
}

/// One that is about to be changed: others who would change it wait.
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

/// The credential that calls itself this and holds, whichever company's. It is the platform's
/// own work to let it in.
///
/// # Errors
/// Those of storage.
pub async fn find_by_client(tx: &mut Tx, client_id: &str) -> Result<Option<Partner>, Fault> {
    Ok(tx.query(partner!("WHERE client_id = $1 AND revoked_ms IS NULL")).bind(client_id).optional().await?)
}

/// The same of one company.
///
/// # Errors
/// Those of storage.
pub async fn find_live(tx: &mut Tx, scope: &Scope, client_id: &str) -> Result<Option<Partner>, Fault> {
    Ok(tx
        .query(partner!("WHERE company_id = $1 AND client_id = $2 AND revoked_ms IS NULL"))
        .bind(scope.company().as_str())
        .bind(client_id)
        .optional()
        .await?)
}

/// Adds a credential; false when the company has as many as it may. Two at once are counted
/// one after the other: on SQLite by themselves.
pub async fn insert(tx: &mut Tx, scope: &Scope, partner: &Partner, most: i64) -> Result<bool, Fault> {
    tx.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext('partner ' || $1)) AS TEXT)"))
        .bind(scope.company().as_str())
        .run()
        .await?;
    let (held,): (i64,) = tx
        .query("SELECT count(*) FROM partner WHERE company_id = $1 AND revoked_ms IS NULL")
        .bind(scope.company().as_str())
        .one()
        .await?;
    if held >= most {
        return Ok(false);
    }
    tx.query(
        "INSERT INTO partner (company_id, id, name, client_id, secret_hash, scopes, redirect_uris,
             requests_per_minute, created_by, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
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
    .run()
    .await?;
    Ok(true)
}

/// Writes a credential as it is now.
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

/// Removes all tokens of a credential, and what people granted it.
pub async fn end_all(tx: &mut Tx, scope: &Scope, id: &PartnerId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM partner_token WHERE company_id = $1 AND partner_id = $2",
        "DELETE FROM partner_grant WHERE company_id = $1 AND partner_id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).run().await?;
    }
    Ok(())
}

/// Writes down that a token of it was used.
///
/// # Errors
/// Those of storage.
pub async fn touch(tx: &mut Tx, scope: &Scope, id: &PartnerId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE partner SET used_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}
