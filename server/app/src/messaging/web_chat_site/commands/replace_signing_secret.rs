//! Creates or replaces the signing secret of a web chat.
use platform::{Actor, Fault, ids::CommunityId};

use crate::{
    context::Context,
    messaging::web_chat_site::{
        model::{WebChatSite, signing_secret_name},
        require, rules, store,
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Creates or replaces the signing secret of a community's web chat. Returns the settings and the secret.
///
/// # Errors
/// `NOT_FOUND`; `WEB_CHAT_SITE_CHANGED` if another user creates the settings at the same time.
pub async fn replace_signing_secret(
    context: &Context,
    actor: &Actor,
    community: &CommunityId,
) -> Result<(WebChatSite, String), Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.read(&scope).await?;
    require(&mut tx, &scope, community).await?;
    drop(tx);
    let secret = context.ids.secret();
    let prepared = context.secrets.prepare(&scope, secret.clone().into()).await?;
    let mut tx = context.db.write(&scope).await?;
    let mut site = require(&mut tx, &scope, community).await?;
    if site.key.is_empty() {
        let key = rules::key(&context.ids.secret());
        site = WebChatSite { key, version: site.version + 1, ..site };
        if !store::save(&mut tx, &scope, &site).await? {
            return Err(rules::changed());
        }
    }
    site.signing_secret_ms = Some(now);
    store::save_secret_time(&mut tx, &scope, community, site.signing_secret_ms).await?;
    let name = signing_secret_name(community);
    let has_replaced = context.secrets.put(&mut tx, &scope, &name, &prepared).await?;
    let verb = if has_replaced { "Replaced" } else { "Created" };
    let summary = format!("{verb} the signing secret of the web chat of {}", site.community_label());
    let action = AuditAction::WebChatSigningSecretReplaced;
    let event = AuditEvent { action, subject: community.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok((site, secret))
}
