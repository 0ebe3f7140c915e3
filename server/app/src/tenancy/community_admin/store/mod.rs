//! Community administration in storage. Functions run in a transaction of the company and the platform; callers
//! have checked that the actor administers the community.
use platform::{
    Fault, Scope, Timestamp, Tx, dialect,
    ids::{CommunityId, CompanyId, UserId},
    paging::{NameKey, PageKey},
    phone::Phone,
};
use sqlx::types::Json;

use crate::tenancy::community::{self, Community, name_key};

mod community_requests;
mod purge;

pub use community_requests::{
    find_community_request, insert_community_request, list_community_requests, save_community_request,
};
pub use purge::{
    delete, delete_conversations, delete_escalations_without_text, delete_messages, delete_residents, detach,
    find_any_company, find_purgeable, list_messages,
};

/// Selects communities as `c`, including deleted ones, with their numbers.
macro_rules! communities {
    ($($rest:expr),+) => {
        concat!(
            "SELECT c.id, c.tag, c.time_zone, c.units, c.is_training, c.knowledge_version, c.created_ms,
                    c.association_codes, c.custom_verbiage, c.persona, c.escalation_email,
                    c.archived_ms, c.archived_reason, ",
            $crate::tenancy::community::secondary_emails!(),
            ",
                    (SELECT min(n.number) FROM company_community o JOIN text_number n
                       ON n.company_id = o.company_id AND n.community_id = o.community_id
                     WHERE o.community_id = c.id) AS number,
                    (SELECT n.carrier FROM company_community o JOIN text_number n
                       ON n.company_id = o.company_id AND n.community_id = o.community_id
                     WHERE o.community_id = c.id ORDER BY n.number LIMIT 1) AS carrier
             FROM community c ",
            $($rest),+
        )
    };
}

/// Blocks other changes to the communities of these companies until the transaction ends. Returns how many of the
/// companies exist. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, companies: &[&CompanyId]) -> Result<usize, Fault> {
    let found: Vec<(String,)> = tx
        .query(dialect(
            "SELECT id FROM company WHERE id IN (SELECT value FROM json_each($1))",
            "SELECT id FROM company WHERE id IN (SELECT jsonb_array_elements_text($1))
             ORDER BY id FOR NO KEY UPDATE",
        ))
        .bind(Json(companies))
        .all()
        .await?;
    Ok(found.len())
}

/// Returns the companies of a community, which may be none; `None` if there is no such community.
pub async fn companies(tx: &mut Tx, id: &CommunityId) -> Result<Option<Vec<CompanyId>>, Fault> {
    let rows: Vec<(Option<CompanyId>,)> = tx
        .query(
            "SELECT l.company_id FROM community c
             LEFT JOIN company_community l ON l.community_id = c.id AND NOT l.ended
             WHERE c.id = $1 ORDER BY l.company_id",
        )
        .bind(id.as_str())
        .all()
        .await?;
    Ok((!rows.is_empty()).then(|| rows.into_iter().filter_map(|(company,)| company).collect()))
}

/// Returns pairs of community and company for these communities.
pub async fn companies_of(tx: &mut Tx, ids: &[&str]) -> Result<Vec<(String, String)>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT community_id, company_id FROM company_community WHERE NOT ended
             AND community_id IN ",
            "$1",
            " ORDER BY community_id, company_id"
        ))
        .bind(Json(ids))
        .all()
        .await?)
}

/// Finds a community, including deleted ones.
pub async fn find(tx: &mut Tx, id: &CommunityId) -> Result<Option<Community>, Fault> {
    Ok(tx.query(communities!("WHERE c.id = $1")).bind(id.as_str()).optional().await?)
}

/// Returns the number that a deleted community had.
pub async fn archived_number(tx: &mut Tx, id: &CommunityId) -> Result<Option<String>, Fault> {
    Ok(tx.query("SELECT archived_number FROM community WHERE id = $1").bind(id.as_str()).value().await?)
}

/// Lists deleted communities of the scope's company, the last deleted first; returns up to `limit + 1`.
pub async fn archived(
    tx: &mut Tx,
    scope: &Scope,
    search: &str,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<Community>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(communities!(
            "JOIN company_community l ON l.community_id = c.id AND NOT l.ended
             WHERE l.company_id = $1 AND c.archived_ms IS NOT NULL AND (c.archived_ms, c.id) < ($2, $3)
               AND l.name_key LIKE $4 ESCAPE '!'
             ORDER BY c.archived_ms DESC, c.id DESC LIMIT $5"
        ))
        .bind(scope.company().as_str())
        .bind(at)
        .bind(id)
        .bind(community::like(search))
        .bind(limit + 1)
        .all()
        .await?)
}

