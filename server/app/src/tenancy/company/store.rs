//! Companies in storage.
use platform::{Fault, Scope, Tx, db::Query, dialect, paging::NameKey, signal::Signal};
use sqlx::types::Json;

use super::model::{Company, name_key};

macro_rules! company {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, label, v3_enabled, dashboard_options, software, software_documents, credential_name,
                    pricing_model, chatwoot_inbox_id, customizations, segment_price_micros,
                    blast_daily_limit, blast_segments_per_second, brand_daily_segments,
                    monthly_token_allowance, picture_price_micros, created_ms
             FROM company ",
            $rest
        )
    };
}

pub async fn find(tx: &mut Tx, scope: &Scope) -> Result<Option<Company>, Fault> {
    Ok(tx.query(company!("WHERE id = $1")).bind(scope.company().as_str()).optional().await?)
}

/// Finds a company by its name, ignoring case. For platform use.
pub async fn find_by_name(tx: &mut Tx, name: &str) -> Result<Option<Company>, Fault> {
    Ok(tx.query(company!("WHERE name_key = $1")).bind(name_key(name)).optional().await?)
}

/// Lists companies whose name contains `search`, by name after a key; returns up to `limit + 1`. For platform use.
pub async fn search(
    tx: &mut Tx,
    search: &str,
    after: Option<NameKey>,
    limit: i64,
) -> Result<Vec<Company>, Fault> {
    let NameKey { name, id } = after.unwrap_or_default();
    Ok(tx
        .query(dialect(
            company!(
                "WHERE (name_key, id) > ($1, $2) AND instr(name_key, $3) > 0 ORDER BY name_key, id LIMIT $4"
            ),
            company!(
                "WHERE (name_key, id) > ($1, $2) AND position($3 IN name_key) > 0 ORDER BY name_key, id LIMIT $4"
            ),
        ))
        .bind(name)
        .bind(id)
        .bind(name_key(search))
        .bind(limit + 1)
        .all()
        .await?)
}

/// Inserts a company. Returns false if the name is in use. For platform use.
pub async fn insert(tx: &mut Tx, company: &Company) -> Result<bool, Fault> {
    let query = tx.query(
        "INSERT INTO company (id, name, label, v3_enabled, dashboard_options, software, software_documents,
             credential_name, pricing_model, chatwoot_inbox_id, customizations, name_key, segment_price_micros,
             blast_daily_limit, blast_segments_per_second, brand_daily_segments, monthly_token_allowance,
             picture_price_micros, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         ON CONFLICT (name_key) DO NOTHING",
    );
    let query = bind_values(query.bind(company.id.as_str()), company);
    Ok(query.bind(company.created_ms).run().await? == 1)
}

/// Binds the values that are inserted and updated.
fn bind_values<'t>(query: Query<'t>, company: &Company) -> Query<'t> {
    query
        .bind(company.name.as_str())
        .bind(company.label.as_str())
        .bind(company.v3_enabled)
        .bind(Json(&company.dashboard_options))
        .bind(company.software)
        .bind(company.software_documents)
        .bind(company.credential_name.as_str())
        .bind(company.pricing_model)
        .bind(company.chatwoot_inbox_id.as_str())
        .bind(Json(&company.customizations))
        .bind(name_key(&company.name))
        .bind(company.segment_price_micros)
        .bind(company.blast_daily_limit)
        .bind(company.blast_segments_per_second)
        .bind(company.brand_daily_segments)
        .bind(company.monthly_token_allowance)
        .bind(company.picture_price_micros)
}

/// Updates the scope's company. Returns false if the name is in use; the transaction must then be dropped.
pub async fn save(tx: &mut Tx, scope: &Scope, company: &Company) -> Result<bool, Fault> {
    let query = tx.query(
        "UPDATE company SET name = $2, label = $3, v3_enabled = $4, dashboard_options = $5, software = $6,
             software_documents = $7, credential_name = $8, pricing_model = $9, chatwoot_inbox_id = $10,
             customizations = $11, name_key = $12, segment_price_micros = $13, blast_daily_limit = $14,
             blast_segments_per_second = $15, brand_daily_segments = $16, monthly_token_allowance = $17,
             picture_price_micros = $18
         WHERE id = $1",
    );
    match bind_values(query.bind(scope.company().as_str()), company).run().await {
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        saved => Ok(saved? == 1),
    }
}

/// Finds the scope's company and blocks other changes to it until the transaction ends.
pub async fn find_for_update(tx: &mut Tx, scope: &Scope) -> Result<Option<Company>, Fault> {
    let sql = dialect(company!("WHERE id = $1"), company!("WHERE id = $1 FOR UPDATE"));
    Ok(tx.query(sql).bind(scope.company().as_str()).optional().await?)
}

/// Returns the version of the company-wide answers; it increases with each change.
pub async fn knowledge_version(tx: &mut Tx, scope: &Scope) -> Result<i64, Fault> {
    let version: Option<(i64,)> = tx
        .query("SELECT knowledge_version FROM company WHERE id = $1")
        .bind(scope.company().as_str())
        .optional()
        .await?;
    Ok(version.map_or(0, |(version,)| version))
}

/// Increases the version of the company-wide answers and locks the company row.
pub async fn touch_knowledge(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    tx.signal(Signal::Knowledge(scope.company().clone()));
    tx.query("UPDATE company SET knowledge_version = knowledge_version + 1 WHERE id = $1")
        .bind(scope.company().as_str())
        .run()
        .await?;
    Ok(())
}
