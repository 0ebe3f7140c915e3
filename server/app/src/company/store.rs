//! Companies in storage.
use platform::{Fault, Scope, Tx};
use sqlx::types::Json;

use super::model::Company;

pub async fn find(tx: &mut Tx, scope: &Scope) -> Result<Option<Company>, Fault> {
    Ok(tx
        .query("SELECT id, name, label, v3_enabled, dashboard_options, created_ms FROM company WHERE id = $1")
        .bind(scope.company().as_str())
        .optional()
        .await?)
}

/// A company by its exact name; the platform's own work.
///
/// # Errors
/// Those of storage.
pub async fn find_by_name(tx: &mut Tx, name: &str) -> Result<Option<Company>, Fault> {
    Ok(tx
        .query(
            "SELECT id, name, label, v3_enabled, dashboard_options, created_ms FROM company
             WHERE name = $1 ORDER BY created_ms, id LIMIT 1",
        )
        .bind(name)
        .optional()
        .await?)
}

/// Adds a company; the platform's own work.
///
/// # Errors
/// Those of storage.
pub async fn insert(tx: &mut Tx, company: &Company) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO company (id, name, label, v3_enabled, dashboard_options, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(company.id.as_str())
    .bind(company.name.as_str())
    .bind(company.label.as_str())
    .bind(company.v3_enabled)
    .bind(Json(&company.dashboard_options))
    .bind(company.created_ms)
    .run()
    .await?;
    Ok(())
}
