//! Queries for texts that the bot decided on.
use platform::{Fault, Scope, Tx, ids::CommunityId};
use sqlx::types::Json;

use crate::messaging::thread::model::{Decision, InboundQuestion, MessageId};

/// Stores the decision of a community's bot on a text.
pub async fn set_decision(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &MessageId,
    decision: &Decision,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET decision = $3, bot_community_id = $4 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(Json(decision))
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}

/// Stores the English translation of a text.
pub async fn save_translation(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessageId,
    english: &str,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET english = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(english)
        .run()
        .await?;
    Ok(())
}

/// Returns the English translation of a text, if there is one.
pub async fn find_translation(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<String>, Fault> {
    let english: Option<(String,)> = tx
        .query("SELECT english FROM message WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?;
    Ok(english.map(|(english,)| english).filter(|english| !english.is_empty()))
}

/// Sets the community whose bot decided on a text, without the decision.
pub async fn set_bot_community(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &MessageId,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET bot_community_id = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}

/// Returns the texts that the bot of a community decided on, newest first; at most `limit`.
pub async fn inbound_questions(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<Vec<InboundQuestion>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT id, body, english, created_ms FROM message WHERE company_id = $1 AND bot_community_id = $3 AND ",
            platform::sees!("$3"),
            " ORDER BY created_ms DESC, id DESC LIMIT $4"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?)
}
