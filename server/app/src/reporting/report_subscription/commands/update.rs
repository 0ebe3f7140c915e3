//! Changes a user's subscription.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    reporting::{
        report,
        report_subscription::{
            model::{Subscription, SubscriptionChange},
            queue, rules, store,
        },
    },
    tenancy::community,
};

/// Replaces the caller's subscription, or ends it.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope.
pub async fn update(
    context: &Context,
    actor: &Actor,
    change: &SubscriptionChange,
) -> Result<Option<Subscription>, Fault> {
    let scope = actor.scope();
    let now = context.now();
    let mut tx = context.db.write(&scope).await?;
    if let Some(id) = &change.community {
        community::require(&mut tx, &scope, id).await?;
    }
    let before = store::find(&mut tx, &scope, &actor.id).await?;
    let (subscription, summary) = match change.frequency {
        None => {
            store::delete(&mut tx, &scope, &actor.id).await?;
            (None, "Ended the reports by email")
        }
        Some(frequency) => {
            let time_zone = report::time_zone(&mut tx, &scope, change.community.as_ref()).await?;
            let subscription = Subscription {
                staff_id: actor.id.clone(),
                frequency,
                community_id: change.community.as_ref().map(|id| id.0.clone()).unwrap_or_default(),
                next_ms: rules::next(frequency, &time_zone, now)?,
                version: 0,
            };
            let saved = store::save(&mut tx, &scope, &subscription, now).await?;
            queue::enqueue_next(&mut tx, &scope, context, &saved).await?;
            (Some(saved), "Subscribed to reports by email")
        }
    };
    let event = AuditEvent {
        action: AuditAction::ReportSubscriptionUpdated,
        subject: actor.id.as_str(),
        summary: summary.to_owned(),
    };
    let frequency = |subscription: &Option<Subscription>| {
        subscription.as_ref().map(|one| format!("{:?}", one.frequency)).unwrap_or_default()
    };
    let changes = FieldChange::of("frequency", frequency(&before), frequency(&subscription));
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(subscription)
}
