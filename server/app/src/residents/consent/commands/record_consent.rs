//! Records consent that a resident gave or withdrew outside of texts.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    residents::consent::{
        PhoneConversations,
        model::{ConsentState, NewEntry, PhoneConsent, RecordConsent, Subscription},
        rules, store,
    },
};

/// Records consent. An opt-out cancels the queued texts to the phone number.
///
/// # Errors
/// `NOT_FOUND` for a phone number outside of the scope; `INVALID_ARGUMENT` for an invalid field;
/// `OPT_IN_BY_RESIDENT_ONLY`, `ALREADY_OPTED_OUT`.
pub async fn record_consent(
    context: &Context,
    conversations: &dyn PhoneConversations,
    actor: &Actor,
    command: RecordConsent,
) -> Result<PhoneConsent, Fault> {
    let RecordConsent { phone, state, source, evidence, given_on } = command;
    let (scope, now) = (actor.scope(), context.now());
    let evidence = rules::evidence(state, &evidence)?;
    let mut tx = context.db.write(&scope).await?;
    let zones = store::require_time_zones(&mut tx, &scope, &phone).await?;
    // The newest date in the communities where the phone number is known.
    let today = zones.iter().map(|zone| now.date_in(zone)).max().unwrap_or_default();
    let given_on = rules::given_on(&given_on, today)?;
    let subscription = Subscription::of(&phone);
    if !store::set_state_by_staff(&mut tx, &scope, subscription, state, source, now).await? {
        return Err(rules::refused(state));
    }
    let id: String = context.ids.next(now);
    let entry = NewEntry {
        id: &id,
        subscription,
        state,
        source,
        evidence,
        message: None,
        recorded_by: &actor.name,
        given_on: &given_on,
        at: now,
    };
    store::append_entry(&mut tx, &scope, &entry).await?;
    let action = match state {
        ConsentState::OptedOut => {
            conversations.cancel_queued(&mut tx, &scope, &phone, now).await?;
            AuditAction::ConsentOptOutRecorded
        }
        ConsentState::OptedIn | ConsentState::Implied => AuditAction::ConsentOptInRecorded,
    };
    conversations.publish_change(&mut tx, &scope, &phone, now).await?;
    let event = AuditEvent { action, subject: &id, summary: rules::summary(state, source) };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    let consent = store::find_consent(&mut tx, &scope, &phone).await?;
    tx.commit().await?;
    Ok(consent)
}
