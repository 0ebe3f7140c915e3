//! Community assignments and selections of users in storage, and who can be assigned something.
use platform::{Fault, Scope, Tx, dialect, ids::UserId};
use sqlx::types::Json;

use super::model::Assignee;

/// Lists the active users of the company with the full view, by name; at most 200.
pub async fn list_assignees(tx: &mut Tx, scope: &Scope) -> Result<Vec<Assignee>, Fault> {
    Ok(tx
        .query(
            "SELECT id, first_name || ' ' || last_name AS name FROM staff
             WHERE company_id = $1 AND active AND NOT restricted_view
             ORDER BY last_name, first_name, id LIMIT 200",
        )
        .bind(scope.company().as_str())
        .all()
        .await?)
}

pub async fn find_assignee(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<Assignee>, Fault> {
    Ok(tx
        .query(
            "SELECT id, first_name || ' ' || last_name AS name FROM staff
             WHERE company_id = $1 AND id = $2 AND active AND NOT restricted_view",
        )
        .bind(scope.company().as_str())
        .bind(id)
        .optional()
        .await?)
}

/// Returns the name of the scope's company.
///
/// # Errors
/// `NOT_FOUND` when there is no such company.
pub async fn company_name(tx: &mut Tx, scope: &Scope) -> Result<String, Fault> {
    let found: Option<(String,)> =
        tx.query("SELECT name FROM company WHERE id = $1").bind(scope.company().as_str()).optional().await?;
    found.map(|(name,)| name).ok_or_else(|| Fault::not_found("company"))
}

/// Counts how many of these distinct communities the scope can see.
pub async fn count_visible(tx: &mut Tx, scope: &Scope, communities: &[String]) -> Result<usize, Fault> {
    let (seen,): (i64,) = tx
        .query(dialect(
            concat!("SELECT count(*) FROM json_each($3) WHERE ", platform::sees!("value")),
            concat!(
                "SELECT count(*) FROM jsonb_array_elements_text($3) value WHERE ",
                platform::sees!("value")
            ),
        ))
        .scope(scope)
        .bind(Json(communities))
        .one()
        .await?;
    Ok(usize::try_from(seen).unwrap_or(0))
}

/// Sets the communities that are assigned to a user in the scope's company, in this order.
pub async fn assign(tx: &mut Tx, scope: &Scope, staff: &UserId, communities: &[String]) -> Result<(), Fault> {
    tx.query("DELETE FROM staff_community WHERE company_id = $1 AND staff_id = $2")
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .run()
        .await?;
    tx.query(dialect(
        "INSERT INTO staff_community (company_id, staff_id, community_id, position)
         SELECT $1, $2, value, key FROM json_each($3)",
        "INSERT INTO staff_community (company_id, staff_id, community_id, position)
         SELECT $1, $2, value, place FROM jsonb_array_elements_text($3) WITH ORDINALITY AS named (value, place)",
    ))
    .bind(scope.company().as_str())
    .bind(staff.as_str())
    .bind(Json(communities))
    .run()
    .await?;
    Ok(())
}

/// Sets the communities that a user selects from in the scope's company, in this order; empty means all.
pub async fn select(tx: &mut Tx, scope: &Scope, staff: &UserId, communities: &[String]) -> Result<(), Fault> {
    tx.query("DELETE FROM staff_selection WHERE company_id = $1 AND staff_id = $2")
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .run()
        .await?;
    tx.query(dialect(
        "INSERT INTO staff_selection (company_id, staff_id, community_id, position)
         SELECT $1, $2, value, key FROM json_each($3)",
        "INSERT INTO staff_selection (company_id, staff_id, community_id, position)
         SELECT $1, $2, value, place FROM jsonb_array_elements_text($3) WITH ORDINALITY AS named (value, place)",
    ))
    .bind(scope.company().as_str())
    .bind(staff.as_str())
    .bind(Json(communities))
    .run()
    .await?;
    Ok(())
}
