//! Outgoing email. An email is stored encrypted, with a job that sends it through the company's own mail
//! server or the platform's. Without a mail server it stays in the outbox.
//!
//! An email is marked as being sent before the first byte is sent. An email that a mail server may have
//! accepted is never sent again automatically.
mod commands;
mod convert;
mod model;
mod permits;
mod rules;
mod sender;
mod service;
mod smtp;
mod store;

use std::time::Duration;

use platform::{Db, Fault, Scope, Timestamp, Tx, Vault, jobs};

pub use model::{Attachment, Email, EmailTransport, Extras, MailId, Outcome, Security, Server, Status};
pub use permits::SendPermits;
pub use sender::EmailSender;
pub use service::Service;
pub use smtp::resolve;

use crate::context::Context;

/// The kind of the jobs that send emails.
pub const SEND_EMAIL: jobs::JobKind = jobs::JobKind::SendSystemEmail;
/// Retention of emails, including those in the outbox.
const RETENTION: Duration = Duration::from_secs(365 * 24 * 3600);

/// Stores an email and enqueues the job that sends it, at `at` or later.
pub async fn post(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    email: &Email<'_>,
    at: Timestamp,
) -> Result<MailId, Fault> {
    post_with(tx, scope, context, email, &Extras::default(), at).await
}

/// Like [`post`], for an email with an attachment or a link to unsubscribe.
pub async fn post_with(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    email: &Email<'_>,
    extras: &Extras,
    at: Timestamp,
) -> Result<MailId, Fault> {
    let now = context.now();
    let id: MailId = context.ids.next(now);
    let sealed_body = context.vault.seal(scope.company(), id.as_str(), email.body.as_bytes())?;
    let sealed_extras = sealed_extras(context, scope, &id, extras)?;
    store::insert(tx, scope, &id, email, &sealed_body, &sealed_extras, now).await?;
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: SEND_EMAIL,
        payload: serde_json::json!({ "mail": id }),
        key: key(&id),
        queue_key: key(&id),
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, now, job).await?;
    Ok(id)
}

/// Cancels an email that has not been sent. Returns false if sending has started.
pub async fn recall(tx: &mut Tx, scope: &Scope, id: &MailId) -> Result<bool, Fault> {
    if !jobs::cancel(tx, scope.company(), &key(id)).await? {
        return Ok(false);
    }
    store::transition(tx, scope, id, &[Status::Queued], Status::Canceled, "").await
}

/// Deletes up to `most` emails that are older than a year and not waiting to be sent. Returns the number of deleted
/// emails.
pub async fn delete_old(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::delete_old(tx, now.minus(RETENTION), most).await
}

/// Returns how a company's email is sent.
pub async fn transport(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<EmailTransport, Fault> {
    let setup = store::setup(tx, scope).await?;
    Ok(rules::transport(&setup.configuration, context.settings.mail.relay.as_ref()))
}

/// The mail server that sends a company's email, and the sender's address that it requires; empty for any.
pub struct OutgoingServer {
    pub server: Server,
    pub required_sender: String,
}

/// Returns the mail server that sends a company's email; `None` if email stays in the outbox.
pub async fn outgoing_server(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
) -> Result<Option<OutgoingServer>, Fault> {
    let setup = store::setup(tx, scope).await?;
    let relay = context.settings.mail.relay.as_ref();
    let is_relayed = rules::transport(&setup.configuration, relay) == EmailTransport::Platform;
    let required_sender = relay.filter(|_| is_relayed).map(|relay| relay.from.clone()).unwrap_or_default();
    let server = sender::server(context, scope, &setup)?;
    Ok(server.map(|server| OutgoingServer { server, required_sender }))
}

/// Sends a message through a mail server.
pub async fn hand_over(context: &Context, server: &Server, message: &lettre::Message) -> Outcome {
    smtp::send(server, message, &sender::host(context), context.settings.mail.patience).await
}

/// Returns the emails in the outbox as text, the oldest first, for an operator without a mail server.
pub async fn outbox_emails(db: &Db, vault: &Vault) -> Result<Vec<String>, Fault> {
    let mut tx = db.platform_read().await?;
    let emails = store::outbox_emails(&mut tx).await?;
    Ok(emails.iter().map(|row| rules::printed(row, &opened(vault, &row.company_id, &row.mail))).collect())
}

/// Decrypts the text of an email. Returns [`rules::UNREADABLE`] if its key is not configured anymore.
fn opened(vault: &Vault, company: &platform::ids::CompanyId, mail: &model::Mail) -> String {
    let text = vault.open(company, mail.id.as_str(), &mail.body);
    text.ok().and_then(|text| String::from_utf8(text).ok()).unwrap_or_else(|| rules::UNREADABLE.to_owned())
}

fn sealed_extras(context: &Context, scope: &Scope, id: &MailId, extras: &Extras) -> Result<String, Fault> {
    if extras.attachment.is_none() && extras.unsubscribe_url.is_none() {
        return Ok(String::new());
    }
    let bytes = serde_json::to_vec(extras).map_err(Fault::internal)?;
    context.vault.seal(scope.company(), &extras_name(id), &bytes)
}

/// Decrypts the parts of an email other than its text. Returns nothing if its key is no longer configured.
fn opened_extras(vault: &Vault, company: &platform::ids::CompanyId, mail: &model::Mail) -> Extras {
    if mail.extras.is_empty() {
        return Extras::default();
    }
    let bytes = vault.open(company, &extras_name(&mail.id), &mail.extras);
    bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

fn extras_name(id: &MailId) -> String {
    format!("{id} extras")
}

fn key(id: &MailId) -> String {
    format!("mail {id}")
}
