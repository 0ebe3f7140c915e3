//! Queries for saved audiences and for the members of an audience. In queries with a scope, the scope is `$1`
//! and `$2`.
mod communities;
mod member_statements;
mod members;

use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use sqlx::types::Json;

pub use communities::{TextedCommunity, filter_values, texted_communities};
pub use members::{
    ExclusionCount, SqlAudience, count_area_codes, count_exclusions, count_members, expand, list_members,
    list_part, search_members,
};

use super::model::{Audience, AudienceId, Filter, ListMember, MAX_AUDIENCES};

/// Number of recipients of a list that are inserted by one statement.
const MEMBERS_PER_INSERT: usize = 5_000;

/// Selects the saved audiences whose communities the scope can all see.
macro_rules! audiences {
    ($rest:literal) => {
        concat!(
            "SELECT a.id, a.name, a.filter, a.version, a.updated_ms,
                    (SELECT count(*) FROM audience_member n WHERE n.company_id = $1 AND n.audience_id = a.id)
                        AS member_count
             FROM audience a
             WHERE a.company_id = $1 AND NOT EXISTS (
                 SELECT 1 FROM audience_community m WHERE m.company_id = $1 AND m.audience_id = a.id
                 AND $2 IS NOT NULL AND NOT ",
            platform::assigned!("m.community_id"),
            ") ",
            $rest
        )
    };
}

/// Returns how many of the communities the scope can see.
pub async fn count_visible(tx: &mut Tx, scope: &Scope, communities: &[CommunityId]) -> Result<usize, Fault> {
    macro_rules! visible {
        ($ids:literal) => {
            concat!(
                "SELECT count(*) FROM community c WHERE c.id IN (",
                $ids,
                ") AND ",
                platform::sees!("c.id")
            )
        };
    }
    let sql = dialect(
        visible!("SELECT value FROM json_each($3)"),
        visible!("SELECT jsonb_array_elements_text($3)"),
    );
    let (count,): (i64,) = tx.query(sql).scope(scope).bind(Json(communities)).one().await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Lists the saved audiences by name.
pub async fn list(tx: &mut Tx, scope: &Scope) -> Result<Vec<Audience>, Fault> {
    Ok(tx.query(audiences!("ORDER BY a.name_key LIMIT $3")).scope(scope).bind(MAX_AUDIENCES).all().await?)
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &AudienceId) -> Result<Option<Audience>, Fault> {
    Ok(tx.query(audiences!("AND a.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns the filter of a saved audience that the scope can see.
pub async fn find_filter(tx: &mut Tx, scope: &Scope, id: &AudienceId) -> Result<Option<Filter>, Fault> {
    Ok(find(tx, scope, id).await?.map(|audience| audience.filter))
}

/// Counts the saved audiences of the company. Blocks other transactions that count them until this one ends.
pub async fn lock_and_count(tx: &mut Tx, scope: &Scope) -> Result<i64, Fault> {
    tx.lock(&format!("audiences {}", scope.company())).await?;
    let (count,): (i64,) = tx
        .query("SELECT count(*) FROM audience WHERE company_id = $1")
        .bind(scope.company().as_str())
        .one()
        .await?;
    Ok(count)
}

/// Inserts or replaces a saved audience. Returns false if another one has its name.
pub async fn save(tx: &mut Tx, scope: &Scope, audience: &Audience) -> Result<bool, Fault> {
    let name_key = audience.name.to_lowercase();
    let taken: Option<(String,)> = tx
        .query("SELECT id FROM audience WHERE company_id = $1 AND name_key = $2 AND id <> $3")
        .bind(scope.company().as_str())
        .bind(&*name_key)
        .bind(audience.id.as_str())
        .optional()
        .await?;
    if taken.is_some() {
        return Ok(false);
    }
    tx.query(
        "INSERT INTO audience (company_id, id, name, name_key, filter, version, updated_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (company_id, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
             filter = excluded.filter, version = excluded.version, updated_ms = excluded.updated_ms",
    )
    .bind(scope.company().as_str())
    .bind(audience.id.as_str())
    .bind(&*audience.name)
    .bind(&*name_key)
    .bind(Json(&audience.filter))
    .bind(audience.version)
    .bind(audience.updated_ms)
    .run()
    .await?;
    save_communities(tx, scope, audience).await?;
    Ok(true)
}

/// Replaces the communities of a saved audience, and of the blasts that use it and have not started: drafts (1),
/// scheduled blasts (2) and those that wait for approval (8).
async fn save_communities(tx: &mut Tx, scope: &Scope, audience: &Audience) -> Result<(), Fault> {
    for sql in [
        dialect(
            "DELETE FROM audience_community WHERE company_id = $1 AND audience_id = $2 AND $3 IS NOT NULL",
            "DELETE FROM audience_community WHERE company_id = $1 AND audience_id = $2 AND $3::JSONB IS NOT NULL",
        ),
        dialect(
            "INSERT INTO audience_community (company_id, audience_id, community_id)
             SELECT $1, $2, value FROM json_each($3)",
            "INSERT INTO audience_community (company_id, audience_id, community_id)
             SELECT $1, $2, c FROM jsonb_array_elements_text($3) c",
        ),
        dialect(
            "DELETE FROM blast_community WHERE company_id = $1 AND $3 IS NOT NULL AND blast_id IN (
                 SELECT id FROM blast WHERE company_id = $1 AND audience_id = $2 AND state IN (1, 2, 8))",
            "DELETE FROM blast_community WHERE company_id = $1 AND $3::JSONB IS NOT NULL AND blast_id IN (
                 SELECT id FROM blast WHERE company_id = $1 AND audience_id = $2 AND state IN (1, 2, 8))",
        ),
        dialect(
            "INSERT INTO blast_community (company_id, blast_id, community_id, position)
             SELECT $1, b.id, c.value, c.key FROM blast b, json_each($3) c
             WHERE b.company_id = $1 AND b.audience_id = $2 AND b.state IN (1, 2, 8)",
            "INSERT INTO blast_community (company_id, blast_id, community_id, position)
             SELECT $1, b.id, c.value, c.place - 1
             FROM blast b, jsonb_array_elements_text($3) WITH ORDINALITY c (value, place)
             WHERE b.company_id = $1 AND b.audience_id = $2 AND b.state IN (1, 2, 8)",
        ),
    ] {
        let query = tx.query(sql).bind(scope.company().as_str()).bind(audience.id.as_str());
        query.bind(Json(&audience.filter.communities)).run().await?;
    }
    Ok(())
}

/// Inserts the recipients of a list, in their order.
pub async fn insert_members(
    tx: &mut Tx,
    scope: &Scope,
    audience: &Audience,
    members: &[ListMember],
) -> Result<(), Fault> {
    let Some(community) = audience.filter.communities.first() else { return Ok(()) };
    let sql = dialect(
        "INSERT INTO audience_member (company_id, audience_id, position, community_id, phone, name, unit, building)
         SELECT $1, $2, value->>0, $3, value->>1, value->>2, value->>3, value->>4 FROM json_each($4)",
        "INSERT INTO audience_member (company_id, audience_id, position, community_id, phone, name, unit, building)
         SELECT $1, $2, r->>0, $3, r->>1, r->>2, r->>3, r->>4 FROM jsonb_array_elements($4) r",
    );
    for (chunk, members) in members.chunks(MEMBERS_PER_INSERT).enumerate() {
        let first = chunk * MEMBERS_PER_INSERT;
        let rows: Vec<_> = (first..)
            .zip(members)
            .map(|(n, m)| (format!("{n:08}"), m.phone.as_str(), &m.name, &m.unit, &m.building))
            .collect();
        let query = tx.query(sql).bind(scope.company().as_str()).bind(audience.id.as_str());
        query.bind(community.as_str()).bind(Json(rows)).run().await?;
    }
    Ok(())
}

/// Returns whether a draft or an unfinished blast uses a saved audience.
pub async fn is_used(tx: &mut Tx, scope: &Scope, id: &AudienceId) -> Result<bool, Fault> {
    let used: Option<(String,)> = tx
        .query(
            "SELECT id FROM blast WHERE company_id = $1 AND audience_id = $2 AND state IN (1, 2, 3, 4, 8) LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?;
    Ok(used.is_some())
}

/// Deletes a saved audience.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &AudienceId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM audience_member WHERE company_id = $1 AND audience_id = $2",
        "DELETE FROM audience_community WHERE company_id = $1 AND audience_id = $2",
        "DELETE FROM audience WHERE company_id = $1 AND id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).run().await?;
    }
    Ok(())
}
