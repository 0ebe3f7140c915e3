//! Queries for drafts. A draft is visible only to its owner, or to the company if it is shared.
pub mod chunks;
pub mod part_notes;

use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::UserId, paging::PageKey};
use sqlx::types::Json;

use super::model::{Draft, DraftId, DraftState, DraftSummary, Failure, Position, Version, VersionSummary};

/// Maximum number of stored versions of a draft.
pub const MAX_VERSIONS: i64 = 50;

/// Selects drafts whose community the scope can see. `$1` and `$2` are the scope.
macro_rules! drafts {
    ($columns:literal, $($rest:literal),+) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM draft d WHERE d.company_id = $1 AND (d.community_id IS NULL OR ",
            platform::sees!("d.community_id"),
            ") AND ",
            $($rest),+
        )
    };
}

/// Selects the draft `$4` if the user `$3` owns it or it is shared.
macro_rules! readable {
    ($($rest:literal)?) => {
        drafts!("d.*", "d.id = $4 AND (d.owner_id = $3 OR d.shared_ms IS NOT NULL)" $(, $rest)?)
    };
}

/// Selects `$6` drafts that meet a condition before the key `$4` and `$5`, last changed first.
macro_rules! page {
    ($condition:literal) => {
        drafts!(
            "d.id, d.owner_id, d.community_id, d.kind, d.title, d.state, d.version, d.shared_ms, d.owner_name,
             d.updated_ms",
            $condition,
            " AND (d.updated_ms, d.id) < ($4, $5) ORDER BY d.updated_ms DESC, d.id DESC LIMIT $6"
        )
    };
}

/// Returns a draft that a user owns or that is shared.
pub async fn find(tx: &mut Tx, scope: &Scope, user: &UserId, id: &DraftId) -> Result<Option<Draft>, Fault> {
    let query = tx.query(readable!()).scope(scope);
    Ok(query.bind(user.as_str()).bind(id.as_str()).optional().await?)
}

/// Returns the state and progress of a draft of an owner.
pub async fn find_position(
    tx: &mut Tx,
    scope: &Scope,
    owner: &UserId,
    id: &DraftId,
) -> Result<Option<Position>, Fault> {
    let query = tx
        .query(drafts!(
            "d.kind, d.community_id, d.state, d.version, d.run, d.sequence, d.stage, d.part, d.part_count",
            "d.owner_id = $3 AND d.id = $4"
        ))
        .scope(scope);
    Ok(query.bind(owner.as_str()).bind(id.as_str()).optional().await?)
}

/// Returns a draft that a user owns or that is shared, and locks it until the transaction ends. SQLite has a single
/// writer.
pub async fn lock(tx: &mut Tx, scope: &Scope, user: &UserId, id: &DraftId) -> Result<Option<Draft>, Fault> {
    let sql = dialect(readable!(), readable!(" FOR UPDATE OF d"));
    Ok(tx.query(sql).scope(scope).bind(user.as_str()).bind(id.as_str()).optional().await?)
}

/// Returns a draft of a company for its job, and locks it.
pub async fn lock_for_job(tx: &mut Tx, scope: &Scope, id: &DraftId) -> Result<Option<Draft>, Fault> {
    let sql = dialect(
        "SELECT * FROM draft WHERE company_id = $1 AND id = $2",
        "SELECT * FROM draft WHERE company_id = $1 AND id = $2 FOR UPDATE",
    );
    Ok(tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).optional().await?)
}

/// Lists up to `limit + 1` drafts of these kinds before a key, last changed first: those of an owner, or the shared
/// ones if there is none.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    owner: Option<&UserId>,
    kinds: &[i32],
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<DraftSummary>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    let sql = match owner {
        Some(_) => dialect(
            page!("d.owner_id = $7 AND d.kind IN (SELECT value FROM json_each($3))"),
            page!("d.owner_id = $7 AND $3 @> to_jsonb(d.kind)"),
        ),
        None => dialect(
            page!("d.shared_ms IS NOT NULL AND d.kind IN (SELECT value FROM json_each($3))"),
            page!("d.shared_ms IS NOT NULL AND $3 @> to_jsonb(d.kind)"),
        ),
    };
    let query = tx.query(sql).scope(scope).bind(Json(kinds)).bind(at).bind(id).bind(limit + 1);
    let query = match owner {
        Some(owner) => query.bind(owner.as_str()),
        None => query,
    };
    Ok(query.all().await?)
}

