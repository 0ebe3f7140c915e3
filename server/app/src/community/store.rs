//! Communities in storage. `$1` and `$2` are the scope.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId, phone::Phone};

use super::model::{Community, Line};

pub async fn find(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Option<Community>, Fault> {
    Ok(tx
        .query(
            "SELECT c.id, c.tag, c.time_zone, c.units, c.is_training, c.knowledge_version, c.created_ms, n.number
             FROM company_community l JOIN community c ON c.id = l.community_id
             LEFT JOIN text_number n ON n.company_id = l.company_id AND n.community_id = c.id
             WHERE l.company_id = $1 AND l.community_id = $3
               AND ($2 IS NULL OR EXISTS (SELECT 1 FROM staff_community m
                    WHERE m.company_id = $1 AND m.staff_id = $2 AND m.community_id = l.community_id))
             ORDER BY n.number LIMIT 1",
        )
        .scope(scope)
        .bind(id.as_str())
        .optional()
        .await?)
}

/// The community with this tag, in any case, if the scope sees it.
///
/// # Errors
/// Those of storage.
pub async fn find_by_tag(tx: &mut Tx, scope: &Scope, tag: &str) -> Result<Option<Community>, Fault> {
    Ok(tx
        .query(
            "SELECT c.id, c.tag, c.time_zone, c.units, c.is_training, c.knowledge_version, c.created_ms, n.number
             FROM company_community l JOIN community c ON c.id = l.community_id
             LEFT JOIN text_number n ON n.company_id = l.company_id AND n.community_id = c.id
             WHERE l.company_id = $1 AND lower(c.tag) = lower($3)
               AND ($2 IS NULL OR EXISTS (SELECT 1 FROM staff_community m
                    WHERE m.company_id = $1 AND m.staff_id = $2 AND m.community_id = l.community_id))
             ORDER BY c.id, n.number LIMIT 1",
        )
        .scope(scope)
        .bind(tag)
        .optional()
        .await?)
}

/// By tag, after a key; one more than `limit`. `search` is part of a label.
///
/// # Errors
/// Those of storage.
pub async fn search(
    tx: &mut Tx,
    scope: &Scope,
    search: &str,
    after: Option<(String, String)>,
    limit: i64,
) -> Result<Vec<Community>, Fault> {
    let (tag, id) = after.unwrap_or_default();
    Ok(tx
        .query(
            "SELECT c.id, c.tag, c.time_zone, c.units, c.is_training, c.knowledge_version, c.created_ms,
                    (SELECT min(n.number) FROM text_number n
                     WHERE n.company_id = l.company_id AND n.community_id = c.id) AS number
             FROM company_community l JOIN community c ON c.id = l.community_id
             WHERE l.company_id = $1 AND lower(c.tag) LIKE $3 ESCAPE '!' AND (c.tag, c.id) > ($4, $5)
               AND ($2 IS NULL OR EXISTS (SELECT 1 FROM staff_community m
                    WHERE m.company_id = $1 AND m.staff_id = $2 AND m.community_id = l.community_id))
             ORDER BY c.tag, c.id LIMIT $6",
        )
        .scope(scope)
        .bind(like(&search.replace(' ', "_")))
        .bind(tag)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

fn like(part: &str) -> String {
    let escaped = part.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// Switches training on or off.
///
/// # Errors
/// Those of storage.
pub async fn set_training(tx: &mut Tx, id: &CommunityId, on: bool) -> Result<(), Fault> {
    tx.query("UPDATE community SET is_training = $2 WHERE id = $1").bind(id.as_str()).bind(on).run().await?;
    Ok(())
}

/// Notes that what a community knows has changed. Last writer waits for the one before.
///
/// # Errors
/// Those of storage.
pub async fn touch_knowledge(tx: &mut Tx, id: &CommunityId) -> Result<(), Fault> {
    tx.query("UPDATE community SET knowledge_version = knowledge_version + 1 WHERE id = $1")
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Whose number it is: among those of the scope's company, or, for the platform's own work
/// without a scope, among all.
///
/// # Errors
/// Those of storage.
pub async fn line(tx: &mut Tx, scope: Option<&Scope>, number: &Phone) -> Result<Option<Line>, Fault> {
    Ok(tx
        .query(
            "SELECT n.company_id, n.community_id, n.number FROM text_number n
             WHERE n.number = $3 AND ($1 IS NULL OR n.company_id = $1)
               AND ($2 IS NULL OR EXISTS (SELECT 1 FROM staff_community m
                    WHERE m.company_id = n.company_id AND m.staff_id = $2 AND m.community_id = n.community_id))",
        )
        .bind(scope.map(|s| s.company().as_str()))
        .bind(scope.and_then(|s| s.staff()).map(platform::ids::UserId::as_str))
        .bind(number.as_str())
        .optional()
        .await?)
}

/// Adds a community; the platform's own work.
///
/// # Errors
/// Those of storage.
pub async fn insert(tx: &mut Tx, community: &Community) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(community.id.as_str())
    .bind(community.tag.as_str())
    .bind(community.time_zone.as_str())
    .bind(community.units)
    .bind(community.is_training)
    .bind(community.knowledge_version)
    .bind(community.created_ms)
    .run()
    .await?;
    Ok(())
}

/// Has a company have a community, and members of its staff see it, in this order of theirs.
///
/// # Errors
/// Those of storage.
pub async fn link(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    staff: &[(String, i32)],
) -> Result<(), Fault> {
    tx.query("INSERT INTO company_community (company_id, community_id) VALUES ($1, $2)")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    tx.query(dialect(
        "INSERT INTO staff_community (company_id, staff_id, community_id, position)
         SELECT $1, json_extract(value, '$[0]'), $2, json_extract(value, '$[1]') FROM json_each($3)",
        "INSERT INTO staff_community (company_id, staff_id, community_id, position)
         SELECT $1, value->>0, $2, (value->>1)::INTEGER FROM jsonb_array_elements($3)",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(sqlx::types::Json(staff))
    .run()
    .await?;
    Ok(())
}

/// Gives a community a number.
///
/// # Errors
/// Those of storage.
pub async fn insert_number(tx: &mut Tx, line: &Line) -> Result<(), Fault> {
    tx.query("INSERT INTO text_number (company_id, number, community_id) VALUES ($1, $2, $3)")
        .bind(line.company_id.as_str())
        .bind(line.number.as_str())
        .bind(line.community_id.as_str())
        .run()
        .await?;
    Ok(())
}
