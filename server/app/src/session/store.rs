//! Staff and sessions in storage. All of it is the platform's own work, but the list of a
//! company's staff.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CompanyId};
use sqlx::types::Json;

use super::model::{CommunityOption, Features, Session, Staff};

macro_rules! staff {
    ($rest:literal) => {
        concat!(
            "SELECT company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role, phone,
                    text_plan, restricted_view, preferred_vendors, active, created_ms
             FROM staff ",
            $rest
        )
    };
}

pub async fn staff_by_email(tx: &mut Tx, email: &str) -> Result<Option<Staff>, Fault> {
    Ok(tx.query(staff!("WHERE email = $1")).bind(email).optional().await?)
}

pub async fn staff_of_session(tx: &mut Tx, session: &Session) -> Result<Option<Staff>, Fault> {
    let staff = tx
        .query(staff!("WHERE company_id = $1 AND id = $2"))
        .bind(session.company_id.as_str())
        .bind(session.staff_id.as_str())
        .optional()
        .await?;
    Ok(staff)
}

/// A company's staff by name; at most 200.
///
/// # Errors
/// Those of storage.
pub async fn staff_of_company(tx: &mut Tx, scope: &Scope) -> Result<Vec<Staff>, Fault> {
    let staff = tx
        .query(staff!("WHERE company_id = $1 AND active ORDER BY last_name, first_name, id LIMIT 200"))
        .bind(scope.company().as_str())
        .all()
        .await?;
    Ok(staff)
}

/// Adds a member of staff.
///
/// # Errors
/// `ALREADY_EXISTS` when the address has an account.
pub async fn insert_staff(tx: &mut Tx, staff: &Staff) -> Result<(), Fault> {
    let added = tx
        .query(
            "INSERT INTO staff (company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role,
                 phone, text_plan, restricted_view, preferred_vendors, active, created_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (email) DO NOTHING",
        )
        .bind(staff.company_id.as_str())
        .bind(staff.id.as_str())
        .bind(staff.email.as_str())
        .bind(staff.password_hash.as_str())
        .bind(staff.first_name.as_str())
        .bind(staff.last_name.as_str())
        .bind(staff.job_title.as_str())
        .bind(staff.parlor_role.as_str())
        .bind(staff.phone.as_str())
        .bind(staff.text_plan)
        .bind(staff.restricted_view)
        .bind(Json(&staff.preferred_vendors))
        .bind(staff.active)
        .bind(staff.created_ms)
        .run()
        .await?;
    if added == 1 {
        Ok(())
    } else {
        Err(Fault::exists("EMAIL_TAKEN", "This e-mail address has an account already."))
    }
}

pub async fn features(tx: &mut Tx, company: &CompanyId) -> Result<Option<Features>, Fault> {
    Ok(tx
        .query("SELECT v3_enabled, dashboard_options FROM company WHERE id = $1")
        .bind(company.as_str())
        .optional()
        .await?)
}

/// The communities that a member of staff sees: all for an administrator, by tag; the
/// assigned ones for a manager, in their own order. At most 200.
pub async fn communities(tx: &mut Tx, staff: &Staff) -> Result<Vec<CommunityOption>, Fault> {
    let communities = tx
        .query(
            "SELECT c.id, c.tag FROM company_community l
             JOIN community c ON c.id = l.community_id
             LEFT JOIN staff_community m
               ON m.company_id = l.company_id AND m.community_id = l.community_id AND m.staff_id = $2
             WHERE l.company_id = $1 AND ($3 OR m.staff_id IS NOT NULL)
             ORDER BY COALESCE(m.position, 0), c.tag LIMIT 200",
        )
        .bind(staff.company_id.as_str())
        .bind(staff.id.as_str())
        .bind(staff.is_administrator())
        .all()
        .await?;
    Ok(communities)
}

pub async fn insert_session(tx: &mut Tx, session: &Session, token_hash: &str) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO session (company_id, id, staff_id, token_hash, created_ms, used_ms) VALUES ($1, $2, $3, $4, $5, $5)",
    )
    .bind(session.company_id.as_str())
    .bind(session.id.as_str())
    .bind(session.staff_id.as_str())
    .bind(token_hash)
    .bind(session.used_ms)
    .run()
    .await?;
    Ok(())
}

pub async fn session_by_token(tx: &mut Tx, token_hash: &str) -> Result<Option<Session>, Fault> {
    Ok(tx
        .query("SELECT company_id, id, staff_id, used_ms FROM session WHERE token_hash = $1")
        .bind(token_hash)
        .optional()
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

pub async fn delete_session(tx: &mut Tx, company: &CompanyId, id: &str) -> Result<(), Fault> {
    tx.query("DELETE FROM session WHERE company_id = $1 AND id = $2")
        .bind(company.as_str())
        .bind(id)
        .run()
        .await?;
    Ok(())
}

/// Has others who try the same address wait until this is committed. On SQLite they do anyway.
pub async fn lock_address(tx: &mut Tx, address: &str) -> Result<(), Fault> {
    tx.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)"))
        .bind(address)
        .run()
        .await?;
    Ok(())
}

/// When an address failed since `since`, the oldest first; at most 100.
pub async fn failures(tx: &mut Tx, address: &str, since: Timestamp) -> Result<Vec<Timestamp>, Fault> {
    let rows: Vec<(Timestamp,)> = tx
        .query(
            "SELECT at_ms FROM (SELECT at_ms FROM login_failure WHERE address_hash = $1 AND at_ms > $2
             ORDER BY at_ms DESC LIMIT 100) newest ORDER BY at_ms",
        )
        .bind(address)
        .bind(since)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(at,)| at).collect())
}

/// Writes a failure down, and forgets those that count no longer.
pub async fn record_failure(
    tx: &mut Tx,
    address: &str,
    now: Timestamp,
    nonce: String,
    forget: Timestamp,
) -> Result<(), Fault> {
    tx.query("DELETE FROM login_failure WHERE address_hash = $1 AND at_ms <= $2")
        .bind(address)
        .bind(forget)
        .run()
        .await?;
    tx.query("INSERT INTO login_failure (address_hash, at_ms, nonce) VALUES ($1, $2, $3)")
        .bind(address)
        .bind(now)
        .bind(nonce)
        .run()
        .await?;
    Ok(())
}

pub async fn forget_failures(tx: &mut Tx, address: &str) -> Result<(), Fault> {
    tx.query("DELETE FROM login_failure WHERE address_hash = $1").bind(address).run().await?;
    Ok(())
}
