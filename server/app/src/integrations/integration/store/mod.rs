//! Storage of uploaded files and connections, and bulk changes to a company's communities. A sync runs in a
//! transaction of the company and the platform.
mod authorization;
mod connection;

use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId};
use sqlx::types::Json;

pub use authorization::{
    end_renewal, find_renewal, reserve_renewal, start_authorization, take_authorization,
};
pub use connection::{
    add_try, count_exhausted, delete, due, end_sync, fail_pending, find, forget_community, list_problems,
    next_pending, progress, read_unlisted_requests_again, record_failure, save, save_result, start_sync,
};

use super::model::{Entry, IntegrationChange, Linked};

/// Stores an uploaded file, replacing the previous one.
pub async fn save_file(
    tx: &mut Tx,
    scope: &Scope,
    entries: &[Entry],
    by: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO association_file (company_id, associations, uploaded_by, uploaded_ms)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id) DO UPDATE SET associations = excluded.associations,
             uploaded_by = excluded.uploaded_by, uploaded_ms = excluded.uploaded_ms",
    )
    .bind(scope.company().as_str())
    .bind(Json(entries))
    .bind(by)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Returns the file that was uploaded last.
pub async fn file(tx: &mut Tx, scope: &Scope) -> Result<Option<Vec<Entry>>, Fault> {
    let file: Option<(Json<Vec<Entry>>,)> = tx
        .query("SELECT associations FROM association_file WHERE company_id = $1")
        .bind(scope.company().as_str())
        .optional()
        .await?;
    Ok(file.map(|(Json(entries),)| entries))
}

/// Deletes the uploaded file, if there is one.
pub async fn delete_file(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    tx.query("DELETE FROM association_file WHERE company_id = $1")
        .bind(scope.company().as_str())
        .run()
        .await?;
    Ok(())
}

/// Stores the number of homes of a community of the company.
pub async fn set_units(tx: &mut Tx, scope: &Scope, community: &CommunityId, units: i32) -> Result<(), Fault> {
    tx.query(
        "UPDATE community SET units = $3 WHERE id = $2 AND units <> $3 AND EXISTS (
             SELECT 1 FROM company_community l WHERE l.company_id = $1 AND l.community_id = $2 AND l.live)",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(units)
    .run()
    .await?;
    Ok(())
}

/// Returns the company's active communities, with their code in a software.
pub async fn linked(tx: &mut Tx, scope: &Scope, software: &str) -> Result<Vec<Linked>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT c.id, c.tag, c.units, c.time_zone, json_extract(c.association_codes, '$.' || $2) AS code,
                    EXISTS (SELECT 1 FROM company_community o WHERE o.community_id = c.id
                            AND o.company_id <> $1 AND NOT o.ended) AS shared
             FROM company_community l JOIN community c ON c.id = l.community_id
             WHERE l.company_id = $1 AND l.live",
            "SELECT c.id, c.tag, c.units, c.time_zone, c.association_codes->>$2 AS code,
                    EXISTS (SELECT 1 FROM company_community o WHERE o.community_id = c.id
                            AND o.company_id <> $1 AND NOT o.ended) AS shared
             FROM company_community l JOIN community c ON c.id = l.community_id
             WHERE l.company_id = $1 AND l.live",
        ))
        .bind(scope.company().as_str())
        .bind(software)
        .all()
        .await?)
}

/// Inserts communities of the company with the data in `changes` and the same defaults.
pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    software: &str,
    changes: &[IntegrationChange],
    verbiage: &impl serde::Serialize,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms,
             association_codes, custom_verbiage)
         SELECT value->>'id', value->>'tag', value->>'time_zone', value->>'units', FALSE, 1, $2,
                json_object($3, value->>'code'), $4
         FROM json_each($1)",
        "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms,
             association_codes, custom_verbiage)
         SELECT value->>'id', value->>'tag', value->>'time_zone', (value->>'units')::INTEGER, FALSE, 1, $2,
                jsonb_build_object($3::TEXT, value->>'code'), $4
         FROM jsonb_array_elements($1)",
    ))
    .bind(Json(changes))
    .bind(now)
    .bind(software)
    .bind(Json(verbiage))
    .run()
    .await?;
    tx.query(dialect(
        "INSERT INTO company_community (company_id, community_id, name_key)
         SELECT $1, value->>'id', value->>'name_key' FROM json_each($2)",
        "INSERT INTO company_community (company_id, community_id, name_key)
         SELECT $1, value->>'id', value->>'name_key' FROM jsonb_array_elements($2)",
    ))
    .bind(scope.company().as_str())
    .bind(Json(changes))
    .run()
    .await?;
    Ok(())
}

/// Updates communities. Names are first replaced with temporary ones, so that communities can swap names.
pub async fn update(tx: &mut Tx, software: &str, changes: &[IntegrationChange]) -> Result<(), Fault> {
    tx.query(dialect(
        "UPDATE community SET tag = x.value->>'tag', time_zone = x.value->>'time_zone', units = x.value->>'units',
             association_codes = json_set(association_codes, '$.' || $2, x.value->>'code')
         FROM json_each($1) x WHERE community.id = x.value->>'id'",
        "UPDATE community SET tag = x.value->>'tag', time_zone = x.value->>'time_zone',
             units = (x.value->>'units')::INTEGER,
             association_codes = association_codes || jsonb_build_object($2::TEXT, x.value->>'code')
         FROM jsonb_array_elements($1) x WHERE community.id = x.value->>'id'",
    ))
    .bind(Json(changes))
    .bind(software)
    .run()
    .await?;
    for sql in [
        dialect(
            "UPDATE company_community SET name_key = ' ' || community_id
             FROM json_each($1) x WHERE community_id = x.value->>'id'",
            "UPDATE company_community SET name_key = ' ' || community_id
             FROM jsonb_array_elements($1) x WHERE community_id = x.value->>'id'",
        ),
        dialect(
            "UPDATE company_community SET name_key = x.value->>'name_key'
             FROM json_each($1) x WHERE community_id = x.value->>'id'",
            "UPDATE company_community SET name_key = x.value->>'name_key'
             FROM jsonb_array_elements($1) x WHERE community_id = x.value->>'id'",
        ),
    ] {
        tx.query(sql).bind(Json(changes)).run().await?;
    }
    Ok(())
}
