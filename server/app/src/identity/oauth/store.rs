//! Codes, tokens and grants in storage, by digest. [`find_access_token`] is for platform use; all other functions
//! are scoped to the partner's company.
use std::collections::BTreeSet;

use platform::{Fault, Scope, Timestamp, Tx, delete_expired, ids::UserId};
use sqlx::types::Json;

use super::model::{AccessTokenRecord, Grant, GrantId, Token};
use crate::identity::partner::PartnerId;

/// Finds an access token whose partner and grant are active.
pub async fn find_access_token(tx: &mut Tx, token_hash: &str) -> Result<Option<AccessTokenRecord>, Fault> {
    Ok(tx
        .query(
            "SELECT t.token_hash, t.company_id, t.partner_id, p.name, p.requests_per_minute, t.grant_id,
                    g.staff_id, t.expires_ms, t.scopes, p.scopes AS partner_scopes, g.scopes AS grant_scopes,
                    p.used_ms AS partner_used_ms, g.used_ms AS grant_used_ms
             FROM partner_token t
             JOIN partner p ON p.company_id = t.company_id AND p.id = t.partner_id AND p.revoked_ms IS NULL
             LEFT JOIN partner_grant g ON g.company_id = t.company_id AND g.id = t.grant_id
             WHERE t.token_hash = $1 AND t.kind = 2 AND (t.grant_id IS NULL OR g.id IS NOT NULL)",
        )
        .bind(token_hash)
        .optional()
        .await?)
}

/// Records the use of a grant.
pub async fn touch_grant(tx: &mut Tx, scope: &Scope, id: &GrantId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE partner_grant SET used_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Finds a code or token of a partner.
pub async fn find_token(
    tx: &mut Tx,
    scope: &Scope,
    partner: &PartnerId,
    token_hash: &str,
) -> Result<Option<Token>, Fault> {
    Ok(tx
        .query(
            "SELECT token_hash, partner_id, grant_id, kind, scopes, expires_ms, used_ms, redirect_uri, challenge
             FROM partner_token WHERE company_id = $1 AND partner_id = $2 AND token_hash = $3",
        )
        .bind(scope.company().as_str())
        .bind(partner.as_str())
        .bind(token_hash)
        .optional()
        .await?)
}

/// Finds a grant whose user is active.
pub async fn find_active_grant(tx: &mut Tx, scope: &Scope, id: &GrantId) -> Result<Option<Grant>, Fault> {
    Ok(tx
        .query(
            "SELECT g.id, g.partner_id, g.staff_id, g.scopes, g.granted_ms, g.used_ms, p.name
             FROM partner_grant g
             JOIN partner p ON p.company_id = g.company_id AND p.id = g.partner_id
             JOIN staff s ON s.company_id = g.company_id AND s.id = g.staff_id AND s.active
             WHERE g.company_id = $1 AND g.id = $2",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

pub async fn insert_token(tx: &mut Tx, scope: &Scope, token: &Token) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO partner_token (company_id, token_hash, partner_id, grant_id, kind, scopes, expires_ms,
             redirect_uri, challenge)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(scope.company().as_str())
    .bind(token.token_hash.as_str())
    .bind(token.partner_id.as_str())
    .bind(token.grant_id.as_ref().map(GrantId::as_str))
    .bind(token.kind as i32)
    .bind(Json(&token.scopes))
    .bind(token.expires_ms)
    .bind(token.redirect_uri.as_str())
    .bind(token.challenge.as_str())
    .run()
    .await?;
    Ok(())
}

/// Marks a code or refresh token as used. Returns false if it was used concurrently.
pub async fn use_token(tx: &mut Tx, scope: &Scope, token: &Token, now: Timestamp) -> Result<bool, Fault> {
    let used = tx
        .query(
            "UPDATE partner_token SET used_ms = $3
             WHERE company_id = $1 AND token_hash = $2 AND used_ms IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(token.token_hash.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(used == 1)
}

pub async fn delete_token(tx: &mut Tx, scope: &Scope, token_hash: &str) -> Result<(), Fault> {
    tx.query("DELETE FROM partner_token WHERE company_id = $1 AND token_hash = $2")
        .bind(scope.company().as_str())
        .bind(token_hash)
        .run()
        .await?;
    Ok(())
}

/// Deletes up to `limit` codes and tokens that expired at or before `by`, and grants without tokens. Returns how many
/// codes and tokens.
pub async fn delete_expired_tokens(tx: &mut Tx, by: Timestamp, limit: i64) -> Result<u64, Fault> {
    let forget = delete_expired!("partner_token", "token_hash", "expires_ms", "RETURNING grant_id");
    let gone: Vec<(Option<GrantId>,)> = tx.query(forget).bind(by).bind(limit).all().await?;
    let grants: BTreeSet<_> = gone.iter().filter_map(|(grant,)| grant.as_ref()).collect();
    tx.query(platform::with_list!(
        "DELETE FROM partner_grant WHERE id IN ",
        "$1",
        " AND NOT EXISTS (
             SELECT 1 FROM partner_token t
             WHERE t.company_id = partner_grant.company_id AND t.grant_id = partner_grant.id)"
    ))
    .bind(Json(grants))
    .run()
    .await?;
    Ok(gone.len() as u64)
}

pub async fn insert_grant(tx: &mut Tx, scope: &Scope, grant: &Grant) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO partner_grant (company_id, id, partner_id, staff_id, scopes, granted_ms)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(scope.company().as_str())
    .bind(grant.id.as_str())
    .bind(grant.partner_id.as_str())
    .bind(grant.staff_id.as_str())
    .bind(Json(&grant.scopes))
    .bind(grant.granted_ms)
    .run()
    .await?;
    Ok(())
}

/// Selects the active grants of a user: those with an unused, unexpired code or token.
macro_rules! active_grants {
    ($rest:literal) => {
        concat!(
            "FROM partner_grant g JOIN partner p ON p.company_id = g.company_id AND p.id = g.partner_id
             WHERE g.company_id = $1 AND g.staff_id = $2 AND EXISTS (
                 SELECT 1 FROM partner_token t WHERE t.company_id = g.company_id AND t.grant_id = g.id
                 AND t.used_ms IS NULL AND t.expires_ms >= $3)
             ORDER BY g.granted_ms DESC, g.id DESC LIMIT $4",
            $rest
        )
    };
}

/// Lists a user's active grants, the newest first.
pub async fn list_active_grants(
    tx: &mut Tx,
    scope: &Scope,
    staff: &UserId,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Grant>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT g.id, g.partner_id, g.staff_id, g.scopes, g.granted_ms, g.used_ms, p.name ",
            active_grants!("")
        ))
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .bind(now)
        .bind(limit)
        .all()
        .await?)
}

