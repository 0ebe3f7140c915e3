//! Queries for saved views.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::model::{SavedView, SavedViewId};

/// Lists the views of a user in the order in which they were created; up to `limit`.
pub async fn list(tx: &mut Tx, scope: &Scope, user: &UserId, limit: i64) -> Result<Vec<SavedView>, Fault> {
    Ok(tx
        .query(
            "SELECT id, layout, name, query FROM saved_view WHERE company_id = $1 AND staff_id = $2
             ORDER BY id LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(user.as_str())
        .bind(limit)
        .all()
        .await?)
}

/// Finds the user's view with the layout and the name of another one.
pub async fn find_same(
    tx: &mut Tx,
    scope: &Scope,
    user: &UserId,
    view: &SavedView,
) -> Result<Option<SavedView>, Fault> {
    Ok(tx
        .query(
            "SELECT id, layout, name, query FROM saved_view
             WHERE company_id = $1 AND staff_id = $2 AND layout = $3 AND name_key = $4",
        )
        .bind(scope.company().as_str())
        .bind(user.as_str())
        .bind(view.layout)
        .bind(view.name_key())
        .optional()
        .await?)
}

/// Blocks other transactions that save views of the user until this one ends.
pub async fn lock(tx: &mut Tx, scope: &Scope, user: &UserId) -> Result<(), Fault> {
    tx.lock(&format!("saved views {} {user}", scope.company())).await
}

/// Counts the views of a user with a layout.
pub async fn count(tx: &mut Tx, scope: &Scope, user: &UserId, layout: i32) -> Result<i64, Fault> {
    Ok(tx
        .query("SELECT count(*) FROM saved_view WHERE company_id = $1 AND staff_id = $2 AND layout = $3")
        .bind(scope.company().as_str())
        .bind(user.as_str())
        .bind(layout)
        .value()
        .await?)
}

/// Inserts a view, or replaces the one with the same layout and name, which keeps its ID.
pub async fn save(tx: &mut Tx, scope: &Scope, user: &UserId, view: &SavedView) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO saved_view (company_id, staff_id, id, layout, name, name_key, query)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (company_id, staff_id, layout, name_key) DO UPDATE SET name = excluded.name,
             query = excluded.query",
    )
    .bind(scope.company().as_str())
    .bind(user.as_str())
    .bind(view.id.as_str())
    .bind(view.layout)
    .bind(view.name.as_str())
    .bind(view.name_key())
    .bind(view.query.as_str())
    .run()
    .await?;
    Ok(())
}

/// Deletes a view of a user. Returns whether there was one.
pub async fn delete(tx: &mut Tx, scope: &Scope, user: &UserId, id: &SavedViewId) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM saved_view WHERE company_id = $1 AND staff_id = $2 AND id = $3")
        .bind(scope.company().as_str())
        .bind(user.as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(deleted == 1)
}
