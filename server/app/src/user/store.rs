//! Which communities people see, in storage. `$1` and `$2` are the scope where it narrows.
use platform::{Fault, Scope, Tx, dialect, ids::UserId};
use sqlx::types::Json;

/// How many of these communities, each named once, the scope sees.
pub async fn count_seen(tx: &mut Tx, scope: &Scope, communities: &[String]) -> Result<usize, Fault> {
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

/// Has a person see these communities of the scope's company, in this order, and no others.
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

/// Has a person pick from these communities of the scope's company, in this order; from all with
/// none.
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
