//! Changes the settings with which emails are sent, after a test message.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Scope, email_address};
use secrecy::{ExposeSecret, SecretString};

use crate::{
    context::Context,
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        mail::{
            model::{ConfigurationChange, EmailTransport, MailId, Outcome, Setup},
            rules, sender, smtp, store,
        },
        rate_limit,
    },
};

/// Timeout of each half of a test message, because a caller waits for the result.
const TEST_TIMEOUT: Duration = Duration::from_secs(12);

/// Changes the settings of the scope's company once a test message was sent with them, to `test_to` or to the actor
/// if it is empty. `differences` describes the changes in the audit trail.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` for an invalid field; `EMAIL_TEST_FAILED`, `TOO_MANY_TESTS`.
pub async fn configure_email(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    change: &ConfigurationChange,
    test_to: &str,
    differences: impl Fn(&Setup, &Setup) -> Vec<FieldChange>,
) -> Result<Setup, Fault> {
    let mut tx = context.db.read(scope).await?;
    let before = store::setup(&mut tx, scope).await?;
    drop(tx);
    let (mut after, password) = changed(context, scope, &before, change)?;
    let to = test_address(context, actor, test_to.trim()).await?;
    rate_limit::take(context, &rules::TESTS, scope.company().as_str(), None).await?;
    send_test(context, &after, &password, &to).await?;

    let now = context.now();
    let sends = rules::transport(&after.configuration, context.settings.mail.relay.as_ref());
    if sends == EmailTransport::Outbox {
        after.configuration.verified_ms = None;
    }
    let mut tx = context.db.write(scope).await?;
    store::save(&mut tx, scope, &after.configuration).await?;
    store::keep_password(&mut tx, scope, &after.password, now).await?;
    let summary = match after.configuration.smtp_host.as_str() {
        "" => "Email is sent without the company's own mail server".to_owned(),
        host => format!("Email is sent through {host}"),
    };
    let audit_event = AuditEvent { action: AuditAction::EmailConfigured, subject: "", summary };
    let mut changes = differences(&before, &after);
    changes.extend(change.smtp_password.is_some().then(|| FieldChange::without_values("smtpPassword")));
    audit::record_changes(&mut tx, scope, context, actor, audit_event, changes).await?;
    tx.commit().await?;
    Ok(after)
}

/// Returns the settings after a change, marked as verified, and the decrypted password.
fn changed(
    context: &Context,
    scope: &Scope,
    before: &Setup,
    change: &ConfigurationChange,
) -> Result<(Setup, SecretString), Fault> {
    let (mut configuration, same_server) = rules::change(&before.configuration, change)?;
    configuration.verified_ms = Some(context.now());
    let password = match &change.smtp_password {
        Some(password) => password.clone(),
        None if configuration.smtp_host.is_empty() || configuration.smtp_username.is_empty() => {
            SecretString::default()
        }
        None if same_server => sender::password(context, scope, before)?,
        None if before.password.is_empty() => SecretString::default(),
        None => return Err(rules::password_again()),
    };
    let sealed = match password.expose_secret() {
        "" => String::new(),
        text => context.vault.seal(scope.company(), store::PASSWORD, text.as_bytes())?,
    };
    Ok((Setup { company: before.company.clone(), configuration, password: sealed }, password))
}

/// Returns the recipient of the test message: `address`, or the actor's own if it is empty.
async fn test_address(context: &Context, actor: &Actor, address: &str) -> Result<String, Fault> {
    if !address.is_empty() {
        return email_address::is_valid(address)
            .then(|| address.to_owned())
            .ok_or_else(|| Fault::field("testTo", "Enter an email address, such as office@example.com."));
    }
    let home = Scope::of_company(&actor.home);
    let mut tx = context.db.read(&home).await?;
    let own = store::address_of(&mut tx, &home, &actor.id).await?;
    own.ok_or_else(|| Fault::field("testTo", "Enter where to send the test message."))
}

/// Sends a test message with these settings. Does nothing if email stays in the outbox.
async fn send_test(context: &Context, setup: &Setup, password: &SecretString, to: &str) -> Result<(), Fault> {
    let settings = &context.settings;
    let relay = settings.mail.relay.as_ref();
    let server = match rules::transport(&setup.configuration, relay) {
        EmailTransport::Outbox => return Ok(()),
        EmailTransport::Platform => relay.map(rules::relay_server),
        EmailTransport::Company => {
            Some(rules::own_server(&setup.configuration, password.clone(), settings.private_hosts))
        }
    };
    let Some(server) = server else { return Ok(()) };
    let now = context.now();
    let email = rules::test(to, &setup.company);
    let id: MailId = context.ids.next(now);
    let message = sender::compose(context, setup, &email, &id, now);
    let message = message.map_err(|why| Fault::precondition(ErrorReason::EmailTestFailed, why))?;
    let patience = settings.mail.patience.min(TEST_TIMEOUT);
    match smtp::send(&server, &message, &sender::host(context), patience).await {
        Outcome::Sent => Ok(()),
        Outcome::Refused(why) | Outcome::Later(why) | Outcome::Unknown(why) => Err(Fault::precondition(
            ErrorReason::EmailTestFailed,
            format!("The test message failed, so nothing was changed. {why}"),
        )),
    }
}
