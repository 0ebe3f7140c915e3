//! Sets the carrier and the rate of a number.
use platform::{Actor, ErrorReason, Fault, ids::CommunityId};

use crate::{
    context::Context,
    messaging::carrier::{
        account,
        model::{ChangedNumber, Kind},
        store,
    },
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::community,
};

/// Sets the carrier and the rate of a community's number, if they are given. `differences` describes the changes in
/// the audit trail.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if neither is given; `NO_NUMBER`, `TWILIO_NOT_CONFIGURED`.
pub async fn set_number_carrier(
    context: &Context,
    actor: &Actor,
    id: &CommunityId,
    kind: Option<Kind>,
    rate: Option<i32>,
    differences: impl Fn(&ChangedNumber) -> Vec<FieldChange>,
) -> Result<ChangedNumber, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    if kind.is_none() && rate.is_none() {
        return Err(Fault::field("carrier", "Choose the test phone or Twilio."));
    }
    let previous =
        store::carrier_of(&mut tx, &scope, community.number.as_deref().unwrap_or_default()).await?;
    let set = store::set_carrier(&mut tx, &scope, &community.id, kind, rate).await?;
    let no_number = || Fault::precondition(ErrorReason::NoNumber, "This community has no number yet.");
    let settings = set.ok_or_else(no_number)?;
    if settings.carrier == Kind::Twilio && account::find(&mut tx, &scope, context).await?.is_none() {
        return Err(Fault::precondition(
            ErrorReason::TwilioNotConfigured,
            "Set up the company's Twilio account first.",
        ));
    }
    let with = match settings.carrier {
        Kind::TestPhone => "the test phone",
        Kind::Twilio => "Twilio",
    };
    let at = rate.map(|rate| format!(", at {rate} segments per second")).unwrap_or_default();
    let summary = format!("{} of {} now uses {with}{at}.", settings.number, community.label());
    let audit_event = AuditEvent { action: AuditAction::NumberCarrierUpdated, subject: id.as_str(), summary };
    let changed = ChangedNumber { settings, previous };
    let changes = differences(&changed);
    audit::record_changes(&mut tx, &scope, context, actor, audit_event, changes).await?;
    tx.commit().await?;
    Ok(changed)
}