/// Deletes all grants of a user except the newest `limit` active ones. Blocks other transactions that do so until this
/// one ends.
pub async fn trim_grants(
    tx: &mut Tx,
    scope: &Scope,
    staff: &UserId,
    now: Timestamp,
    limit: i64,
) -> Result<(), Fault> {
    tx.lock(&format!("grants {} {staff}", scope.company())).await?;
    for sql in [
        concat!(
            "DELETE FROM partner_token WHERE company_id = $1 AND grant_id IN (
                 SELECT id FROM partner_grant WHERE company_id = $1 AND staff_id = $2)
             AND grant_id NOT IN (SELECT g.id ",
            active_grants!(")")
        ),
        concat!(
            "DELETE FROM partner_grant WHERE company_id = $1 AND staff_id = $2 AND id NOT IN (SELECT g.id ",
            active_grants!(")")
        ),
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(staff.as_str()).bind(now).bind(limit).run().await?;
    }
    Ok(())
}

/// Finds a grant of a user, active or not.
pub async fn find_grant(
    tx: &mut Tx,
    scope: &Scope,
    staff: &UserId,
    id: &GrantId,
) -> Result<Option<Grant>, Fault> {
    Ok(tx
        .query(
            "SELECT g.id, g.partner_id, g.staff_id, g.scopes, g.granted_ms, g.used_ms, p.name
             FROM partner_grant g
             JOIN partner p ON p.company_id = g.company_id AND p.id = g.partner_id
             WHERE g.company_id = $1 AND g.staff_id = $2 AND g.id = $3",
        )
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Ends all grants of a user, so that none becomes active again when the user is reactivated.
pub async fn end_grants(tx: &mut Tx, scope: &Scope, staff: &UserId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM partner_token WHERE company_id = $1 AND grant_id IN (
             SELECT id FROM partner_grant WHERE company_id = $1 AND staff_id = $2)",
        "DELETE FROM partner_grant WHERE company_id = $1 AND staff_id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(staff.as_str()).run().await?;
    }
    Ok(())
}

/// Ends a grant with all of its tokens.
pub async fn end_grant(tx: &mut Tx, scope: &Scope, id: &GrantId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM partner_token WHERE company_id = $1 AND grant_id = $2",
        "DELETE FROM partner_grant WHERE company_id = $1 AND id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).run().await?;
    }
    Ok(())
}
