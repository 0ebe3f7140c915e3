//! Staff in storage. What takes no scope is the platform's own work: it signs people in.
use std::collections::HashMap;

use platform::{
    Fault, Scope, Tx, dialect,
    ids::{CompanyId, UserId},
};
use sqlx::{FromRow, types::Json};

use crate::session::model::{CommunityOption, Session, Staff};

macro_rules! staff {
    ($rest:literal) => {
        concat!(
            "SELECT company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role, phone,
                    text_plan, restricted_view, preferred_vendors, active, created_ms, header_image
             FROM staff ",
            $rest
        )
    };
}

/// Whose address it is, open or closed; the platform's own work.
///
/// # Errors
/// Those of storage.
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
    if added == 1 { Ok(()) } else { Err(email_taken()) }
}

#[derive(FromRow)]
struct Seen {
    staff_id: UserId,
    id: String,
    tag: String,
}

/// The communities of a company that each of these people sees, at most 200 each: all, or the
/// assigned ones in their order; of these what the person selected, in the order of the selection,
/// unless that leaves nothing.
///
/// # Errors
/// Those of storage.
pub async fn communities(
    tx: &mut Tx,
    company: &CompanyId,
    people: &[(&str, bool)],
) -> Result<HashMap<UserId, Vec<CommunityOption>>, Fault> {
    macro_rules! seen {
        ($people:literal) => {
            concat!(
                "SELECT staff_id, id, tag FROM (
                     SELECT w.staff_id, c.id, c.tag, s.position AS chosen,
                            COUNT(s.position) OVER (PARTITION BY w.staff_id) AS choices,
                            ROW_NUMBER() OVER (PARTITION BY w.staff_id
                                ORDER BY CASE WHEN s.position IS NULL THEN 1 ELSE 0 END, s.position,
                                         COALESCE(m.position, 0), c.tag, c.id) AS nth
                     FROM (",
                $people,
                ") w
                     JOIN company_community l ON l.company_id = $1 AND l.live
                     JOIN community c ON c.id = l.community_id
                     LEFT JOIN staff_community m ON m.company_id = l.company_id
                          AND m.community_id = l.community_id AND m.staff_id = w.staff_id
                     LEFT JOIN staff_selection s ON s.company_id = l.company_id
                          AND s.community_id = l.community_id AND s.staff_id = w.staff_id
                     WHERE w.sees_all OR m.staff_id IS NOT NULL) seen
                 WHERE nth <= 200 AND (choices = 0 OR chosen IS NOT NULL) ORDER BY staff_id, nth"
            )
        };
    }
    let seen: Vec<Seen> = tx
        .query(dialect(
            seen!(
                "SELECT json_extract(value, '$[0]') AS staff_id, json_extract(value, '$[1]') AS sees_all
                 FROM json_each($2)"
            ),
            seen!(
                "SELECT value->>0 AS staff_id, (value->>1)::BOOLEAN AS sees_all FROM jsonb_array_elements($2)"
            ),
        ))
        .bind(company.as_str())
        .bind(Json(people))
        .all()
        .await?;
    let mut options: HashMap<UserId, Vec<CommunityOption>> = HashMap::new();
    for Seen { staff_id, id, tag } in seen {
        options.entry(staff_id).or_default().push(CommunityOption { id, tag });
    }
    Ok(options)
}

/// A person of the scope's company, open or closed.
///
/// # Errors
/// Those of storage.
pub async fn staff_by_id(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<Staff>, Fault> {
    Ok(tx
        .query(staff!("WHERE company_id = $1 AND id = $2"))
        .bind(scope.company().as_str())
        .bind(id)
        .optional()
        .await?)
}

/// A company's staff by name, closed accounts included, after a key; one more than `limit`.
/// `search` is part of a name or an address.
///
/// # Errors
/// Those of storage.
pub async fn search_staff(
    tx: &mut Tx,
    scope: &Scope,
    search: &str,
    after: Option<(String, String, String)>,
    limit: i64,
) -> Result<Vec<Staff>, Fault> {
    let (last, first, id) = after.unwrap_or_default();
    let escaped = search.trim().to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    Ok(tx
        .query(staff!(
            "WHERE company_id = $1 AND (last_name, first_name, id) > ($3, $4, $5)
               AND (lower(first_name || ' ' || last_name) LIKE $2 ESCAPE '!' OR email LIKE $2 ESCAPE '!')
             ORDER BY last_name, first_name, id LIMIT $6"
        ))
        .bind(scope.company().as_str())
        .bind(format!("%{escaped}%"))
        .bind(last)
        .bind(first)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Whether somebody else than `but` can sign in and administer the company. Who changes that waits
/// for who does so before, so that two do not each rely on the other.
///
/// # Errors
/// Those of storage.
pub async fn has_another_administrator(tx: &mut Tx, scope: &Scope, but: &UserId) -> Result<bool, Fault> {
    tx.query(dialect("SELECT $1", "SELECT id FROM company WHERE id = $1 FOR UPDATE"))
        .bind(scope.company().as_str())
        .run()
        .await?;
    let another: Option<(String,)> = tx
        .query(
            "SELECT id FROM staff WHERE company_id = $1 AND id <> $2 AND active AND parlor_role = 'admin'
               AND NOT restricted_view AND password_hash <> '' LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(but.as_str())
        .optional()
        .await?;
    Ok(another.is_some())
}

/// Writes down what is changeable of a person, all but the password.
///
/// # Errors
/// `ALREADY_EXISTS` when the address has another account.
pub async fn save_staff(tx: &mut Tx, staff: &Staff) -> Result<(), Fault> {
    let saved = tx
        .query(
            "UPDATE staff SET email = $3, first_name = $4, last_name = $5, job_title = $6, parlor_role = $7,
                 phone = $8, text_plan = $9, restricted_view = $10, preferred_vendors = $11, active = $12
             WHERE company_id = $1 AND id = $2",
        )
        .bind(staff.company_id.as_str())
        .bind(staff.id.as_str())
        .bind(staff.email.as_str())
        .bind(staff.first_name.as_str())
        .bind(staff.last_name.as_str())
        .bind(staff.job_title.as_str())
        .bind(staff.parlor_role.as_str())
        .bind(staff.phone.as_str())
        .bind(staff.text_plan)
        .bind(staff.restricted_view)
        .bind(Json(&staff.preferred_vendors))
        .bind(staff.active)
        .run()
        .await;
    match saved {
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(email_taken()),
        saved => saved.map(|_| ()).map_err(Fault::from),
    }
}

/// Sets a password in place of `before`; false when it was another one by now.
///
/// # Errors
/// Those of storage.
pub async fn set_password(
    tx: &mut Tx,
    (company, staff): (&CompanyId, &UserId),
    before: &str,
    hash: &str,
) -> Result<bool, Fault> {
    let changed = tx
        .query(
            "UPDATE staff SET password_hash = $4
             WHERE company_id = $1 AND id = $2 AND password_hash = $3 AND active",
        )
        .bind(company.as_str())
        .bind(staff.as_str())
        .bind(before)
        .bind(hash)
        .run()
        .await?;
    Ok(changed == 1)
}

fn email_taken() -> Fault {
    Fault::exists("EMAIL_TAKEN", "This e-mail address has an account already.")
}
