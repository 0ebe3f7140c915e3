//! Queries for macros.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::model::{Macro, MacroId};

/// Selects macros of the company.
macro_rules! macros {
    ($rest:expr) => {
        concat!(
            "SELECT m.id, m.name, m.assigns_to_self, m.assignee_id, m.reply, m.status, m.snooze_hours, m.priority, ",
            platform::staff_name!("m", "assignee_id"),
            " AS assignee_name
             FROM inbox_macro m
             WHERE m.company_id = $1 ",
            $rest
        )
    };
}

/// Lists macros by name; up to `limit`.
pub async fn list(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<Macro>, Fault> {
    Ok(tx
        .query(macros!("ORDER BY m.name_key, m.id LIMIT $2"))
        .bind(scope.company().as_str())
        .bind(limit)
        .all()
        .await?)
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &MacroId) -> Result<Option<Macro>, Fault> {
    Ok(tx.query(macros!("AND m.id = $2")).bind(scope.company().as_str()).bind(id.as_str()).optional().await?)
}

/// Counts the macros. Blocks other transactions that count them until this one ends.
pub async fn lock_and_count(tx: &mut Tx, scope: &Scope) -> Result<i64, Fault> {
    tx.lock(&format!("macros {}", scope.company())).await?;
    Ok(tx
        .query("SELECT count(*) FROM inbox_macro WHERE company_id = $1")
        .bind(scope.company().as_str())
        .value()
        .await?)
}

/// Inserts or replaces a macro. Returns `false` if another one has the name.
pub async fn save(tx: &mut Tx, scope: &Scope, one: &Macro) -> Result<bool, Fault> {
    let key = one.name.to_lowercase();
    let taken = tx
        .query("SELECT id FROM inbox_macro WHERE company_id = $1 AND name_key = $2 AND id <> $3")
        .bind(scope.company().as_str())
        .bind(&*key)
        .bind(one.id.as_str())
        .exists()
        .await?;
    if taken {
        return Ok(false);
    }
    let saved = tx
        .query(
            "INSERT INTO inbox_macro (company_id, id, name, name_key, assigns_to_self, assignee_id, reply, status,
                 snooze_hours, priority)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (company_id, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
                 assigns_to_self = excluded.assigns_to_self, assignee_id = excluded.assignee_id,
                 reply = excluded.reply, status = excluded.status, snooze_hours = excluded.snooze_hours,
                 priority = excluded.priority",
        )
        .bind(scope.company().as_str())
        .bind(one.id.as_str())
        .bind(&*one.name)
        .bind(&*key)
        .bind(one.assigns_to_self)
        .bind(one.assignee_id.as_ref().map(UserId::as_str))
        .bind(&*one.reply)
        .bind(one.status as i32)
        .bind(one.snooze_hours)
        .bind(one.priority)
        .run()
        .await?;
    Ok(saved == 1)
}

pub async fn delete(tx: &mut Tx, scope: &Scope, id: &MacroId) -> Result<(), Fault> {
    tx.query("DELETE FROM inbox_macro WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
