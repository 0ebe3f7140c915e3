//! Changes the settings of a web chat.
use platform::{Actor, Fault, ids::CommunityId};

use crate::{
    context::Context,
    messaging::web_chat_site::{
        model::{SiteChange, WebChatSite},
        require, rules, store,
    },
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Changes the settings of a community's web chat that have a version. The first change creates the key.
/// `differences` describes the changes in the audit trail.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT`; `WEB_CHAT_SITE_CHANGED`.
pub async fn update_site(
    context: &Context,
    actor: &Actor,
    community: &CommunityId,
    version: i64,
    change: SiteChange,
    differences: impl Fn(&WebChatSite, &WebChatSite) -> Vec<FieldChange>,
) -> Result<WebChatSite, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require(&mut tx, &scope, community).await?;
    rules::check_version(&before, version)?;
    let mut changed = rules::change(before.clone(), change)?;
    if changed.key.is_empty() {
        changed.key = rules::key(&context.ids.secret());
    }
    if !store::save(&mut tx, &scope, &changed).await? {
        return Err(rules::changed());
    }
    let summary = format!("Changed the web chat of {}", changed.community_label());
    let event = AuditEvent { action: AuditAction::WebChatSiteUpdated, subject: community.as_str(), summary };
    let changes = differences(&before, &changed);
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(changed)
}
