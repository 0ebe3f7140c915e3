//! Queries for the settings of web chats. In queries with a scope, the scope is `$1` and `$2`.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId, secrets::SecretStore};
use sqlx::types::Json;

use super::model::{KeyOwner, SiteHealth, WebChatSite, signing_secret_name};

/// Selects the settings of communities that the scope can see, also of communities without settings.
macro_rules! sites {
    ($rest:literal) => {
        concat!(
            "SELECT l.community_id, c.tag AS community_tag, COALESCE(s.key, '') AS key,
                    COALESCE(s.is_enabled, FALSE) AS is_enabled, COALESCE(s.title, '') AS title,
                    COALESCE(s.greeting, '') AS greeting, COALESCE(s.color, '') AS color,
                    COALESCE(s.is_on_left, FALSE) AS is_on_left,
                    COALESCE(s.is_office_hours_only, FALSE) AS is_office_hours_only,
                    COALESCE((SELECT string_agg(o.origin, ' ' ORDER BY o.origin) FROM web_chat_origin o
                        WHERE o.company_id = l.company_id AND o.community_id = l.community_id), '') AS allowed_origins,
                    COALESCE(s.version, 0) AS version, s.signing_secret_ms
             FROM company_community l JOIN community c ON c.id = l.community_id
             LEFT JOIN web_chat_site s ON s.company_id = l.company_id AND s.community_id = l.community_id
             WHERE l.company_id = $1 AND ",
            platform::sees!("l.community_id"),
            " ",
            $rest
        )
    };
}

/// Returns the settings of a community that the scope can see.
pub async fn find(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Option<WebChatSite>, Fault> {
    Ok(tx.query(sites!("AND l.community_id = $3")).scope(scope).bind(community.as_str()).optional().await?)
}

/// Lists the settings of communities after a name, by name; up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    after: Option<String>,
    limit: i64,
) -> Result<Vec<WebChatSite>, Fault> {
    Ok(tx
        .query(sites!("AND l.live AND l.name_key > $3 ORDER BY l.name_key LIMIT $4"))
        .scope(scope)
        .bind(after.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Lists whether chats that are turned on work, those that no website may show first, then by community; up to `limit`.
pub async fn list_health(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<SiteHealth>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT s.community_id, c.tag AS community_tag,
                    EXISTS (SELECT 1 FROM web_chat_origin o
                        WHERE o.company_id = s.company_id AND o.community_id = s.community_id) AS has_website,
                    (SELECT w.last_message_ms FROM web_chat w
                     WHERE w.company_id = s.company_id AND w.community_id = s.community_id AND NOT w.is_test
                     ORDER BY w.last_message_ms DESC LIMIT 1) AS last_message_ms
             FROM web_chat_site s JOIN community c ON c.id = s.community_id
             WHERE s.company_id = $1 AND s.is_enabled AND ",
            platform::sees!("s.community_id"),
            " ORDER BY has_website, c.tag LIMIT $3"
        ))
        .scope(scope)
        .bind(limit)
        .all()
        .await?)
}

/// Returns the company and the community of a key. For platform use.
pub async fn find_owner(tx: &mut Tx, key: &str) -> Result<Option<KeyOwner>, Fault> {
    Ok(tx
        .query("SELECT company_id, community_id FROM web_chat_site WHERE key = $1")
        .bind(key)
        .optional()
        .await?)
}

/// Stores settings that are based on the version before. Returns false if another version is stored.
pub async fn save(tx: &mut Tx, scope: &Scope, site: &WebChatSite) -> Result<bool, Fault> {
    let saved = tx
        .query(
            "INSERT INTO web_chat_site (company_id, community_id, key, is_enabled, title, greeting, color, is_on_left,
                 is_office_hours_only, version)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (company_id, community_id) DO UPDATE SET key = excluded.key,
                 is_enabled = excluded.is_enabled, title = excluded.title, greeting = excluded.greeting,
                 color = excluded.color, is_on_left = excluded.is_on_left,
                 is_office_hours_only = excluded.is_office_hours_only, version = excluded.version
             WHERE web_chat_site.version = excluded.version - 1",
        )
        .bind(scope.company().as_str())
        .bind(site.community_id.as_str())
        .bind(&*site.key)
        .bind(site.is_enabled)
        .bind(&*site.title)
        .bind(&*site.greeting)
        .bind(&*site.color)
        .bind(site.is_on_left)
        .bind(site.is_office_hours_only)
        .bind(site.version)
        .run()
        .await?;
    if saved == 1 {
        replace_origins(tx, scope, site).await?;
    }
    Ok(saved == 1)
}

async fn replace_origins(tx: &mut Tx, scope: &Scope, site: &WebChatSite) -> Result<(), Fault> {
    tx.query("DELETE FROM web_chat_origin WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(site.community_id.as_str())
        .run()
        .await?;
    tx.query(dialect(
        "INSERT INTO web_chat_origin (company_id, community_id, origin) SELECT $1, $2, value FROM json_each($3)",
        "INSERT INTO web_chat_origin (company_id, community_id, origin)
         SELECT $1, $2, jsonb_array_elements_text($3)",
    ))
    .bind(scope.company().as_str())
    .bind(site.community_id.as_str())
    .bind(Json(&site.allowed_origins.list))
    .run()
    .await?;
    Ok(())
}

/// Stores when the signing secret was created; `None` without one. Locks the settings until the transaction ends, so
/// that one secret is replaced after the other.
pub async fn save_secret_time(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    created: Option<Timestamp>,
) -> Result<(), Fault> {
    tx.query("UPDATE web_chat_site SET signing_secret_ms = $3 WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(created)
        .run()
        .await?;
    Ok(())
}

/// Deletes the settings of a deleted community, with their secret. Returns the number of deleted settings.
pub async fn purge(
    tx: &mut Tx,
    scope: &Scope,
    secrets: &SecretStore,
    community: &CommunityId,
) -> Result<u64, Fault> {
    secrets.delete(tx, scope, &signing_secret_name(community)).await?;
    let mut deleted = 0;
    for sql in [
        "DELETE FROM web_chat_origin WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM web_chat_site WHERE company_id = $1 AND community_id = $2",
    ] {
        deleted = tx.query(sql).bind(scope.company().as_str()).bind(community.as_str()).run().await?;
    }
    Ok(deleted)
}