/// Lists communities without a company by name; returns up to `limit + 1`. For platform administrators only.
pub async fn unattached(
    tx: &mut Tx,
    search: &str,
    after: Option<NameKey>,
    limit: i64,
) -> Result<Vec<Community>, Fault> {
    let NameKey { name, id } = after.unwrap_or_default();
    Ok(tx
        .query(communities!(
            "WHERE c.archived_ms IS NULL AND (c.tag, c.id) > ($1, $2) AND lower(c.tag) LIKE $3 ESCAPE '!'
               AND NOT EXISTS (SELECT 1 FROM company_community l WHERE l.community_id = c.id AND NOT l.ended)
             ORDER BY c.tag, c.id LIMIT $4"
        ))
        .bind(name)
        .bind(id)
        .bind(community::like(search))
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns whether one of the companies has another community of the same name.
pub async fn is_name_taken(
    tx: &mut Tx,
    companies: &[&CompanyId],
    community: &Community,
) -> Result<bool, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT community_id FROM company_community WHERE name_key = $1 AND live AND community_id <> $2
             AND company_id IN ",
            "$3",
            " LIMIT 1"
        ))
        .bind(name_key(&community.tag))
        .bind(community.id.as_str())
        .bind(Json(companies))
        .exists()
        .await?)
}

/// Returns the software in which another community of one of the companies has the same code.
pub async fn find_code_conflict(
    tx: &mut Tx,
    companies: &[&CompanyId],
    community: &Community,
) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT mine.key FROM company_community l JOIN community c ON c.id = l.community_id,
                 json_each($1) mine
             WHERE l.live AND l.community_id <> $2 AND l.company_id IN (SELECT value FROM json_each($3))
               AND json_extract(c.association_codes, '$.' || mine.key) = mine.value LIMIT 1",
            "SELECT mine.key FROM company_community l JOIN community c ON c.id = l.community_id,
                 jsonb_each_text($1) mine
             WHERE l.live AND l.community_id <> $2
               AND l.company_id IN (SELECT jsonb_array_elements_text($3))
               AND c.association_codes->>mine.key = mine.value LIMIT 1",
        ))
        .bind(Json(&community.association_codes))
        .bind(community.id.as_str())
        .bind(Json(companies))
        .optional_value()
        .await?)
}

/// Updates the administrative fields of a community, and its name key in each company.
pub async fn save(tx: &mut Tx, community: &Community) -> Result<(), Fault> {
    tx.query(
        "UPDATE community SET tag = $2, time_zone = $3, units = $4, association_codes = $5,
             escalation_email = $6
         WHERE id = $1",
    )
    .bind(community.id.as_str())
    .bind(community.tag.as_str())
    .bind(community.time_zone.as_str())
    .bind(community.units)
    .bind(Json(&community.association_codes))
    .bind(community.escalation_email.as_str())
    .run()
    .await?;
    community::save_secondary_contacts(tx, community).await?;
    tx.query("UPDATE company_community SET name_key = $2 WHERE community_id = $1")
        .bind(community.id.as_str())
        .bind(name_key(&community.tag))
        .run()
        .await?;
    Ok(())
}

/// Sets the companies of a community.
pub async fn attach(tx: &mut Tx, community: &Community, companies: &[CompanyId]) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE company_community SET live = FALSE, ended = TRUE WHERE community_id = $1
         AND company_id NOT IN ",
        "$2"
    ))
    .bind(community.id.as_str())
    .bind(Json(companies))
    .run()
    .await?;
    tx.query(dialect(
        "INSERT INTO company_community (company_id, community_id, name_key)
         SELECT value, $1, $2 FROM json_each($3) WHERE TRUE
         ON CONFLICT (company_id, community_id) DO UPDATE
         SET live = TRUE, ended = FALSE, name_key = excluded.name_key",
        "INSERT INTO company_community (company_id, community_id, name_key)
         SELECT value, $1, $2 FROM jsonb_array_elements_text($3) AS value
         ON CONFLICT (company_id, community_id) DO UPDATE
         SET live = TRUE, ended = FALSE, name_key = excluded.name_key",
    ))
    .bind(community.id.as_str())
    .bind(name_key(&community.tag))
    .bind(Json(companies))
    .run()
    .await?;
    Ok(())
}

