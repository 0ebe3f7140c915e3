//! Staff in storage. Functions without a scope are for platform use.
use std::collections::HashMap;

use platform::{
    ErrorReason, Fault, Scope, Tx,
    db::Query,
    dialect,
    ids::{CompanyId, UserId},
};
use sqlx::{FromRow, types::Json};

use crate::identity::session::model::{CommunityOption, Session, Staff, StaffKey, UserKey};

macro_rules! staff {
    ($rest:literal) => {
        concat!(
            "SELECT company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role, phone,
                    text_plan, restricted_view, preferred_vendors, vendor_contacts, active, created_ms, header_image
             FROM staff ",
            $rest
        )
    };
}

/// Finds a user by email address, active or not. For platform use.
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

/// Lists a company's active staff by name; one more than `limit`.
pub async fn staff_of_company(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<Staff>, Fault> {
    let staff = tx
        .query(staff!("WHERE company_id = $1 AND active ORDER BY last_name, first_name, id LIMIT $2"))
        .bind(scope.company().as_str())
        .bind(limit + 1)
        .all()
        .await?;
    Ok(staff)
}

/// Inserts a user.
///
/// # Errors
/// `ALREADY_EXISTS` if the email address is in use.
pub async fn insert_staff(tx: &mut Tx, staff: &Staff) -> Result<(), Fault> {
    let query = tx.query(
        "INSERT INTO staff (company_id, id, email, first_name, last_name, job_title, parlor_role, phone, text_plan,
             restricted_view, preferred_vendors, active, vendor_contacts, password_hash, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (email) DO NOTHING",
    );
    let query = bind_values(query, staff).bind(staff.password_hash.as_str()).bind(staff.created_ms);
    if query.run().await? == 1 { Ok(()) } else { Err(email_taken()) }
}

/// Binds the values that are inserted and updated.
fn bind_values<'t>(query: Query<'t>, staff: &Staff) -> Query<'t> {
    query
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
        .bind(Json(&staff.vendor_contacts))
}

#[derive(FromRow)]
struct VisibleCommunity {
    staff_id: UserId,
    id: String,
    tag: String,
}

/// Returns the communities of a company that each user can see, at most 201 each. `people` are pairs of a user's id
/// and whether they see all communities; others see the assigned ones in order. A selection that matches any of them
/// narrows and orders the result.
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
                 WHERE nth <= 201 AND (choices = 0 OR chosen IS NOT NULL) ORDER BY staff_id, nth"
            )
        };
    }
    let seen: Vec<VisibleCommunity> = tx
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
    for VisibleCommunity { staff_id, id, tag } in seen {
        options.entry(staff_id).or_default().push(CommunityOption { id, tag });
    }
    Ok(options)
}

/// Finds a user of the scope's company, active or not.
pub async fn staff_by_id(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<Staff>, Fault> {
    Ok(tx
        .query(staff!("WHERE company_id = $1 AND id = $2"))
        .bind(scope.company().as_str())
        .bind(id)
        .optional()
        .await?)
}

/// Lists a company's staff whose name or email address contains `search`, including inactive users, by name after a
/// key; returns up to `limit + 1`.
pub async fn search_staff(
    tx: &mut Tx,
    scope: &Scope,
    search: &str,
    after: Option<StaffKey>,
    limit: i64,
) -> Result<Vec<Staff>, Fault> {
    let StaffKey { last_name, first_name, id } = after.unwrap_or_default();
    let escaped = search.trim().to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    Ok(tx
        .query(staff!(
            "WHERE company_id = $1 AND (last_name, first_name, id) > ($3, $4, $5)
               AND (lower(first_name || ' ' || last_name) LIKE $2 ESCAPE '!' OR email LIKE $2 ESCAPE '!')
             ORDER BY last_name, first_name, id LIMIT $6"
        ))
        .bind(scope.company().as_str())
        .bind(format!("%{escaped}%"))
        .bind(last_name)
        .bind(first_name)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns whether a user other than `except` can sign in and administer the company. Locks the company, so that
/// concurrent changes cannot remove the last two administrators.
pub async fn has_another_administrator(tx: &mut Tx, scope: &Scope, but: &UserId) -> Result<bool, Fault> {
    tx.query(dialect("SELECT $1", "SELECT id FROM company WHERE id = $1 FOR UPDATE"))
        .bind(scope.company().as_str())
        .run()
        .await?;
    Ok(tx
        .query(
            "SELECT id FROM staff WHERE company_id = $1 AND id <> $2 AND active AND parlor_role = 'admin'
               AND NOT restricted_view AND password_hash <> '' LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(but.as_str())
        .exists()
        .await?)
}

/// Updates a user, except the password.
///
/// # Errors
/// `ALREADY_EXISTS` if the email address is in use.
pub async fn save_staff(tx: &mut Tx, staff: &Staff) -> Result<(), Fault> {
    let query = tx.query(
        "UPDATE staff SET email = $3, first_name = $4, last_name = $5, job_title = $6, parlor_role = $7,
             phone = $8, text_plan = $9, restricted_view = $10, preferred_vendors = $11, active = $12,
             vendor_contacts = $13
         WHERE company_id = $1 AND id = $2",
    );
    match bind_values(query, staff).run().await {
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(email_taken()),
        saved => saved.map(|_| ()).map_err(Fault::from),
    }
}

/// Replaces the password hash `before`. Returns false if the stored hash differs.
pub async fn set_password(tx: &mut Tx, user: UserKey<'_>, before: &str, hash: &str) -> Result<bool, Fault> {
    let changed = tx
        .query(
            "UPDATE staff SET password_hash = $4
             WHERE company_id = $1 AND id = $2 AND password_hash = $3 AND active",
        )
        .bind(user.company.as_str())
        .bind(user.id.as_str())
        .bind(before)
        .bind(hash)
        .run()
        .await?;
    Ok(changed == 1)
}

fn email_taken() -> Fault {
    Fault::exists(ErrorReason::EmailTaken, "This email address already has an account.")
}
