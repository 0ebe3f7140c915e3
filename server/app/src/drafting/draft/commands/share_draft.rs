//! Shares a draft with the company, and stops sharing it.
use platform::{Actor, Fault, Tx};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId},
        sharing, store,
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Shares a draft with the users of the company who have its assistant and can see its community.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`.
pub async fn share_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    let mut tx = context.db.write(&actor.scope()).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    if draft.shared_ms.is_none() {
        draft.shared_ms = Some(context.now());
        draft.owner_name = actor.name.to_string();
        save(&mut tx, context, actor, &draft).await?;
    }
    tx.commit().await?;
    Ok(draft)
}

/// Stops sharing a draft.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`.
pub async fn unshare_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    let mut tx = context.db.write(&actor.scope()).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    if draft.shared_ms.take().is_some() {
        draft.owner_name.clear();
        save(&mut tx, context, actor, &draft).await?;
    }
    tx.commit().await?;
    Ok(draft)
}

/// Stores with whom a draft is shared, records it in the audit trail, and notifies browsers.
async fn save(tx: &mut Tx, context: &Context, actor: &Actor, draft: &Draft) -> Result<(), Fault> {
    let scope = actor.scope();
    let (action, summary) = match draft.shared_ms {
        Some(_) => (AuditAction::DraftShared, "Shared a draft with the company"),
        None => (AuditAction::DraftUnshared, "Stopped sharing a draft with the company"),
    };
    store::save_sharing(tx, &scope, draft).await?;
    let event = AuditEvent { action, subject: draft.id.as_str(), summary: summary.to_owned() };
    audit::record(tx, &scope, context, actor, event).await?;
    sharing::publish(tx, &scope, draft, context.now());
    Ok(())
}
