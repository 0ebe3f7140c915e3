//! RPC handlers of `MailService`.
use contract::v1::{mail_service_server::MailService, *};
use platform::{Actor, ErrorReason, Fault, Scope, paging, visibility};
use secrecy::{ExposeSecret, SecretString};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{ConfigurationChange, MailId, Outcome, Setup},
    opened, rules, sender, smtp, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        rate_limit,
    },
};

/// Implements `MailService`.
pub struct Service {
    pub context: Context,
}

/// Timeout of each half of a test message, because a caller waits for the result.
const TEST_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(12);

#[async_service]
impl MailService for Service {
    async fn get_email_configuration(
        &self,
        request: Request<GetEmailConfigurationRequest>,
    ) -> Result<Response<GetEmailConfigurationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        let setup = store::setup(&mut tx, &scope).await?;
        Ok(Response::new(GetEmailConfigurationResponse { email_configuration: Some(self.shown(&setup)) }))
    }

    async fn configure_email(
        &self,
        request: Request<ConfigureEmailRequest>,
    ) -> Result<Response<ConfigureEmailResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let mut tx = self.context.db.read(&scope).await?;
        let before = store::setup(&mut tx, &scope).await?;
        drop(tx);
        let (mut after, password) = self.changed(&scope, &before, &convert::change(&request))?;
        let to = self.test_address(&actor, request.test_to.trim()).await?;
        rate_limit::take(&self.context, &rules::TESTS, scope.company().as_str(), None).await?;
        self.test(&after, &password, &to).await?;

        let now = self.context.now();
        let sends = rules::transport(&after.configuration, self.context.settings.mail.relay.as_ref());
        if sends == super::EmailTransport::Outbox {
            after.configuration.verified_ms = None;
        }
        let mut tx = self.context.db.write(&scope).await?;
        store::save(&mut tx, &scope, &after.configuration).await?;
        store::keep_password(&mut tx, &scope, &after.password, now).await?;
        let summary = match after.configuration.smtp_host.as_str() {
            "" => "Email is sent without the company's own mail server".to_owned(),
            host => format!("Email is sent through {host}"),
        };
        let audit_event = AuditEvent { action: AuditAction::EmailConfigured, subject: "", summary };
        let mut changes = audit::differences(&self.shown(&before), &self.shown(&after));
        changes.extend(request.smtp_password.is_some().then(|| FieldChange::without_values("smtpPassword")));
        audit::record_changes(&mut tx, &scope, &self.context, &actor, audit_event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(ConfigureEmailResponse { email_configuration: Some(self.shown(&after)) }))
    }

    async fn list_mails(
        &self,
        request: Request<ListMailsRequest>,
    ) -> Result<Response<ListMailsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        visibility::require_company(&mut tx, &scope).await?;
        let rows = store::list(&mut tx, &scope, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |mail| mail.id.clone());
        let text = |mail| opened(&self.context.vault, scope.company(), mail);
        let mails = rows.iter().map(|mail| convert::mail(mail, text(mail))).collect();
        Ok(Response::new(ListMailsResponse { mails, next_page_token }))
    }
}

impl Service {
    fn shown(&self, setup: &Setup) -> EmailConfiguration {
        convert::configuration(
            setup,
            rules::transport(&setup.configuration, self.context.settings.mail.relay.as_ref()),
        )
    }

    /// Returns the settings after a change, marked as verified, and the decrypted password.
    fn changed(
        &self,
        scope: &Scope,
        before: &Setup,
        change: &ConfigurationChange,
    ) -> Result<(Setup, SecretString), Fault> {
        let (mut configuration, same_server) = rules::change(&before.configuration, change)?;
        configuration.verified_ms = Some(self.context.now());
        let password = match &change.smtp_password {
            Some(password) => password.clone(),
            None if configuration.smtp_host.is_empty() || configuration.smtp_username.is_empty() => {
                SecretString::default()
            }
            None if same_server => sender::password(&self.context, scope, before)?,
            None if before.password.is_empty() => SecretString::default(),
            None => return Err(rules::password_again()),
        };
        let sealed = match password.expose_secret() {
            "" => String::new(),
            text => self.context.vault.seal(scope.company(), store::PASSWORD, text.as_bytes())?,
        };
        Ok((Setup { company: before.company.clone(), configuration, password: sealed }, password))
    }

    /// Returns the recipient of the test message: `address`, or the actor's own if it is empty.
    async fn test_address(&self, actor: &Actor, address: &str) -> Result<String, Fault> {
        if !address.is_empty() {
            let valid = address.parse::<lettre::Address>().is_ok();
            return valid.then(|| address.to_owned()).ok_or_else(|| {
                Fault::field("testTo", "Enter an email address, such as office@example.com.")
            });
        }
        let home = Scope::of_company(&actor.home);
        let mut tx = self.context.db.read(&home).await?;
        let own = store::address_of(&mut tx, &home, &actor.id).await?;
        own.ok_or_else(|| Fault::field("testTo", "Enter where to send the test message."))
    }

    /// Sends a test message with these settings. Does nothing if email stays in the outbox.
    async fn test(&self, setup: &Setup, password: &SecretString, to: &str) -> Result<(), Fault> {
        let settings = &self.context.settings;
        let relay = settings.mail.relay.as_ref();
        let server = match rules::transport(&setup.configuration, relay) {
            super::EmailTransport::Outbox => return Ok(()),
            super::EmailTransport::Platform => relay.map(rules::relay_server),
            super::EmailTransport::Company => {
                Some(rules::own_server(&setup.configuration, password.clone(), settings.private_hosts))
            }
        };
        let Some(server) = server else { return Ok(()) };
        let now = self.context.now();
        let email = rules::test(to, &setup.company);
        let id: MailId = self.context.ids.next(now);
        let message = sender::compose(&self.context, setup, &email, &id, now);
        let message = message.map_err(|why| Fault::precondition(ErrorReason::EmailTestFailed, why))?;
        let patience = settings.mail.patience.min(TEST_TIMEOUT);
        match smtp::send(&server, &message, &sender::host(&self.context), patience).await {
            Outcome::Sent => Ok(()),
            Outcome::Refused(why) | Outcome::Later(why) | Outcome::Unknown(why) => Err(Fault::precondition(
                ErrorReason::EmailTestFailed,
                format!("The test message failed, so nothing was changed. {why}"),
            )),
        }
    }
}
