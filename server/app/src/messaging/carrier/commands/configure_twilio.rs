//! Sets or removes the Twilio account of a company.
use platform::{Actor, ErrorReason, Fault, Scope};

use crate::{
    context::Context,
    messaging::carrier::{
        account,
        model::{Account, DEFAULT_RATE, Kind, NewAccount},
        store,
    },
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::company,
};

/// Sets the Twilio account of the scope's company, or removes it if the new one is empty. `differences` describes
/// the changes in the audit trail. Returns the account.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` if only the SID or only the token is set; `TWILIO_IN_USE`.
pub async fn configure_twilio(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    new: NewAccount,
    differences: impl Fn(Option<&Account>, Option<&Account>) -> Vec<FieldChange>,
) -> Result<Option<Account>, Fault> {
    account::load(scope, context).await?;
    let mut tx = context.db.read(scope).await?;
    company::require(&mut tx, scope).await?;
    let before = account::find_readable(&mut tx, scope, context).await?;
    drop(tx);
    let account = account_of(new, before.as_ref())?;
    let prepared = match &account {
        Some(account) => Some(account::prepare(scope, context, account).await?),
        None => None,
    };
    let mut tx = context.db.write(scope).await?;
    if account.is_none() && store::any_number(&mut tx, scope, Kind::Twilio).await? {
        return Err(Fault::precondition(
            ErrorReason::TwilioInUse,
            "Some numbers still use Twilio. Switch them to the test phone first.",
        ));
    }
    account::keep(&mut tx, scope, context, prepared.as_ref()).await?;
    store::forget_problems(&mut tx, scope, None).await?;
    let (action, summary) = match &account {
        Some(account) => {
            (AuditAction::TwilioConfigured, format!("Set up the Twilio account {}.", account.account_sid))
        }
        None => (AuditAction::TwilioRemoved, "Removed the Twilio account.".to_owned()),
    };
    let audit_event = AuditEvent { action, subject: scope.company().as_str(), summary };
    let mut changes = differences(before.as_ref(), account.as_ref());
    let tokens = [before.as_ref(), account.as_ref()].map(|one| one.map(|one| &one.auth_token));
    changes.extend((tokens[0] != tokens[1]).then(|| FieldChange::without_values("authToken")));
    audit::record_changes(&mut tx, scope, context, actor, audit_event, changes).await?;
    tx.commit().await?;
    Ok(account)
}

/// Returns the account after the change; `None` removes the account.
fn account_of(new: NewAccount, before: Option<&Account>) -> Result<Option<Account>, Fault> {
    let NewAccount { account_sid, auth_token, segments_per_second, messaging_service_sid } = new;
    match (account_sid.is_empty(), auth_token.is_empty()) {
        (true, true) => Ok(None),
        (true, false) => Err(Fault::field("accountSid", "Enter the account SID.")),
        (false, true) => Err(Fault::field("authToken", "Enter the auth token.")),
        (false, false) => {
            let rate_before = before.map_or(DEFAULT_RATE, |account| account.segments_per_second);
            let segments_per_second = segments_per_second.unwrap_or(rate_before);
            // Another account does not have the service.
            let same_account = before.filter(|before| before.account_sid == account_sid);
            let service_before = same_account.map(|account| account.messaging_service_sid.clone());
            let messaging_service_sid = messaging_service_sid.or(service_before).unwrap_or_default();
            Ok(Some(Account { account_sid, auth_token, segments_per_second, messaging_service_sid }))
        }
    }
}
