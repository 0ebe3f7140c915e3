//! The job that sends one email.
use async_trait::async_trait;
use lettre::Message;
use platform::{Fault, Scope, Tx, jobs};
use secrecy::SecretString;
use serde::Deserialize;

use super::{
    model::{Email, EmailTransport, Extras, Mail, MailId, Outcome, Server, Setup, Status},
    opened, opened_extras,
    permits::SendPermits,
    rules, smtp, store,
};
use crate::context::Context;

/// Sends stored emails.
pub struct EmailSender {
    /// Storage, time, secrets and settings.
    context: Context,
    permits: SendPermits,
}

impl EmailSender {
    /// Creates the handler.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, permits: SendPermits::default() }
    }

    /// Records the outcome of an attempt, and ends the job unless the email is to be sent again.
    async fn record(
        &self,
        scope: &Scope,
        id: &MailId,
        job: &jobs::Claimed,
        outcome: Outcome,
    ) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        match outcome {
            Outcome::Sent => store::sent(&mut tx, scope, id, self.context.now()).await?,
            Outcome::Later(why) if !job.is_last() => {
                store::transition(&mut tx, scope, id, &[Status::Sending], Status::Queued, &why).await?;
                tx.commit().await?;
                // The reason may name the recipient, so it does not go to the log.
                return Err(Fault::unavailable("the mail server did not accept the email for now"));
            }
            Outcome::Later(why) | Outcome::Refused(why) => {
                store::transition(&mut tx, scope, id, &[Status::Sending], Status::Failed, &why).await?;
            }
            Outcome::Unknown(why) => {
                store::transition(&mut tx, scope, id, &[Status::Sending], Status::Unknown, &why).await?;
            }
        }
        done(tx, job).await
    }
}

#[derive(Deserialize)]
struct Payload {
    mail: MailId,
}

const INTERRUPTED: &str = "Parlor stopped while sending it. Ask the recipient before you send it again.";

#[async_trait]
impl jobs::Handler for EmailSender {
    fn purpose(&self) -> &'static str {
        "Send an email"
    }

    /// The job mostly waits for the mail server. The permits limit the number of emails.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { mail: id } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let Some(_permit) = self.permits.acquire(&self.context, job).await? else { return Ok(()) };
        let mut tx = self.context.db.write(&scope).await?;
        let mail = store::find(&mut tx, &scope, &id).await?;
        let mail = mail.ok_or_else(|| Fault::internal("the email of a job does not exist"))?;
        // A failed attempt sets QUEUED again. SENDING means that the server stopped during an attempt.
        if mail.status == Status::Sending {
            store::transition(&mut tx, &scope, &id, &[Status::Sending], Status::Unknown, INTERRUPTED).await?;
        }
        if mail.status != Status::Queued {
            return done(tx, job).await;
        }
        let setup = store::setup(&mut tx, &scope).await?;
        let Some(server) = server(&self.context, &scope, &setup)? else {
            store::transition(&mut tx, &scope, &id, &[Status::Queued], Status::Kept, "").await?;
            return done(tx, job).await;
        };
        let message = match written(&self.context, &scope, &setup, &mail) {
            Ok(message) => message,
            Err(why) => {
                store::transition(&mut tx, &scope, &id, &[Status::Queued], Status::Failed, &why).await?;
                return done(tx, job).await;
            }
        };
        // Committed before the first byte is sent, so that an interrupted attempt is known.
        store::transition(&mut tx, &scope, &id, &[Status::Queued], Status::Sending, "").await?;
        tx.commit().await?;

        let patience = self.context.settings.mail.patience;
        let outcome = smtp::send(&server, &message, &host(&self.context), patience).await;
        self.record(&scope, &id, job, outcome).await
    }

    async fn discarded(&self, tx: &mut Tx, job: &jobs::Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        // A job may be dead because its payload cannot be read.
        let Ok(Payload { mail: id }) = serde_json::from_value(job.payload.clone()) else { return Ok(()) };
        store::transition(tx, &scope, &id, &[Status::Queued], Status::Canceled, "").await?;
        store::transition(tx, &scope, &id, &[Status::Sending], Status::Unknown, INTERRUPTED).await?;
        Ok(())
    }
}

async fn done(mut tx: Tx, job: &jobs::Claimed) -> Result<(), Fault> {
    jobs::finish(&mut tx, job).await?;
    tx.commit().await
}

/// Returns the mail server that sends a company's email, if there is one.
pub fn server(context: &Context, scope: &Scope, setup: &Setup) -> Result<Option<Server>, Fault> {
    let relay = context.settings.mail.relay.as_ref();
    Ok(match rules::transport(&setup.configuration, relay) {
        EmailTransport::Outbox => None,
        EmailTransport::Platform => relay.map(rules::relay_server),
        EmailTransport::Company => {
            let password = password(context, scope, setup)?;
            Some(rules::own_server(&setup.configuration, password, context.settings.private_hosts))
        }
    })
}

/// Decrypts the password of a company's mail server; empty if there is none.
pub fn password(context: &Context, scope: &Scope, setup: &Setup) -> Result<SecretString, Fault> {
    if setup.password.is_empty() {
        return Ok(SecretString::default());
    }
    let bytes = context.vault.open(scope.company(), store::PASSWORD, &setup.password)?;
    Ok(String::from_utf8(bytes).map_err(Fault::internal)?.into())
}

/// Composes a message from a company.
pub fn compose(
    context: &Context,
    setup: &Setup,
    email: &Email<'_>,
    id: &MailId,
    written: platform::Timestamp,
) -> Result<Message, String> {
    compose_with(context, setup, email, &Extras::default(), id, written)
}

fn compose_with(
    context: &Context,
    setup: &Setup,
    email: &Email<'_>,
    extras: &Extras,
    id: &MailId,
    written: platform::Timestamp,
) -> Result<Message, String> {
    let relay = context.settings.mail.relay.as_ref();
    let relay = relay.filter(|_| rules::transport(&setup.configuration, relay) == EmailTransport::Platform);
    rules::compose(rules::sender(setup, relay), email, extras, id.as_str(), &host(context), written)
}

fn written(context: &Context, scope: &Scope, setup: &Setup, mail: &Mail) -> Result<Message, String> {
    let body = opened(&context.vault, scope.company(), mail);
    if body == rules::UNREADABLE {
        return Err(body);
    }
    let email = Email { to: &mail.to_address, subject: mail.subject.clone(), body, withheld: mail.withheld };
    let extras = opened_extras(&context.vault, scope.company(), mail);
    compose_with(context, setup, &email, &extras, &mail.id, mail.created_ms)
}

/// Returns Parlor's own host name.
pub fn host(context: &Context) -> String {
    let url = context.settings.public_url.parse::<http::Uri>();
    url.ok().and_then(|url| url.host().map(str::to_owned)).unwrap_or_else(|| "localhost".to_owned())
}