pub async fn insert(tx: &mut Tx, scope: &Scope, draft: &Draft) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO draft (company_id, id, owner_id, community_id, kind, title, inputs, facts, state, template_reason,
             version, revision, confirmed, created_ms, updated_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    )
    .bind(scope.company().as_str())
    .bind(draft.id.as_str())
    .bind(draft.owner_id.as_str())
    .bind(draft.community_id.as_ref().map(|id| id.as_str()))
    .bind(draft.kind)
    .bind(&*draft.title)
    .bind(Json(&draft.inputs))
    .bind(Json(&draft.facts))
    .bind(draft.state as i32)
    .bind(draft.template_reason as i32)
    .bind(draft.version)
    .bind(draft.revision)
    .bind(Json(&draft.confirmed))
    .bind(draft.created_ms)
    .bind(draft.updated_ms)
    .run()
    .await?;
    Ok(())
}

/// Updates with whom a draft is shared.
pub async fn save_sharing(tx: &mut Tx, scope: &Scope, draft: &Draft) -> Result<(), Fault> {
    tx.query("UPDATE draft SET shared_ms = $3, owner_name = $4 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .bind(draft.shared_ms)
        .bind(&*draft.owner_name)
        .run()
        .await?;
    Ok(())
}

/// Updates a draft, except its sequence number and with whom it is shared.
pub async fn update(tx: &mut Tx, scope: &Scope, draft: &Draft) -> Result<(), Fault> {
    tx.query(
        "UPDATE draft SET title = $3, inputs = $4, facts = $5, state = $6, failure = $7, template_reason = $8,
             version = $9, revision = $10, run = $11, lease_ms = $12, confirmed = $13, feedback = $14,
             feedback_note = $15, updated_ms = $16, stage = $17, part = $18, part_count = $19
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(draft.id.as_str())
    .bind(&*draft.title)
    .bind(Json(&draft.inputs))
    .bind(Json(&draft.facts))
    .bind(draft.state as i32)
    .bind(draft.failure as i32)
    .bind(draft.template_reason as i32)
    .bind(draft.version)
    .bind(draft.revision)
    .bind(draft.run)
    .bind(draft.lease_ms)
    .bind(Json(&draft.confirmed))
    .bind(draft.feedback)
    .bind(&*draft.feedback_note)
    .bind(draft.updated_ms)
    .bind(draft.progress.stage as i32)
    .bind(draft.progress.part)
    .bind(draft.progress.part_count)
    .run()
    .await?;
    Ok(())
}

/// Deletes a draft with its versions and chunks.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &DraftId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM draft_chunk WHERE company_id = $1 AND draft_id = $2",
        "DELETE FROM draft_part WHERE company_id = $1 AND draft_id = $2",
        "DELETE FROM draft_version WHERE company_id = $1 AND draft_id = $2",
        "DELETE FROM draft WHERE company_id = $1 AND id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).run().await?;
    }
    Ok(())
}

