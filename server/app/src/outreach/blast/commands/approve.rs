//! Approves or rejects a blast that waits for a second user.
use platform::{Actor, Fault};

use super::require_locked;
use crate::{
    context::Context,
    operations::audit::{self, AuditEvent},
    outreach::blast::{
        model::{Blast, BlastId},
        rules, send_job, store,
    },
};

/// What a second user decides about a blast.
pub enum Decision {
    Approve,
    /// With what is to be changed.
    Reject(String),
}

/// Approves or rejects a blast.
///
/// # Errors
/// `BLAST_CHANGED`, `BLAST_NOT_AWAITING_APPROVAL`, `APPROVAL_BY_SCHEDULER`; `INVALID_ARGUMENT` on `note`.
pub async fn decide(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    version: i32,
    decision: Decision,
) -> Result<Blast, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_version(&blast, version)?;
    let (title, count) = (blast.title.clone(), blast.scheduled_count);
    let (action, summary, blast) = match decision {
        Decision::Approve => {
            let blast = rules::approve(blast, actor.id.clone(), now)?;
            ("blast.approved", format!("Approved the blast \"{title}\" to {count} recipients"), blast)
        }
        Decision::Reject(note) => {
            let blast = rules::reject(blast, &actor.id, &note)?;
            let summary = format!("Rejected the blast \"{title}\": {}", blast.rejection_note);
            ("blast.rejected", summary, blast)
        }
    };
    store::save(&mut tx, &scope, &blast).await?;
    if blast.approved_by.is_some() {
        send_job::enqueue(&mut tx, context, &scope, &blast).await?;
    }
    let event = AuditEvent { action, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    store::publish_change(&mut tx, &scope, id, now);
    let blast = require_locked(&mut tx, actor, id).await?;
    tx.commit().await?;
    Ok(blast)
}
