//! What residents asked the bot, in storage.
use platform::{Fault, Scope, Tx, ids::CommunityId};
use sqlx::types::Json;

use crate::conversation::model::{Asked, Decision, MessageId};

/// Notes why the bot of a community did what it did with a text, which was a question to it then.
///
/// # Errors
/// Those of storage.
pub async fn set_decision(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &MessageId,
    decision: &Decision,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET decision = $3, asked_in = $4 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(Json(decision))
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}

/// Notes what a text in another language was put into English as.
///
/// # Errors
/// Those of storage.
pub async fn set_english(tx: &mut Tx, scope: &Scope, id: &MessageId, english: &str) -> Result<(), Fault> {
    tx.query("UPDATE message SET english = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(english)
        .run()
        .await?;
    Ok(())
}

/// What a text was put into English as; nothing where it was not.
///
/// # Errors
/// Those of storage.
pub async fn english(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<String>, Fault> {
    let english: Option<(String,)> = tx
        .query("SELECT english FROM message WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?;
    Ok(english.map(|(english,)| english).filter(|english| !english.is_empty()))
}

/// Notes that a text was a question to a community's bot, when nobody knows any more why it did
/// what it did.
///
/// # Errors
/// Those of storage.
pub async fn set_asked(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &MessageId,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET asked_in = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}

/// The questions to the bot of a community of the scope, the newest first; so many.
///
/// # Errors
/// Those of storage.
pub async fn asked(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<Vec<Asked>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT id, body, english, created_ms FROM message WHERE company_id = $1 AND asked_in = $3 AND ",
            platform::sees!("$3"),
            " ORDER BY created_ms DESC, id DESC LIMIT $4"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?)
}
