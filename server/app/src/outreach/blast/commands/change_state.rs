//! Changes the state of a blast that was scheduled.
use platform::{Actor, Fault, Scope, Tx, jobs};

use super::require_locked;
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::blast::{
        model::{Blast, BlastId, BlastState},
        rules, send_job, store,
    },
};

/// A state change of a scheduled blast.
#[derive(Clone, Copy)]
pub enum StateChange {
    Unschedule,
    Pause,
    Resume,
    Cancel,
}

/// Changes the state of a blast that was scheduled.
///
/// # Errors
/// `BLAST_STARTED`, `BLAST_NOT_RUNNING`, `BLAST_NOT_PAUSED`, `BLAST_FINISHED`.
pub async fn change_state(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    change: StateChange,
) -> Result<Blast, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let before = require_locked(&mut tx, actor, id).await?;
    let job_key = send_job::key(&before);
    let before_state = before.state;
    let (action, word, blast) = match change {
        StateChange::Unschedule => (AuditAction::BlastUnscheduled, "Unscheduled", rules::unschedule(before)?),
        StateChange::Pause => (AuditAction::BlastPaused, "Paused", rules::pause(before)?),
        StateChange::Resume => (AuditAction::BlastResumed, "Resumed", rules::resume(before)?),
        StateChange::Cancel => (AuditAction::BlastCanceled, "Canceled", rules::cancel(before, now)?),
    };
    if before_state == BlastState::Scheduled {
        jobs::cancel(&mut tx, scope.company(), &job_key).await?;
    }
    if blast.state == BlastState::Canceled && before_state.has_started() {
        send_job::enqueue_cancellation(&mut tx, context, &scope, &blast).await?;
    }
    store::save(&mut tx, &scope, &blast).await?;
    if blast.state == BlastState::Running {
        send_job::enqueue(&mut tx, context, &scope, &blast).await?;
    }
    let results = match blast.state {
        BlastState::Canceled if before_state.has_started() => results_so_far(&mut tx, &scope, &blast).await?,
        _ => String::new(),
    };
    let summary = format!("{word} the blast \"{}\"{results}", blast.title);
    let event = AuditEvent { action, subject: blast.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    store::publish_change(&mut tx, &scope, &blast.id, now);
    tx.commit().await?;
    Ok(blast)
}

/// Describes the results of a blast for the audit trail.
async fn results_so_far(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<String, Fault> {
    let counts = store::count_recipients(tx, scope, std::slice::from_ref(&blast.id)).await?;
    Ok(counts.first().map(|counts| format!(": {}", counts.summary(blast.state))).unwrap_or_default())
}
