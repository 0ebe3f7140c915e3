//! Replaces the key of a web chat.
use platform::{Actor, Fault, ids::CommunityId};

use crate::{
    context::Context,
    messaging::web_chat_site::{model::WebChatSite, require, rules, store},
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Replaces the key of a community's web chat.
///
/// # Errors
/// `NOT_FOUND`; `WEB_CHAT_SITE_CHANGED` if someone else changes the settings at the same time.
pub async fn replace_key(
    context: &Context,
    actor: &Actor,
    community: &CommunityId,
) -> Result<WebChatSite, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require(&mut tx, &scope, community).await?;
    let key = rules::key(&context.ids.secret());
    let changed = WebChatSite { key, version: before.version + 1, ..before };
    if !store::save(&mut tx, &scope, &changed).await? {
        return Err(rules::changed());
    }
    let summary = format!("Replaced the key of the web chat of {}", changed.community_label());
    let event = AuditEvent { action: AuditAction::WebChatKeyReplaced, subject: community.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(changed)
}
