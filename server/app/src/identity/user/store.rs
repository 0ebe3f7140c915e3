//! Community assignments and selections of users in storage, and who can be assigned something.
use std::collections::HashMap;

use platform::{Fault, Scope, Tx, dialect, ids::UserId};
use sqlx::{FromRow, types::Json};

use super::model::{AssignedCommunities, Assignee, ListedAssignee};
use crate::identity::session::{CommunityOption, StaffKey};

/// Lists the active users of the company with the full view after a key, by last name; one more than `limit`.
pub async fn list_assignees(
    tx: &mut Tx,
    scope: &Scope,
    after: Option<StaffKey>,
    limit: i64,
) -> Result<Vec<ListedAssignee>, Fault> {
    let StaffKey { last_name, first_name, id } = after.unwrap_or_default();
    Ok(tx
        .query(
            "SELECT id, first_name, last_name FROM staff
             WHERE company_id = $1 AND active AND NOT restricted_view
               AND (last_name, first_name, id) > ($2, $3, $4)
             ORDER BY last_name, first_name, id LIMIT $5",
        )
        .bind(scope.company().as_str())
        .bind(last_name)
        .bind(first_name)
        .bind(id)
        .bind(limit + 1)
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

/// Assigns communities to a user in the scope's company, in this order after the assigned ones. Those that are assigned
/// already keep their positions.
pub async fn add_assigned(
    tx: &mut Tx,
    scope: &Scope,
    staff: &UserId,
    communities: &[String],
) -> Result<(), Fault> {
    macro_rules! add {
        ($position:literal, $communities:literal) => {
            concat!(
                "INSERT INTO staff_community (company_id, staff_id, community_id, position)
                 SELECT $1, $2, named.value, ",
                $position,
                " + (SELECT COALESCE(max(m.position) + 1, 0) FROM staff_community m
                     WHERE m.company_id = $1 AND m.staff_id = $2)
                 FROM ",
                $communities,
                " WHERE true ON CONFLICT (company_id, staff_id, community_id) DO NOTHING"
            )
        };
    }
    tx.query(dialect(
        add!("named.key", "json_each($3) named"),
        add!("named.place", "jsonb_array_elements_text($3) WITH ORDINALITY AS named (value, place)"),
    ))
    .bind(scope.company().as_str())
    .bind(staff.as_str())
    .bind(Json(communities))
    .run()
    .await?;
    Ok(())
}

/// Removes communities from those that are assigned to a user in the scope's company.
pub async fn remove_assigned(
    tx: &mut Tx,
    scope: &Scope,
    staff: &UserId,
    communities: &[String],
) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "DELETE FROM staff_community WHERE company_id = $1 AND staff_id = $2 AND community_id IN ",
        "$3"
    ))
    .bind(scope.company().as_str())
    .bind(staff.as_str())
    .bind(Json(communities))
    .run()
    .await?;
    Ok(())
}

#[derive(FromRow)]
struct AssignedCommunity {
    staff_id: UserId,
    id: String,
    tag: String,
    total: i64,
}

/// Returns the communities that are assigned to each user in the scope's company, without deleted ones; at most `limit`
/// each.
pub async fn assigned(
    tx: &mut Tx,
    scope: &Scope,
    people: &[&str],
    limit: i64,
) -> Result<HashMap<UserId, AssignedCommunities>, Fault> {
    let rows: Vec<AssignedCommunity> = tx
        .query(platform::with_list!(
            "SELECT staff_id, id, tag, total FROM (
                 SELECT m.staff_id, c.id, c.tag, COUNT(*) OVER (PARTITION BY m.staff_id) AS total,
                        ROW_NUMBER() OVER (PARTITION BY m.staff_id ORDER BY m.position, c.tag, c.id) AS nth
                 FROM staff_community m
                 JOIN company_community l ON l.company_id = m.company_id
                      AND l.community_id = m.community_id AND l.live
                 JOIN community c ON c.id = l.community_id
                 WHERE m.company_id = $1 AND m.staff_id IN ",
            "$2",
            ") assigned WHERE nth <= $3 ORDER BY staff_id, nth"
        ))
        .bind(scope.company().as_str())
        .bind(Json(people))
        .bind(limit)
        .all()
        .await?;
    let mut found: HashMap<UserId, AssignedCommunities> = HashMap::new();
    for AssignedCommunity { staff_id, id, tag, total } in rows {
        let assigned = found.entry(staff_id).or_default();
        assigned.communities.push(CommunityOption { id, tag });
        assigned.total = total;
    }
    Ok(found)
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
