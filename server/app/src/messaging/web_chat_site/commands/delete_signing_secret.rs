//! Deletes the signing secret of a web chat.
use platform::{Actor, Fault, ids::CommunityId};

use crate::{
    context::Context,
    messaging::web_chat_site::{
        model::{WebChatSite, signing_secret_name},
        require, store,
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Deletes the signing secret of a community's web chat, if there is one.
///
/// # Errors
/// `NOT_FOUND`.
pub async fn delete_signing_secret(
    context: &Context,
    actor: &Actor,
    community: &CommunityId,
) -> Result<WebChatSite, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let site = WebChatSite { signing_secret_ms: None, ..require(&mut tx, &scope, community).await? };
    store::save_secret_time(&mut tx, &scope, community, None).await?;
    if context.secrets.delete(&mut tx, &scope, &signing_secret_name(community)).await? {
        let summary = format!("Deleted the signing secret of the web chat of {}", site.community_label());
        let action = AuditAction::WebChatSigningSecretDeleted;
        let event = AuditEvent { action, subject: community.as_str(), summary };
        audit::record(&mut tx, &scope, context, actor, event).await?;
    }
    tx.commit().await?;
    Ok(site)
}
