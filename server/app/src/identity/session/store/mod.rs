//! Sessions and trusted clients in storage, for platform use.
mod staff;

use platform::{Fault, Timestamp, Tx, delete_expired, ids::CompanyId, paging::PageKey};

use super::model::{ClientInfo, Features, OpenSession, Session, UserKey};

pub use staff::*;

/// Finds the features of a company.
pub async fn features(tx: &mut Tx, company: &CompanyId) -> Result<Option<Features>, Fault> {
    Ok(tx
        .query("SELECT name, v3_enabled, dashboard_options FROM company WHERE id = $1")
        .bind(company.as_str())
        .optional()
        .await?)
}

pub async fn insert_session(
    tx: &mut Tx,
    session: &Session,
    token_hash: &str,
    client: &ClientInfo,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO session (company_id, id, staff_id, token_hash, created_ms, used_ms, user_agent, address)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7)",
    )
    .bind(session.company_id.as_str())
    .bind(session.id.as_str())
    .bind(session.staff_id.as_str())
    .bind(token_hash)
    .bind(session.used_ms)
    .bind(client.user_agent.as_str())
    .bind(client.address.as_str())
    .run()
    .await?;
    Ok(())
}

pub async fn session_by_token(tx: &mut Tx, token_hash: &str) -> Result<Option<Session>, Fault> {
    Ok(tx
        .query(
            "SELECT company_id, id, staff_id, used_ms, acting_company_id FROM session WHERE token_hash = $1",
        )
        .bind(token_hash)
        .optional()
        .await?)
}

pub async fn session_by_id(tx: &mut Tx, company: &CompanyId, id: &str) -> Result<Option<Session>, Fault> {
    Ok(tx
        .query(
            "SELECT company_id, id, staff_id, used_ms, acting_company_id FROM session
             WHERE company_id = $1 AND id = $2",
        )
        .bind(company.as_str())
        .bind(id)
        .optional()
        .await?)
}

/// Lists a user's sessions that were used since a time, before a key, the last used first; one more than `limit`.
pub async fn sessions_of(
    tx: &mut Tx,
    user: UserKey<'_>,
    since: Timestamp,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<OpenSession>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(
            "SELECT id, user_agent, address, created_ms, used_ms FROM session
             WHERE company_id = $1 AND staff_id = $2 AND used_ms >= $3 AND (used_ms, id) < ($4, $5)
             ORDER BY used_ms DESC, id DESC LIMIT $6",
        )
        .bind(user.company.as_str())
        .bind(user.id.as_str())
        .bind(since)
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

pub async fn touch_session(tx: &mut Tx, session: &Session, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE session SET used_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(session.company_id.as_str())
        .bind(session.id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Sets the impersonated company of a session; `None` ends the impersonation.
pub async fn set_acting(tx: &mut Tx, session: &Session, acting: Option<&CompanyId>) -> Result<(), Fault> {
    tx.query("UPDATE session SET acting_company_id = $3 WHERE company_id = $1 AND id = $2")
        .bind(session.company_id.as_str())
        .bind(session.id.as_str())
        .bind(acting.map(CompanyId::as_str))
        .run()
        .await?;
    Ok(())
}

/// Deletes a user's session. Returns false if the user has no such session.
pub async fn delete_session(tx: &mut Tx, user: UserKey<'_>, id: &str) -> Result<bool, Fault> {
    let gone = tx
        .query("DELETE FROM session WHERE company_id = $1 AND staff_id = $2 AND id = $3")
        .bind(user.company.as_str())
        .bind(user.id.as_str())
        .bind(id)
        .run()
        .await?;
    Ok(gone == 1)
}

/// Deletes a user's sessions except the one with the id `except`. Returns how many.
pub async fn delete_sessions(tx: &mut Tx, user: UserKey<'_>, except: &str) -> Result<u64, Fault> {
    Ok(tx
        .query("DELETE FROM session WHERE company_id = $1 AND staff_id = $2 AND id <> $3")
        .bind(user.company.as_str())
        .bind(user.id.as_str())
        .bind(except)
        .run()
        .await?)
}

/// Deletes up to `limit` sessions that were last used at or before `until`. Returns how many.
pub async fn delete_expired_sessions(tx: &mut Tx, until: Timestamp, limit: i64) -> Result<u64, Fault> {
    Ok(tx
        .query(delete_expired!("session", "company_id, id", "used_ms"))
        .bind(until)
        .bind(limit)
        .run()
        .await?)
}

/// Deletes up to `limit` trusted clients that last signed in at or before `until`. Returns how many.
pub async fn delete_expired_trusted_clients(tx: &mut Tx, until: Timestamp, limit: i64) -> Result<u64, Fault> {
    let forget = delete_expired!("trusted_client", "company_id, staff_id, address_hash", "used_ms");
    Ok(tx.query(forget).bind(until).bind(limit).run().await?)
}

/// Returns whether the user with this email address has signed in from a location.
pub async fn is_trusted_client(tx: &mut Tx, email: &str, location_hash: &str) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT k.staff_id FROM staff s
             JOIN trusted_client k ON k.company_id = s.company_id AND k.staff_id = s.id
             WHERE s.email = $1 AND k.address_hash = $2",
        )
        .bind(email)
        .bind(location_hash)
        .exists()
        .await?)
}

/// Records that a user signed in from a location.
pub async fn save_trusted_client(
    tx: &mut Tx,
    user: UserKey<'_>,
    location_hash: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO trusted_client (company_id, staff_id, address_hash, used_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, staff_id, address_hash) DO UPDATE SET used_ms = excluded.used_ms",
    )
    .bind(user.company.as_str())
    .bind(user.id.as_str())
    .bind(location_hash)
    .bind(now)
    .run()
    .await?;
    Ok(())
}
