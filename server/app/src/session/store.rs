//! Sessions in storage, and what is asked to resolve one. All of it is the platform's own work.
mod staff;

use platform::{
    Fault, Timestamp, Tx, bygone,
    ids::{CompanyId, UserId},
};

use super::model::{Caller, Features, OpenSession, Session};

pub use staff::*;

/// What a company has switched on; nothing, if there is no such company.
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
    caller: &Caller,
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
    .bind(caller.user_agent.as_str())
    .bind(caller.address.as_str())
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

/// Somebody's sessions that were used since, the last used first; at most 200.
pub async fn sessions_of(
    tx: &mut Tx,
    (company, staff): (&CompanyId, &UserId),
    since: Timestamp,
) -> Result<Vec<OpenSession>, Fault> {
    Ok(tx
        .query(
            "SELECT id, user_agent, address, created_ms, used_ms FROM session
             WHERE company_id = $1 AND staff_id = $2 AND used_ms >= $3 ORDER BY used_ms DESC, id DESC LIMIT 200",
        )
        .bind(company.as_str())
        .bind(staff.as_str())
        .bind(since)
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

/// Has a session act in another company, or with none in the person's own.
pub async fn set_acting(tx: &mut Tx, session: &Session, acting: Option<&CompanyId>) -> Result<(), Fault> {
    tx.query("UPDATE session SET acting_company_id = $3 WHERE company_id = $1 AND id = $2")
        .bind(session.company_id.as_str())
        .bind(session.id.as_str())
        .bind(acting.map(CompanyId::as_str))
        .run()
        .await?;
    Ok(())
}

/// Ends one of somebody's sessions; false if they have none such.
pub async fn delete_session(
    tx: &mut Tx,
    (company, staff): (&CompanyId, &UserId),
    id: &str,
) -> Result<bool, Fault> {
    let gone = tx
        .query("DELETE FROM session WHERE company_id = $1 AND staff_id = $2 AND id = $3")
        .bind(company.as_str())
        .bind(staff.as_str())
        .bind(id)
        .run()
        .await?;
    Ok(gone == 1)
}

/// Ends somebody's sessions but the one with this id; how many there were.
pub async fn delete_sessions(
    tx: &mut Tx,
    (company, staff): (&CompanyId, &UserId),
    but: &str,
) -> Result<u64, Fault> {
    Ok(tx
        .query("DELETE FROM session WHERE company_id = $1 AND staff_id = $2 AND id <> $3")
        .bind(company.as_str())
        .bind(staff.as_str())
        .bind(but)
        .run()
        .await?)
}

/// Forgets at most `most` of the sessions that were used last then or before; how many.
pub async fn forget_sessions(tx: &mut Tx, then: Timestamp, most: i64) -> Result<u64, Fault> {
    Ok(tx.query(bygone!("session", "company_id, id", "used_ms")).bind(then).bind(most).run().await?)
}

/// Forgets at most `most` of the places from which nobody has signed in since then; how many.
pub async fn forget_places(tx: &mut Tx, then: Timestamp, most: i64) -> Result<u64, Fault> {
    let forget = bygone!("known_place", "company_id, staff_id, place_hash", "used_ms");
    Ok(tx.query(forget).bind(then).bind(most).run().await?)
}

/// Whether the owner of an address has signed in from a place.
pub async fn knows_place(tx: &mut Tx, email: &str, place_hash: &str) -> Result<bool, Fault> {
    let known: Option<(String,)> = tx
        .query(
            "SELECT k.staff_id FROM staff s
             JOIN known_place k ON k.company_id = s.company_id AND k.staff_id = s.id
             WHERE s.email = $1 AND k.place_hash = $2",
        )
        .bind(email)
        .bind(place_hash)
        .optional()
        .await?;
    Ok(known.is_some())
}

/// Notes that somebody signed in from a place.
pub async fn remember_place(
    tx: &mut Tx,
    (company, staff): (&CompanyId, &UserId),
    place_hash: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO known_place (company_id, staff_id, place_hash, used_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, staff_id, place_hash) DO UPDATE SET used_ms = excluded.used_ms",
    )
    .bind(company.as_str())
    .bind(staff.as_str())
    .bind(place_hash)
    .bind(now)
    .run()
    .await?;
    Ok(())
}
