//! Queries for blast templates.
use platform::{Fault, Scope, Tx};

use super::model::{BlastTemplate, BlastTemplateId};

/// Lists templates by name; up to `limit`.
pub async fn list(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<BlastTemplate>, Fault> {
    Ok(tx
        .query(
            "SELECT id, name, body FROM blast_template WHERE company_id = $1 ORDER BY name_key, id LIMIT $2",
        )
        .bind(scope.company().as_str())
        .bind(limit)
        .all()
        .await?)
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &BlastTemplateId) -> Result<Option<BlastTemplate>, Fault> {
    Ok(tx
        .query("SELECT id, name, body FROM blast_template WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Counts the templates. Blocks other transactions that count them until this one ends.
pub async fn lock_and_count(tx: &mut Tx, scope: &Scope) -> Result<i64, Fault> {
    tx.lock(&format!("blast templates {}", scope.company())).await?;
    Ok(tx
        .query("SELECT count(*) FROM blast_template WHERE company_id = $1")
        .bind(scope.company().as_str())
        .value()
        .await?)
}

/// Inserts or replaces a template. Returns `false` if another one has the name.
pub async fn save(tx: &mut Tx, scope: &Scope, template: &BlastTemplate) -> Result<bool, Fault> {
    let key = template.name.to_lowercase();
    let taken = tx
        .query("SELECT id FROM blast_template WHERE company_id = $1 AND name_key = $2 AND id <> $3")
        .bind(scope.company().as_str())
        .bind(&*key)
        .bind(template.id.as_str())
        .exists()
        .await?;
    if taken {
        return Ok(false);
    }
    let saved = tx
        .query(
            "INSERT INTO blast_template (company_id, id, name, name_key, body) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (company_id, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
                 body = excluded.body",
        )
        .bind(scope.company().as_str())
        .bind(template.id.as_str())
        .bind(&*template.name)
        .bind(&*key)
        .bind(&*template.body)
        .run()
        .await?;
    Ok(saved == 1)
}

pub async fn delete(tx: &mut Tx, scope: &Scope, id: &BlastTemplateId) -> Result<(), Fault> {
    tx.query("DELETE FROM blast_template WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
