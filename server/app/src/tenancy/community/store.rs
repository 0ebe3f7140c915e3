//! Communities and text numbers in storage. In the macro, `$1` and `$2` are the scope.
use platform::{
    Fault, Scope, Tx, dialect,
    ids::{CommunityId, CompanyId},
    phone::Phone,
    signal::Signal,
};
use sqlx::types::Json;

use super::model::{Community, CompanySettings, TextNumber, name_key};

/// The secondary escalation contacts of a community `c`.
macro_rules! secondary_emails {
    () => {
        "COALESCE((SELECT string_agg(k.email, ' ' ORDER BY k.position)
             FROM secondary_escalation_contact k WHERE k.community_id = c.id), '') AS secondary_escalation_emails"
    };
}
pub(in crate::tenancy) use secondary_emails;

/// Selects communities `c` of the links `l` of the scope's company, each with its number there.
macro_rules! communities {
    (of $links:expr; $($rest:expr),+) => {
        concat!(
            "SELECT c.id, c.tag, c.time_zone, c.units, c.is_training, c.knowledge_version, c.created_ms,
                    c.association_codes, c.custom_verbiage, c.persona, c.escalation_email,
                    c.archived_ms, c.archived_reason, ",
            $crate::tenancy::community::secondary_emails!(),
            ",
                    (SELECT min(n.number) FROM text_number n
                     WHERE n.company_id = l.company_id AND n.community_id = l.community_id) AS number,
                    (SELECT n.carrier FROM text_number n
                     WHERE n.company_id = l.company_id AND n.community_id = l.community_id
                     ORDER BY n.number LIMIT 1) AS carrier
             FROM ",
            $links,
            " l JOIN community c ON c.id = l.community_id ",
            $($rest),+
        )
    };
    ($($rest:expr),+) => {
        communities!(of "company_community"; $($rest),+)
    };
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<Option<Community>, Fault> {
    let found = tx.query(communities!(
        "WHERE l.company_id = $1 AND l.community_id = $3 AND ",
        platform::sees!("l.community_id")
    ));
    Ok(found.scope(scope).bind(id.as_str()).optional().await?)
}

/// Finds the community with this tag, ignoring case, that the scope can see.
pub async fn find_by_tag(tx: &mut Tx, scope: &Scope, tag: &str) -> Result<Option<Community>, Fault> {
    let found = tx.query(communities!(
        "WHERE l.company_id = $1 AND l.name_key = $3 AND l.live AND ",
        platform::sees!("l.community_id")
    ));
    Ok(found.scope(scope).bind(name_key(tag)).optional().await?)
}

/// Lists communities whose label contains `search`, by name after a key; returns up to `limit + 1`.
///
/// Reads the index of names for administrators, and the few assigned communities for managers.
pub async fn search(
    tx: &mut Tx,
    scope: &Scope,
    search: &str,
    after: Option<String>,
    limit: i64,
) -> Result<Vec<Community>, Fault> {
    // The page is limited before the communities are joined.
    let sql = match scope.staff() {
        None => communities!(
            of "(SELECT company_id, community_id, name_key FROM company_community
                 WHERE company_id = $1 AND $2 IS NULL AND live AND name_key > $4
                   AND name_key LIKE $3 ESCAPE '!'
                 ORDER BY name_key LIMIT $5)";
            "ORDER BY l.name_key"
        ),
        Some(_) => communities!(
            of "(SELECT a.company_id, a.community_id, a.name_key FROM staff_community m
                 JOIN company_community a ON a.company_id = m.company_id AND a.community_id = m.community_id
                 WHERE m.company_id = $1 AND m.staff_id = $2 AND a.live AND a.name_key > $4
                   AND a.name_key LIKE $3 ESCAPE '!'
                 ORDER BY a.name_key LIMIT $5)";
            "ORDER BY l.name_key"
        ),
    };
    Ok(tx
        .query(sql)
        .scope(scope)
        .bind(like(search))
        .bind(after.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns a LIKE pattern, escaped with `!`, for names that contain `part`.
#[must_use]
pub fn like(part: &str) -> String {
    let escaped = name_key(part).replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// Lists communities of the scope's company that have a code in a software, by name.
pub async fn with_code(
    tx: &mut Tx,
    scope: &Scope,
    software: &str,
    limit: i64,
) -> Result<Vec<Community>, Fault> {
    let communities = tx.query(dialect(
        communities!(
            "WHERE l.company_id = $1 AND l.live AND json_extract(c.association_codes, '$.' || $2) IS NOT NULL
             ORDER BY l.name_key LIMIT $3"
        ),
        communities!(
            "WHERE l.company_id = $1 AND l.live AND c.association_codes->>$2 IS NOT NULL
             ORDER BY l.name_key LIMIT $3"
        ),
    ));
    Ok(communities.bind(scope.company().as_str()).bind(software).bind(limit).all().await?)
}

/// Returns the settings of the scope's company.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn company_settings(tx: &mut Tx, scope: &Scope) -> Result<CompanySettings, Fault> {
    let company_settings = tx
        .query("SELECT software, credential_name, customizations FROM company WHERE id = $1")
        .bind(scope.company().as_str())
        .optional()
        .await?;
    company_settings.ok_or_else(|| Fault::not_found("company"))
}

/// Returns whether a community is in use but has no company. For platform use.
pub async fn is_unattached(tx: &mut Tx, id: &CommunityId) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT c.id FROM community c WHERE c.id = $1 AND c.archived_ms IS NULL
             AND NOT EXISTS (SELECT 1 FROM company_community l WHERE l.community_id = c.id AND NOT l.ended)",
        )
        .bind(id.as_str())
        .exists()
        .await?)
}

