//! Sets or removes the Textline account of a company.
use platform::{Actor, ErrorReason, Fault, Scope, Tx};

use super::{TESTS, test_failed};
use crate::{
    context::Context,
    messaging::carrier::{
        model::{ConfiguredTextline, Kind, NewTextlineAccount, TextlineAccount},
        store,
        textline::{self, Textline},
    },
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        rate_limit,
    },
    tenancy::company,
};

/// Sets the Textline account of the scope's company, which is tested first, or removes it if the new one is empty.
/// `differences` describes the changes in the audit trail.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` if only a part of the account is set; `TEXTLINE_TEST_FAILED`, `TEXTLINE_IN_USE`;
/// `TOO_MANY_TESTS`.
pub async fn configure_textline(
    context: &Context,
    textline: &Textline,
    actor: &Actor,
    scope: &Scope,
    new: NewTextlineAccount,
    differences: impl Fn(Option<&TextlineAccount>, Option<&TextlineAccount>) -> Vec<FieldChange>,
) -> Result<ConfiguredTextline, Fault> {
    textline::load_account(scope, context).await?;
    let mut tx = context.db.read(scope).await?;
    company::require(&mut tx, scope).await?;
    let before = textline::find_readable_account(&mut tx, scope, context).await?;
    drop(tx);
    let account = account_of(new)?;
    let prepared = match &account {
        Some(account) => {
            rate_limit::take(context, &TESTS, scope.company().as_str(), None).await?;
            textline.check_account(account).await.map_err(|words| test_failed(&words))?;
            Some(textline::prepare_account(scope, context, account).await?)
        }
        None => None,
    };
    let mut tx = context.db.write(scope).await?;
    if account.is_none() && store::any_number(&mut tx, scope, Kind::Textline).await? {
        return Err(Fault::precondition(
            ErrorReason::TextlineInUse,
            "Some numbers still use Textline. Switch them to the test phone first.",
        ));
    }
    textline::keep_account(&mut tx, scope, context, prepared.as_ref()).await?;
    let webhook_secret = match &account {
        Some(_) => add_webhook(&mut tx, scope, context).await?,
        None => {
            textline::remove_webhook(&mut tx, scope, context).await?;
            None
        }
    };
    store::forget_problems(&mut tx, scope, None).await?;
    let (action, summary) = match &account {
        Some(account) => {
            (AuditAction::TextlineConfigured, format!("Set up the Textline account of {}.", account.email))
        }
        None => (AuditAction::TextlineRemoved, "Removed the Textline account.".to_owned()),
    };
    let audit_event = AuditEvent { action, subject: scope.company().as_str(), summary };
    let mut changes = differences(before.as_ref(), account.as_ref());
    changes.extend(changed_secrets(before.as_ref(), account.as_ref()));
    audit::record_changes(&mut tx, scope, context, actor, audit_event, changes).await?;
    tx.commit().await?;
    Ok(ConfiguredTextline { account, webhook_secret })
}

/// Adds a webhook, unless there is one. Returns the new secret in its address.
async fn add_webhook(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<String>, Fault> {
    if textline::has_webhook(tx, scope, context).await? {
        return Ok(None);
    }
    let secret = context.ids.secret();
    textline::set_webhook(tx, scope, context, &secret).await?;
    Ok(Some(secret))
}

/// Returns the account; `None` removes it.
fn account_of(new: NewTextlineAccount) -> Result<Option<TextlineAccount>, Fault> {
    let NewTextlineAccount { email, password, api_key } = new;
    let missing = [
        ("email", "Enter the email address of a Textline user.", &email),
        ("password", "Enter the password of the Textline user.", &password),
        ("apiKey", "Enter the API key.", &api_key),
    ];
    let mut missing = missing.into_iter().filter(|(_, _, value)| value.is_empty());
    match (missing.next(), missing.count()) {
        (None, _) => Ok(Some(TextlineAccount { email, password, api_key })),
        (Some(_), 2) => Ok(None),
        (Some((field, words, _)), _) => Err(Fault::field(field, words)),
    }
}

/// Returns the changes to the secrets, by name.
fn changed_secrets(
    before: Option<&TextlineAccount>,
    after: Option<&TextlineAccount>,
) -> impl Iterator<Item = FieldChange> {
    let password = before.map(|account| &account.password) != after.map(|account| &account.password);
    let api_key = before.map(|account| &account.api_key) != after.map(|account| &account.api_key);
    let changed = [(password, "password"), (api_key, "apiKey")];
    changed
        .into_iter()
        .filter(|(is_changed, _)| *is_changed)
        .map(|(_, name)| FieldChange::without_values(name))
}