/// Sets or removes a community's number in the scope's company. A number that it has there already keeps its carrier
/// and its other settings. Returns false if the number is in use.
pub async fn set_number(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    number: Option<&Phone>,
) -> Result<bool, Fault> {
    release_other_numbers(tx, scope, id, number).await?;
    let Some(number) = number else { return Ok(true) };
    tx.query(
        "INSERT INTO text_number (company_id, number, community_id) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(scope.company().as_str())
    .bind(number)
    .bind(id.as_str())
    .run()
    .await?;
    let query = "SELECT number FROM text_number WHERE company_id = $1 AND number = $2 AND community_id = $3";
    let is_set = tx.query(query).bind(scope.company().as_str()).bind(number).bind(id.as_str());
    Ok(is_set.exists().await?)
}

async fn release_other_numbers(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    kept: Option<&Phone>,
) -> Result<(), Fault> {
    tx.query(
        "DELETE FROM text_number WHERE community_id = $1
         AND company_id IN (SELECT company_id FROM company_community WHERE community_id = $1)
         AND NOT (company_id = $2 AND number = $3)",
    )
    .bind(id.as_str())
    .bind(scope.company().as_str())
    .bind(kept.map_or("", Phone::as_str))
    .run()
    .await?;
    Ok(())
}

/// Returns the carrier of a community's number.
pub async fn find_carrier(tx: &mut Tx, id: &CommunityId) -> Result<Option<i32>, Fault> {
    Ok(tx
        .query(
            "SELECT n.carrier FROM company_community o JOIN text_number n
               ON n.company_id = o.company_id AND n.community_id = o.community_id
             WHERE o.community_id = $1 ORDER BY n.number LIMIT 1",
        )
        .bind(id.as_str())
        .optional_value()
        .await?)
}

/// Assigns a community to a manager of the scope's company, last in their order. Administrators see all anyway.
pub async fn assign(tx: &mut Tx, scope: &Scope, staff: &UserId, id: &CommunityId) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO staff_community (company_id, staff_id, community_id, position)
         SELECT s.company_id, s.id, $3, COALESCE((SELECT max(m.position) + 1 FROM staff_community m
             WHERE m.company_id = s.company_id AND m.staff_id = s.id), 0)
         FROM staff s WHERE s.company_id = $1 AND s.id = $2 AND s.parlor_role <> 'admin'
         ON CONFLICT (company_id, staff_id, community_id) DO NOTHING",
    )
    .bind(scope.company().as_str())
    .bind(staff.as_str())
    .bind(id.as_str())
    .run()
    .await?;
    Ok(())
}

/// Archives communities and releases their numbers, which are kept for restoring.
pub async fn archive(
    tx: &mut Tx,
    ids: &[CommunityId],
    reason: &str,
    by: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE community SET archived_ms = $2, archived_reason = $3, archived_by = $4, archived_number =
             (SELECT min(n.number) FROM company_community o JOIN text_number n
                ON n.company_id = o.company_id AND n.community_id = o.community_id
              WHERE o.community_id = community.id)
         WHERE archived_ms IS NULL AND id IN ",
        "$1"
    ))
    .bind(Json(ids))
    .bind(now)
    .bind(reason)
    .bind(by)
    .run()
    .await?;
    tx.query(platform::with_list!(
        "DELETE FROM text_number WHERE (company_id, community_id) IN
             (SELECT l.company_id, l.community_id FROM company_community l
              WHERE l.community_id IN ",
        "$1",
        ")"
    ))
    .bind(Json(ids))
    .run()
    .await?;
    tx.query(platform::with_list!("UPDATE company_community SET live = FALSE WHERE community_id IN ", "$1"))
        .bind(Json(ids))
        .run()
        .await?;
    Ok(())
}

/// Restores a community without its number.
pub async fn restore(tx: &mut Tx, id: &CommunityId) -> Result<(), Fault> {
    tx.query(
        "UPDATE community SET archived_ms = NULL, archived_reason = '', archived_by = '', archived_number = NULL
         WHERE id = $1",
    )
    .bind(id.as_str())
    .run()
    .await?;
    tx.query("UPDATE company_community SET live = TRUE WHERE community_id = $1 AND NOT ended")
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