/// Inserts a version or replaces its text, and deletes the oldest versions beyond the maximum.
pub async fn insert_version(
    tx: &mut Tx,
    scope: &Scope,
    id: &DraftId,
    version: &Version,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO draft_version (company_id, draft_id, number, origin, is_template, text, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (company_id, draft_id, number) DO UPDATE SET text = excluded.text,
             is_template = excluded.is_template, origin = excluded.origin, created_ms = excluded.created_ms",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(version.number)
    .bind(version.origin as i32)
    .bind(version.is_template)
    .bind(&*version.text)
    .bind(version.created_ms)
    .run()
    .await?;
    tx.query("DELETE FROM draft_version WHERE company_id = $1 AND draft_id = $2 AND number <= $3")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(version.number - MAX_VERSIONS)
        .run()
        .await?;
    Ok(())
}

pub async fn find_version(
    tx: &mut Tx,
    scope: &Scope,
    id: &DraftId,
    number: i64,
) -> Result<Option<Version>, Fault> {
    Ok(tx
        .query("SELECT * FROM draft_version WHERE company_id = $1 AND draft_id = $2 AND number = $3")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(number)
        .optional()
        .await?)
}

/// Returns the versions, newest first.
pub async fn versions(tx: &mut Tx, scope: &Scope, id: &DraftId) -> Result<Vec<VersionSummary>, Fault> {
    Ok(tx
        .query(
            "SELECT number, origin, is_template, created_ms FROM draft_version
             WHERE company_id = $1 AND draft_id = $2 ORDER BY number DESC LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(MAX_VERSIONS)
        .all()
        .await?)
}

/// Returns the text of the newest version that was drafted from a template.
pub async fn last_template(tx: &mut Tx, scope: &Scope, id: &DraftId) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(
            "SELECT text FROM draft_version WHERE company_id = $1 AND draft_id = $2 AND is_template
             ORDER BY number DESC LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional_value()
        .await?)
}

/// Ends the generation of a draft: merges its chunks into the current version. Returns whether the draft is shared.
pub async fn settle(
    tx: &mut Tx,
    scope: &Scope,
    draft: &Draft,
    state: DraftState,
    failure: Failure,
    now: Timestamp,
) -> Result<bool, Fault> {
    let written: String =
        chunks::list(tx, scope, &draft.id, 0).await?.into_iter().map(|chunk| chunk.text).collect();
    tx.query(
        "UPDATE draft_version SET text = text || $4 WHERE company_id = $1 AND draft_id = $2 AND number = $3",
    )
    .bind(scope.company().as_str())
    .bind(draft.id.as_str())
    .bind(draft.version)
    .bind(written)
    .run()
    .await?;
    tx.query("DELETE FROM draft_chunk WHERE company_id = $1 AND draft_id = $2")
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .run()
        .await?;
    let shared: Option<Option<Timestamp>> = tx
        .query(
            "UPDATE draft SET state = $3, failure = $4, lease_ms = 0, updated_ms = $5
             WHERE company_id = $1 AND id = $2 RETURNING shared_ms",
        )
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .bind(state as i32)
        .bind(failure as i32)
        .bind(now)
        .optional_value()
        .await?;
    Ok(shared.flatten().is_some())
}

/// Returns the tokens that a company used in a month.
pub async fn used_tokens(tx: &mut Tx, scope: &Scope, month: &str) -> Result<i64, Fault> {
    let found: Option<(i64,)> = tx
        .query("SELECT tokens FROM draft_usage WHERE company_id = $1 AND month = $2")
        .bind(scope.company().as_str())
        .bind(month)
        .optional()
        .await?;
    Ok(found.map_or(0, |(tokens,)| tokens))
}

pub async fn add_tokens(tx: &mut Tx, scope: &Scope, month: &str, tokens: i64) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO draft_usage (company_id, month, tokens) VALUES ($1, $2, $3)
         ON CONFLICT (company_id, month) DO UPDATE SET tokens = draft_usage.tokens + excluded.tokens",
    )
    .bind(scope.company().as_str())
    .bind(month)
    .bind(tokens)
    .run()
    .await?;
    Ok(())
}

/// Returns the name of a user.
pub async fn user_name(tx: &mut Tx, scope: &Scope, user: &UserId) -> Result<String, Fault> {
    let found: Option<(String,)> = tx
        .query("SELECT first_name || ' ' || last_name FROM staff WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(user.as_str())
        .optional()
        .await?;
    Ok(found.map(|(name,)| name).unwrap_or_default())
}

/// Returns the text of the current version with its chunks.
pub async fn text(tx: &mut Tx, scope: &Scope, id: &DraftId, version: i64) -> Result<String, Fault> {
    let version = find_version(tx, scope, id, version).await?;
    let mut text = version.map(|version| version.text).unwrap_or_default();
    text.extend(chunks::list(tx, scope, id, 0).await?.into_iter().map(|chunk| chunk.text));
    Ok(text)
}
