//! Queries for authorizations at CINC, and for the renewal of the access. `$1` is the scope's company.
use platform::{Fault, Scope, Timestamp, Tx};

use crate::integrations::integration::model::NewAuthorization;

/// Stores an authorization that was started, replacing an earlier one.
pub async fn start_authorization(tx: &mut Tx, scope: &Scope, new: &NewAuthorization) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO software_authorization (company_id, user_id, state_hash, management_id, expires_ms)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id) DO UPDATE SET user_id = excluded.user_id, state_hash = excluded.state_hash,
             management_id = excluded.management_id, expires_ms = excluded.expires_ms",
    )
    .bind(scope.company().as_str())
    .bind(new.user_id.as_str())
    .bind(new.state_hash.as_str())
    .bind(new.management_id.as_str())
    .bind(new.expires_ms)
    .run()
    .await?;
    Ok(())
}

/// Deletes the authorization that a user has started with a state. Returns its management ID; `None` if there is none,
/// or it has expired.
pub async fn take_authorization(
    tx: &mut Tx,
    scope: &Scope,
    user: &str,
    state_hash: &str,
    now: Timestamp,
) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(
            "DELETE FROM software_authorization
             WHERE company_id = $1 AND user_id = $2 AND state_hash = $3 AND expires_ms > $4
             RETURNING management_id",
        )
        .bind(scope.company().as_str())
        .bind(user)
        .bind(state_hash)
        .bind(now)
        .optional_value()
        .await?)
}

/// Returns the renewal of the access that a server has reserved; `None` if none has.
pub async fn find_renewal(tx: &mut Tx, scope: &Scope) -> Result<Option<String>, Fault> {
    let found: Option<(Option<String>,)> = tx
        .query("SELECT renewal_id FROM software_connection WHERE company_id = $1")
        .bind(scope.company().as_str())
        .optional()
        .await?;
    Ok(found.and_then(|(renewal,)| renewal))
}

/// Reserves a renewal for one server, in place of one that has ended. Returns false if another one is reserved, or there
/// is no connection.
pub async fn reserve_renewal(
    tx: &mut Tx,
    scope: &Scope,
    renewal: &str,
    ended: Option<&str>,
) -> Result<bool, Fault> {
    let updated = tx
        .query(
            "UPDATE software_connection SET renewal_id = $2
             WHERE company_id = $1 AND (renewal_id IS NULL OR renewal_id = $3)",
        )
        .bind(scope.company().as_str())
        .bind(renewal)
        .bind(ended)
        .run()
        .await?;
    Ok(updated == 1)
}

/// Ends a renewal. Returns false if the connection was removed or replaced, or another renewal is reserved.
pub async fn end_renewal(tx: &mut Tx, scope: &Scope, renewal: &str) -> Result<bool, Fault> {
    let updated = tx
        .query(
            "UPDATE software_connection SET renewal_id = NULL
             WHERE company_id = $1 AND renewal_id = $2",
        )
        .bind(scope.company().as_str())
        .bind(renewal)
        .run()
        .await?;
    Ok(updated == 1)
}
