//! Sets the carrier, the group at Textline and the rate of a number.
use platform::{Actor, ErrorReason, Fault, Scope, Tx, ids::CommunityId};

use super::{TESTS, test_failed, textline_not_configured};
use crate::{
    context::Context,
    messaging::carrier::{
        account,
        model::{ChangedNumber, Kind, NumberChange, NumberSettings},
        store,
        textline::{self, Textline},
    },
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        rate_limit,
    },
    tenancy::community,
};

/// Sets the carrier, the group at Textline and the rate of a community's number, if they are given. Textline is asked
/// for a new group first. `differences` describes the changes in the audit trail.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if nothing is given or the group cannot be used; `NO_NUMBER`,
/// `TWILIO_NOT_CONFIGURED`, `TEXTLINE_NOT_CONFIGURED`, `TEXTLINE_TEST_FAILED`; `TOO_MANY_TESTS`.
pub async fn set_number_carrier(
    context: &Context,
    textline: &Textline,
    actor: &Actor,
    id: &CommunityId,
    change: NumberChange,
    differences: impl Fn(&ChangedNumber) -> Vec<FieldChange>,
) -> Result<ChangedNumber, Fault> {
    let scope = actor.scope();
    let NumberChange { kind, rate, .. } = change;
    let group = change.group.filter(|_| kind.is_none_or(|kind| kind == Kind::Textline));
    if let Some(group) = &group {
        check_group(context, textline, &scope, id, group).await?;
    }
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    if kind.is_none() && rate.is_none() && group.is_none() {
        return Err(Fault::field("carrier", "Choose the test phone, Twilio or Textline."));
    }
    let number = community.number.as_deref().unwrap_or_default();
    let previous = store::carrier_of(&mut tx, &scope, number).await?;
    let previous_group = store::textline::group_of(&mut tx, &scope, number).await?.unwrap_or_default();
    let set = store::set_carrier(&mut tx, &scope, &community.id, kind, rate).await?;
    let no_number = || Fault::precondition(ErrorReason::NoNumber, "This community has no number yet.");
    let settings = set.ok_or_else(no_number)?;
    if let Some(group) = group.as_ref().filter(|group| **group != previous_group) {
        set_group(&mut tx, &scope, &settings.number, group).await?;
    }
    let group = store::textline::group_of(&mut tx, &scope, &settings.number).await?.unwrap_or_default();
    check_account(&mut tx, &scope, context, &settings, &group).await?;
    if settings.carrier != previous || group != previous_group {
        store::forget_problems(&mut tx, &scope, Some(&settings.number)).await?;
    }
    let with = match settings.carrier {
        Kind::TestPhone => "the test phone",
        Kind::Twilio => "Twilio",
        Kind::Textline => "Textline",
    };
    let at = rate.map(|rate| format!(", at {rate} segments per second")).unwrap_or_default();
    let summary = format!("{} of {} now uses {with}{at}.", settings.number, community.label());
    let audit_event = AuditEvent { action: AuditAction::NumberCarrierUpdated, subject: id.as_str(), summary };
    let changed = ChangedNumber { settings, previous, group, previous_group };
    let changes = differences(&changed);
    audit::record_changes(&mut tx, &scope, context, actor, audit_event, changes).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Checks that Textline has a group.
async fn check_group(
    context: &Context,
    textline: &Textline,
    scope: &Scope,
    id: &CommunityId,
    group: &str,
) -> Result<(), Fault> {
    textline::load_account(scope, context).await?;
    let mut tx = context.db.read(scope).await?;
    community::require(&mut tx, scope, id).await?;
    let account = textline::find_account(&mut tx, scope, context).await?;
    drop(tx);
    let account = account.ok_or_else(textline_not_configured)?;
    rate_limit::take(context, &TESTS, scope.company().as_str(), None).await?;
    match textline.has_group(&account, group).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(Fault::field(
            "groupUuid",
            "Textline does not have this group, or the account's user does not belong to it.",
        )),
        Err(words) => Err(test_failed(&words)),
    }
}

async fn set_group(tx: &mut Tx, scope: &Scope, number: &str, group: &str) -> Result<(), Fault> {
    if !store::textline::is_group_free(tx, scope, number, group).await? {
        return Err(Fault::field("groupUuid", "Another number has this group."));
    }
    store::textline::set_group(tx, scope, number, group).await
}

/// Checks that the company has what a number's carrier needs.
async fn check_account(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    settings: &NumberSettings,
    group: &str,
) -> Result<(), Fault> {
    let has_account = match settings.carrier {
        Kind::TestPhone => return Ok(()),
        Kind::Twilio => account::exists(tx, scope, context).await?,
        Kind::Textline => textline::has_account(tx, scope, context).await?,
    };
    match settings.carrier {
        Kind::Textline if !has_account => Err(textline_not_configured()),
        Kind::Textline if group.is_empty() => {
            Err(Fault::field("groupUuid", "Enter the UUID of the Textline group that has this number."))
        }
        Kind::Twilio if !has_account => Err(Fault::precondition(
            ErrorReason::TwilioNotConfigured,
            "Set up the company's Twilio account first.",
        )),
        _ => Ok(()),
    }
}
