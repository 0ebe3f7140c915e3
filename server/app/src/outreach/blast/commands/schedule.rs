//! Schedules a draft.
use platform::{Actor, Fault, Scope, Tx};

use super::{filter_of, lock_limits, plan::Plan, require, require_locked};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::{
        audience::{self, Filter, TextedCommunity},
        blast::{
            model::{Blast, BlastId, BlastState},
            rules::{self, Scheduling},
            send_job, store, template,
        },
    },
};

/// Schedules a draft, or sends it now.
///
/// # Errors
/// `BLAST_CHANGED`, `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`, `NO_RECIPIENTS`, `TEXT_TOO_LONG`,
/// `PICTURE_REFUSED`, `BLAST_LIMIT_REACHED`; `INVALID_ARGUMENT` on `startsAt`, `startsAtLocal` and `emergencyReason`.
pub async fn schedule(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    version: i32,
    how: Scheduling,
) -> Result<Blast, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let plan = load_plan(context, &scope, id, version).await?;
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    let unknown = template::unknown_fields(&draft.body);
    if !unknown.is_empty() {
        return Err(rules::unknown_fields(&unknown));
    }
    let filter = filter_of(&mut tx, &scope, &draft).await?;
    audience::require_communities(&mut tx, &scope, &filter.communities).await?;
    let how = with_start(&mut tx, &scope, &filter, how).await?;
    let recipients = plan.recipients.for_version_of(&draft)?;
    rules::require_sendable(plan.longest_text())?;
    require_sendable_picture(context, &mut tx, &scope, &draft, &filter).await?;
    let limits = lock_limits(&mut tx, &scope, id, how.starts.unwrap_or(now)).await?;
    let blast = rules::schedule(draft, how, recipients, limits, now)?;
    store::save(&mut tx, &scope, &blast).await?;
    let waits = blast.state == BlastState::AwaitingApproval;
    if !waits {
        send_job::enqueue(&mut tx, context, &scope, &blast).await?;
    }
    let emergency = match blast.emergency_reason.as_str() {
        "" => String::new(),
        reason => format!(", as an emergency: {reason}"),
    };
    let word = if waits { "Asked for approval of" } else { "Scheduled" };
    let summary = format!(
        "{word} the {} \"{}\" for {} to {recipients} recipients{emergency}",
        if blast.asks_consent { "request for consent" } else { "blast" },
        blast.title,
        blast.starts_ms.map(|starts| starts.to_string()).unwrap_or_default(),
    );
    let action = if waits { AuditAction::BlastApprovalRequested } else { AuditAction::BlastScheduled };
    let event = AuditEvent { action, subject: blast.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    store::publish_change(&mut tx, &scope, &blast.id, now);
    tx.commit().await?;
    Ok(Blast { scheduled_by_name: actor.name.to_string(), ..blast })
}

/// Loads the plan of a draft. This takes seconds for a large audience, so it is done before the transaction
/// that changes the draft.
async fn load_plan(context: &Context, scope: &Scope, id: &BlastId, version: i32) -> Result<Plan, Fault> {
    let mut tx = context.db.read(scope).await?;
    let draft = require(&mut tx, scope, id).await?;
    rules::require_version(&draft, version)?;
    Plan::load(&mut tx, scope, &draft).await
}

/// Checks that the carriers of the blast's numbers can send its picture, if it has one.
async fn require_sendable_picture(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    draft: &Blast,
    filter: &Filter,
) -> Result<(), Fault> {
    if draft.picture.is_none() {
        return Ok(());
    }
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    match communities.iter().any(TextedCommunity::is_texted_by_carrier) {
        true => rules::require_fetchable(&context.settings.public_url),
        false => Ok(()),
    }
}

/// Returns the scheduling with a local start time converted by the time zone of the draft's first community.
async fn with_start(
    tx: &mut Tx,
    scope: &Scope,
    filter: &Filter,
    how: Scheduling,
) -> Result<Scheduling, Fault> {
    if how.starts_local.is_empty() {
        return Ok(how);
    }
    if how.starts.is_some() {
        return Err(Fault::field("startsAtLocal", "Set startsAt or startsAtLocal, not both."));
    }
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    let time_zone = communities.first().map_or("", |community| &community.time_zone);
    Ok(Scheduling { starts: Some(rules::local_start(&how.starts_local, time_zone)?), ..how })
}
