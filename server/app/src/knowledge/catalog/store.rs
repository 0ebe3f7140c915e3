//! Storage of the catalogs, which belong to the platform and not to a company.
use platform::{Fault, Timestamp, Tx, dialect};
use sqlx::{FromRow, types::Json};

use super::model::{Draft, Impact, Library, Version};

#[derive(FromRow)]
struct Written {
    #[sqlx(json)]
    library: Library,
}

/// Inserts the first version and its draft, unless they exist.
pub async fn seed(tx: &mut Tx, library: &Library, now: Timestamp) -> Result<(), Fault> {
    let intents = i64::try_from(library.len()).unwrap_or(i64::MAX);
    let first = Version {
        number: 1,
        note: "The initial catalogs.".into(),
        published_by: String::new(),
        published_ms: now,
        restored: 0,
        intents,
    };
    insert(tx, &first, library).await?;
    tx.query(
        "INSERT INTO catalog_draft (id, version, library, previous_library, edited_by, edited_ms)
         VALUES (1, 1, $1, NULL, '', NULL) ON CONFLICT (id) DO NOTHING",
    )
    .bind(Json(library))
    .run()
    .await?;
    Ok(())
}

/// Returns whether a version exists.
pub async fn is_seeded(tx: &mut Tx) -> Result<bool, Fault> {
    let (count,): (i64,) = tx.query("SELECT count(*) FROM catalog_draft").one().await?;
    Ok(count > 0)
}

/// Inserts a version. Returns false if its number exists.
pub async fn insert(tx: &mut Tx, version: &Version, library: &Library) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO catalog_version (number, note, published_by, published_ms, restored, intents, library)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (number) DO NOTHING",
        )
        .bind(version.number)
        .bind(version.note.as_str())
        .bind(version.published_by.as_str())
        .bind(version.published_ms)
        .bind(version.restored)
        .bind(version.intents)
        .bind(Json(library))
        .run()
        .await?;
    Ok(added == 1)
}

/// Returns the content of the published version.
pub async fn published(tx: &mut Tx) -> Result<Library, Fault> {
    let written: Written =
        tx.query("SELECT library FROM catalog_version ORDER BY number DESC LIMIT 1").one().await?;
    Ok(written.library)
}

/// Returns the published version.
pub async fn newest(tx: &mut Tx) -> Result<Version, Fault> {
    Ok(tx
        .query(
            "SELECT number, note, published_by, published_ms, restored, intents FROM catalog_version
             ORDER BY number DESC LIMIT 1",
        )
        .one()
        .await?)
}

/// Returns the content of a version.
pub async fn find(tx: &mut Tx, number: i64) -> Result<Option<Library>, Fault> {
    let written: Option<Written> =
        tx.query("SELECT library FROM catalog_version WHERE number = $1").bind(number).optional().await?;
    Ok(written.map(|written| written.library))
}

/// Returns at most `limit + 1` versions before a number, newest first.
pub async fn list(tx: &mut Tx, before: Option<i64>, limit: i64) -> Result<Vec<Version>, Fault> {
    Ok(tx
        .query(
            "SELECT number, note, published_by, published_ms, restored, intents FROM catalog_version
             WHERE number < $1 ORDER BY number DESC LIMIT $2",
        )
        .bind(before.unwrap_or(i64::MAX))
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns the draft.
pub async fn draft(tx: &mut Tx) -> Result<Draft, Fault> {
    Ok(tx
        .query(
            "SELECT version, library, previous_library, edited_by, edited_ms FROM catalog_draft WHERE id = 1",
        )
        .one()
        .await?)
}

/// Saves the draft. Returns false if the stored draft is no longer the version before.
pub async fn save(tx: &mut Tx, draft: &Draft) -> Result<bool, Fault> {
    let saved = tx
        .query(
            "UPDATE catalog_draft SET version = $1, library = $2, previous_library = $3, edited_by = $4,
                 edited_ms = $5
             WHERE id = 1 AND version = $1 - 1",
        )
        .bind(draft.version)
        .bind(Json(&draft.library))
        .bind(draft.previous_library.as_ref().map(Json))
        .bind(draft.edited_by.as_str())
        .bind(draft.edited_ms)
        .run()
        .await?;
    Ok(saved == 1)
}

/// Counts how communities of all companies use intents, and the questions answered with them since a time.
/// Returns only totals.
pub async fn impact(tx: &mut Tx, keys: &[String], since: Timestamp) -> Result<Impact, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT count(DISTINCT a.community_id) AS communities,
                    count(DISTINCT CASE WHEN a.answer <> '' THEN a.community_id END) AS answered,
                    (SELECT count(*)
                     FROM company_community l
                     JOIN message m ON m.company_id = l.company_id AND m.bot_community_id = l.community_id
                        AND m.created_ms >= $2
                     WHERE m.decision->>'answered' AND NOT m.is_test AND m.decision->>'answer_id' IN (SELECT value FROM json_each($1)))
                    AS questions
             FROM community c
             JOIN answer a ON a.owner_id = c.id AND a.id IN (SELECT value FROM json_each($1))
             WHERE c.archived_ms IS NULL",
            "SELECT communities, answered, questions FROM use_of_intents($1, $2)",
        ))
        .bind(Json(keys))
        .bind(since)
        .one()
        .await?)
}
