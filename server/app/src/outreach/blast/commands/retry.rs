//! Resends the text of a finished blast to recipients whose text failed for a temporary reason.
use platform::{Actor, Fault};

use super::require_locked;
use crate::{
    context::Context,
    messaging::carrier,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::blast::{
        model::{Blast, BlastId},
        rules, send_job, store,
    },
};

/// Queues the texts to be sent again. Returns their number and the blast.
///
/// # Errors
/// `BLAST_NOT_FINISHED`, `NOTHING_TO_RETRY`.
pub async fn retry(context: &Context, actor: &Actor, id: &BlastId) -> Result<(usize, Blast), Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let blast = rules::retry(require_locked(&mut tx, actor, id).await?)?;
    let step = format!("{} sent the blast again to those whom it did not reach.", actor.name);
    let retried = store::queue_retries(&mut tx, &scope, id, &step, now).await?;
    if retried.is_empty() {
        return Err(rules::nothing_to_retry());
    }
    carrier::supersede_many(&mut tx, &scope, &retried).await?;
    let retried = retried.len();
    store::save(&mut tx, &scope, &blast).await?;
    send_job::enqueue(&mut tx, context, &scope, &blast).await?;
    let summary = format!("Sent the blast \"{}\" again to {retried} recipients", blast.title);
    let event = AuditEvent { action: AuditAction::BlastRetried, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    store::publish_change(&mut tx, &scope, id, now);
    tx.commit().await?;
    Ok((retried, blast))
}
