//! Storage of encrypted secrets.
use crate::{Fault, Scope, Timestamp, Tx, dialect, ids::CompanyId};
use sqlx::{FromRow, types::Json};

/// An encrypted secret.
#[derive(FromRow)]
pub struct Row {
    pub company_id: CompanyId,
    pub name: String,
    pub sealed: String,
}

/// What the row of a secret contains.
#[derive(FromRow)]
pub struct StoredSecret {
    /// The encrypted value, or the encrypted name of the parameter.
    pub sealed: String,
    /// The parameter with the value; `None` if it is in the database.
    pub parameter: Option<String>,
}

/// The place of a secret in the order of [`after`].
#[derive(Default)]
pub struct Position {
    pub company_id: String,
    pub name: String,
}

/// Company id, name, old encrypted value and new encrypted value.
pub type Renewed = (String, String, String, String);

pub async fn find(tx: &mut Tx, scope: &Scope, name: &str) -> Result<Option<StoredSecret>, Fault> {
    Ok(tx
        .query("SELECT sealed, parameter FROM secret WHERE company_id = $1 AND name = $2")
        .bind(scope.company().as_str())
        .bind(name)
        .optional()
        .await?)
}

/// Returns whether a secret of the company has its value in a parameter.
pub async fn is_used(tx: &mut Tx, scope: &Scope, parameter: &str) -> Result<bool, Fault> {
    let used: Option<String> = tx
        .query("SELECT name FROM secret WHERE company_id = $1 AND parameter = $2")
        .bind(scope.company().as_str())
        .bind(parameter)
        .optional_value()
        .await?;
    Ok(used.is_some())
}

/// Adds a secret. Returns false if there is one with that name.
pub async fn add(
    tx: &mut Tx,
    scope: &Scope,
    name: &str,
    stored: &StoredSecret,
    now: Timestamp,
) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO secret (company_id, name, sealed, updated_ms, parameter) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (company_id, name) DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(name)
        .bind(stored.sealed.as_str())
        .bind(now)
        .bind(stored.parameter.as_deref())
        .run()
        .await?;
    Ok(added == 1)
}

pub async fn replace(
    tx: &mut Tx,
    scope: &Scope,
    name: &str,
    stored: &StoredSecret,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE secret SET sealed = $3, updated_ms = $4, parameter = $5 WHERE company_id = $1 AND name = $2",
    )
    .bind(scope.company().as_str())
    .bind(name)
    .bind(stored.sealed.as_str())
    .bind(now)
    .bind(stored.parameter.as_deref())
    .run()
    .await?;
    Ok(())
}

pub async fn delete(tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM secret WHERE company_id = $1 AND name = $2")
        .bind(scope.company().as_str())
        .bind(name)
        .run()
        .await?;
    Ok(deleted == 1)
}

/// Deletes secrets. Returns the parameters of those whose value was not in the database.
pub async fn delete_many(tx: &mut Tx, scope: &Scope, names: &[String]) -> Result<Vec<String>, Fault> {
    let deleted: Vec<(Option<String>,)> = tx
        .query(crate::with_list!(
            "DELETE FROM secret WHERE company_id = $1 AND name IN ",
            "$2",
            " RETURNING parameter"
        ))
        .bind(scope.company().as_str())
        .bind(Json(names))
        .all()
        .await?;
    Ok(deleted.into_iter().filter_map(|(parameter,)| parameter).collect())
}

/// Returns the next secrets of all companies after a position, in a transaction of the platform.
pub async fn after(tx: &mut Tx, after: &Position, limit: i64) -> Result<Vec<Row>, Fault> {
    Ok(tx
        .query(
            "SELECT company_id, name, sealed FROM secret WHERE (company_id, name) > ($1, $2)
             ORDER BY company_id, name LIMIT $3",
        )
        .bind(after.company_id.as_str())
        .bind(after.name.as_str())
        .bind(limit)
        .all()
        .await?)
}

/// Stores re-encrypted secrets, unless they were replaced in the meantime, in a transaction of the platform.
pub async fn renew(tx: &mut Tx, renewed: &[Renewed]) -> Result<u64, Fault> {
    Ok(tx
        .query(dialect(
            "UPDATE secret SET sealed = json_extract(n.value, '$[3]') FROM json_each($1) n
             WHERE secret.company_id = json_extract(n.value, '$[0]')
               AND secret.name = json_extract(n.value, '$[1]') AND secret.sealed = json_extract(n.value, '$[2]')",
            "UPDATE secret SET sealed = n.value->>3 FROM jsonb_array_elements($1) n
             WHERE secret.company_id = n.value->>0 AND secret.name = n.value->>1 AND secret.sealed = n.value->>2",
        ))
        .bind(Json(renewed))
        .run()
        .await?)
}
