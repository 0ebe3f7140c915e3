//! The calls of `MailService`.
use contract::v1::{mail_service_server::MailService, *};
use platform::{Actor, Fault, Scope, paging, seen};
use secrecy::{ExposeSecret, SecretString};
use tonic::{Request, Response, Status};

use super::{
    convert, courier,
    model::{Change, MailId, Outcome, Setup},
    opened, rules, smtp, store,
};
use crate::{
    audit::{self, Deed},
    call,
    context::Context,
    limit,
};

/// Answers the calls.
pub struct Service(pub Context);

/// So long a test message may take in each half: whoever asks waits for it.
const TEST_PATIENCE: std::time::Duration = std::time::Duration::from_secs(12);

#[tonic::async_trait]
impl MailService for Service {
    async fn get_email_configuration(
        &self,
        request: Request<GetEmailConfigurationRequest>,
    ) -> Result<Response<GetEmailConfigurationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.0.db.read(&scope).await?;
        let setup = store::setup(&mut tx, &scope).await?;
        Ok(Response::new(GetEmailConfigurationResponse { email_configuration: Some(self.shown(&setup)) }))
    }

    async fn configure_email(
        &self,
        request: Request<ConfigureEmailRequest>,
    ) -> Result<Response<ConfigureEmailResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let mut tx = self.0.db.read(&scope).await?;
        let before = store::setup(&mut tx, &scope).await?;
        drop(tx);
        let (mut after, password) = self.changed(&scope, &before, &convert::change(&request))?;
        let to = self.test_address(&actor, request.test_to.trim()).await?;
        limit::take(&self.0, &rules::TESTS, scope.company().as_str(), None).await?;
        self.test(&after, &password, &to).await?;

        let now = self.0.now();
        let sends = rules::way(&after.configuration, self.0.settings.mail.relay.as_ref());
        if sends == super::Way::Outbox {
            after.configuration.verified_ms = None;
        }
        let mut tx = self.0.db.write(&scope).await?;
        store::save(&mut tx, &scope, &after.configuration).await?;
        store::keep_password(&mut tx, &scope, &after.password, now).await?;
        let summary = match after.configuration.smtp_host.as_str() {
            "" => "Mail leaves without a mail server of the company's own".to_owned(),
            host => format!("Mail leaves by {host}"),
        };
        let deed = Deed { action: "email.configured", subject: "", summary };
        audit::record(&mut tx, &scope, &self.0, &actor, deed).await?;
        tx.commit().await?;
        Ok(Response::new(ConfigureEmailResponse { email_configuration: Some(self.shown(&after)) }))
    }

    async fn list_mails(
        &self,
        request: Request<ListMailsRequest>,
    ) -> Result<Response<ListMailsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        seen::require_company(&mut tx, &scope).await?;
        let rows = store::list(&mut tx, &scope, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |mail| mail.id.clone());
        let text = |mail| opened(&self.0.vault, scope.company(), mail);
        let mails = rows.iter().map(|mail| convert::mail(mail, text(mail))).collect();
        Ok(Response::new(ListMailsResponse { mails, next_page_token }))
    }
}

impl Service {
    fn shown(&self, setup: &Setup) -> EmailConfiguration {
        convert::configuration(setup, rules::way(&setup.configuration, self.0.settings.mail.relay.as_ref()))
    }

    /// How it would be after the change, taken for verified, and the password in clear.
    fn changed(
        &self,
        scope: &Scope,
        before: &Setup,
        change: &Change,
    ) -> Result<(Setup, SecretString), Fault> {
        let (mut configuration, same_server) = rules::change(&before.configuration, change)?;
        configuration.verified_ms = Some(self.0.now());
        let password = match &change.smtp_password {
            Some(password) => password.clone(),
            None if configuration.smtp_host.is_empty() || configuration.smtp_username.is_empty() => {
                SecretString::default()
            }
            None if same_server => courier::password(&self.0, scope, before)?,
            None if before.password.is_empty() => SecretString::default(),
            None => return Err(rules::password_again()),
        };
        let sealed = match password.expose_secret() {
            "" => String::new(),
            text => self.0.vault.seal(scope.company(), store::PASSWORD, text.as_bytes())?,
        };
        Ok((Setup { company: before.company.clone(), configuration, password: sealed }, password))
    }

    async fn test_address(&self, actor: &Actor, wished: &str) -> Result<String, Fault> {
        if !wished.is_empty() {
            let valid = wished.parse::<lettre::Address>().is_ok();
            return valid.then(|| wished.to_owned()).ok_or_else(|| {
                Fault::field("testTo", "Give an e-mail address, such as office@example.com.")
            });
        }
        let home = Scope::of_company(&actor.home);
        let mut tx = self.0.db.read(&home).await?;
        let own = store::address_of(&mut tx, &home, &actor.id).await?;
        own.ok_or_else(|| Fault::field("testTo", "Say where the test message goes."))
    }

    /// Sends a test message with these settings; where mail stays there is nothing to test.
    async fn test(&self, setup: &Setup, password: &SecretString, to: &str) -> Result<(), Fault> {
        let settings = &self.0.settings;
        let relay = settings.mail.relay.as_ref();
        let server = match rules::way(&setup.configuration, relay) {
            super::Way::Outbox => return Ok(()),
            super::Way::Platform => relay.map(rules::relay_server),
            super::Way::Company => {
                Some(rules::own_server(&setup.configuration, password.clone(), settings.private_hosts))
            }
        };
        let Some(server) = server else { return Ok(()) };
        let now = self.0.now();
        let letter = rules::test(to, &setup.company);
        let id: MailId = self.0.ids.next(now);
        let message = courier::compose(&self.0, setup, &letter, &id, now);
        let message = message.map_err(|why| Fault::precondition("EMAIL_TEST_FAILED", why))?;
        let patience = settings.mail.patience.min(TEST_PATIENCE);
        match smtp::send(&server, &message, &courier::host(&self.0), patience).await {
            Outcome::Sent => Ok(()),
            Outcome::Refused(why) | Outcome::Later(why) | Outcome::Unknown(why) => Err(Fault::precondition(
                "EMAIL_TEST_FAILED",
                format!("The test message was not taken, so nothing changed. {why}"),
            )),
        }
    }
}