/// Stores the persona and custom verbiage of a community that the caller has found in its scope.
pub async fn save_persona(tx: &mut Tx, community: &Community) -> Result<(), Fault> {
    tx.query("UPDATE community SET persona = $2, custom_verbiage = $3 WHERE id = $1")
        .bind(community.id.as_str())
        .bind(Json(&community.persona))
        .bind(Json(&community.custom_verbiage))
        .run()
        .await?;
    Ok(())
}

pub async fn set_training(tx: &mut Tx, id: &CommunityId, on: bool) -> Result<(), Fault> {
    tx.query("UPDATE community SET is_training = $2 WHERE id = $1").bind(id.as_str()).bind(on).run().await?;
    Ok(())
}

/// Increases the version of a community's answers and locks the community row.
pub async fn touch_knowledge(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<(), Fault> {
    tx.signal(Signal::Knowledge(scope.company().clone()));
    tx.query("UPDATE community SET knowledge_version = knowledge_version + 1 WHERE id = $1")
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Finds a number in the scope, or without a scope among all companies, for platform use.
pub async fn find_text_number(
    tx: &mut Tx,
    scope: Option<&Scope>,
    number: &Phone,
) -> Result<Option<TextNumber>, Fault> {
    Ok(tx
        .query(
            "SELECT n.company_id, n.community_id, n.number FROM text_number n
             JOIN company_community l
               ON l.company_id = n.company_id AND l.community_id = n.community_id AND l.live
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

/// Lists up to `limit` communities of all companies that have a number. For platform use.
pub async fn with_numbers(tx: &mut Tx, limit: i64) -> Result<Vec<(CompanyId, CommunityId)>, Fault> {
    Ok(tx
        .query(
            "SELECT DISTINCT l.company_id, l.community_id FROM text_number n
             JOIN company_community l
               ON l.company_id = n.company_id AND l.community_id = n.community_id AND l.live
             ORDER BY l.company_id, l.community_id LIMIT $1",
        )
        .bind(limit)
        .all()
        .await?)
}

/// Inserts a community. For platform use.
pub async fn insert(tx: &mut Tx, community: &Community) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms,
             association_codes, custom_verbiage, persona, escalation_email)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(community.id.as_str())
    .bind(community.tag.as_str())
    .bind(community.time_zone.as_str())
    .bind(community.units)
    .bind(community.is_training)
    .bind(community.knowledge_version)
    .bind(community.created_ms)
    .bind(Json(&community.association_codes))
    .bind(Json(&community.custom_verbiage))
    .bind(Json(&community.persona))
    .bind(community.escalation_email.as_str())
    .run()
    .await?;
    insert_secondary_contacts(tx, community).await
}

/// Replaces the secondary escalation contacts of a community. For platform use.
pub async fn save_secondary_contacts(tx: &mut Tx, community: &Community) -> Result<(), Fault> {
    let deletion = tx.query("DELETE FROM secondary_escalation_contact WHERE community_id = $1");
    deletion.bind(community.id.as_str()).run().await?;
    insert_secondary_contacts(tx, community).await
}

async fn insert_secondary_contacts(tx: &mut Tx, community: &Community) -> Result<(), Fault> {
    if community.secondary_escalation_emails.0.is_empty() {
        return Ok(());
    }
    tx.query(dialect(
        "INSERT INTO secondary_escalation_contact (community_id, position, email)
         SELECT $1, key, value FROM json_each($2)",
        "INSERT INTO secondary_escalation_contact (community_id, position, email)
         SELECT $1, place, email FROM jsonb_array_elements_text($2) WITH ORDINALITY AS contact (email, place)",
    ))
    .bind(community.id.as_str())
    .bind(Json(&community.secondary_escalation_emails.0))
    .run()
    .await?;
    Ok(())
}

/// Links a community to a company and assigns it to staff at the given positions. For platform use.
pub async fn link(
    tx: &mut Tx,
    scope: &Scope,
    community: &Community,
    staff: &[(String, i32)],
) -> Result<(), Fault> {
    let id = &community.id;
    tx.query("INSERT INTO company_community (company_id, community_id, name_key) VALUES ($1, $2, $3)")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(name_key(&community.tag))
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
    .bind(Json(staff))
    .run()
    .await?;
    Ok(())
}

pub async fn insert_number(tx: &mut Tx, line: &TextNumber) -> Result<(), Fault> {
    tx.query("INSERT INTO text_number (company_id, number, community_id) VALUES ($1, $2, $3)")
        .bind(line.company_id.as_str())
        .bind(line.number.as_str())
        .bind(line.community_id.as_str())
        .run()
        .await?;
    Ok(())
}
