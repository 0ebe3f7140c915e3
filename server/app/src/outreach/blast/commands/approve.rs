//! Approves or rejects a blast that waits for a second user.
use platform::{Actor, Fault, Scope};

use super::{RecipientCount, lock_limits, require, require_locked};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::blast::{
        model::{Blast, BlastId},
        rules, send_job, store,
    },
};

/// The decision of a second user on a blast.
pub enum Decision {
    Approve,
    /// Rejected, with the requested changes.
    Reject(String),
}

/// Approves or rejects a blast.
///
/// # Errors
/// `BLAST_CHANGED`, also if the audience grew; `BLAST_NOT_AWAITING_APPROVAL`, `APPROVAL_BY_SCHEDULER`,
/// `BLAST_LIMIT_REACHED`; `INVALID_ARGUMENT` on `note`.
pub async fn decide(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    version: i32,
    decision: Decision,
) -> Result<Blast, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let counted = match decision {
        Decision::Approve => Some(count_recipients(context, &scope, id).await?),
        Decision::Reject(_) => None,
    };
    let mut tx = context.db.write(&scope).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_version(&blast, version)?;
    rules::require_approver(&blast, &actor.id)?;
    let (title, count) = (blast.title.clone(), blast.scheduled_count);
    let (action, summary, blast) = match decision {
        Decision::Approve => {
            let counted = counted.ok_or_else(rules::changed)?;
            let recipients = counted.for_version_of(&blast)?;
            if !rules::is_covered(&blast, recipients) {
                store::save(&mut tx, &scope, &rules::recount(blast, recipients)).await?;
                store::publish_change(&mut tx, &scope, id, now);
                tx.commit().await?;
                return Err(rules::audience_grew(recipients));
            }
            let starts = rules::approved_start(&blast, now);
            let limits = lock_limits(&mut tx, &scope, id, starts).await?;
            let blast = rules::approve(blast, actor.id.clone(), recipients, limits, now)?;
            (
                AuditAction::BlastApproved,
                format!("Approved the blast \"{title}\" to {count} recipients"),
                blast,
            )
        }
        Decision::Reject(note) => {
            let blast = rules::reject(blast, &actor.id, &note)?;
            let summary = format!("Rejected the blast \"{title}\": {}", blast.rejection_note);
            (AuditAction::BlastRejected, summary, blast)
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

async fn count_recipients(context: &Context, scope: &Scope, id: &BlastId) -> Result<RecipientCount, Fault> {
    let mut tx = context.db.read(scope).await?;
    let blast = require(&mut tx, scope, id).await?;
    RecipientCount::of(&mut tx, scope, &blast).await
}
