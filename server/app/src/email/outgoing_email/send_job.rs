//! The job that sends a scheduled email. An email of an embedded mailbox does not leave Parlor and is only
//! stored as sent. Any other email is marked as being sent before the mail server is called; an email that
//! the mail server may have accepted is not sent again. An email that the mail server refuses becomes a draft
//! again, with the reason.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    mime::{self, MailFile},
    rules,
};
use crate::{
    context::Context,
    email::{
        email_thread::{
            self, Attachment, EmailMessage, EmailMessageId, EmailStatus, EmailThread, Participant,
        },
        mailbox::{self, Mailbox, MailboxKind},
    },
    operations::{
        file,
        mail::{self, Outcome, OutgoingServer, SendPermits},
    },
};

const INTERRUPTED: &str = "Parlor stopped while sending it. Ask the recipient before you send it again.";
const NOT_SET_UP: &str = "Your company has not set up email, so nothing was sent.";

/// The kind of job.
pub const SEND_EMAIL: jobs::JobKind = jobs::JobKind::SendEmail;

pub struct SendEmail {
    context: Context,
    permits: SendPermits,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: EmailMessageId,
    at: Timestamp,
}

/// Returns the key of the job of a scheduled email.
pub fn key(message: &EmailMessage) -> String {
    format!("email {} {}", message.id, message.send_at_ms.map_or(0, |at| at.0))
}

/// Enqueues the job of a scheduled email.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &EmailMessage,
) -> Result<(), Fault> {
    let at = message.send_at_ms.unwrap_or_else(|| context.now());
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: SEND_EMAIL,
        payload: serde_json::to_value(Payload { message: message.id.clone(), at })
            .map_err(Fault::internal)?,
        key: key(message),
        queue_key: key(message),
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for SendEmail {
    fn purpose(&self) -> &'static str {
        "Send an email of a mailbox"
    }

    /// The job mostly waits for the mail server. The permits limit the number of emails.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let Some(_permit) = self.permits.acquire(&self.context, job).await? else { return Ok(()) };
        // Read before anything is locked: only the files of drafts can change, and a draft is not due.
        let files = self.files(&scope, &payload.message).await?;
        let mut tx = self.context.db.write(&scope).await?;
        // The mailbox may have been deleted, and the email canceled, in the meantime.
        let found = email_thread::lock_message(&mut tx, &scope, &payload.message).await?;
        let due = found.filter(|message| message.send_at_ms == Some(payload.at));
        if let Some(message) = due
            && let Some(mailbox) = mailbox::lock(&mut tx, &scope, &message.mailbox_id).await?
        {
            match (message.status, mailbox.kind) {
                // An earlier run of the job was interrupted.
                (EmailStatus::Sending, _) => {
                    self.finish(&mut tx, &scope, &mailbox, message, INTERRUPTED).await?;
                }
                (EmailStatus::Scheduled, MailboxKind::Embedded) => {
                    self.finish(&mut tx, &scope, &mailbox, message, "").await?;
                }
                (EmailStatus::Scheduled, MailboxKind::Imap) => {
                    tx = self.hand_over(tx, &scope, &mailbox, message, files, job).await?;
                }
                _ => {}
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl SendEmail {
    /// Creates the handler.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, permits: SendPermits::default() }
    }

    /// Sends an email through the company's mail server and stores the outcome. Returns the transaction of
    /// the outcome.
    async fn hand_over(
        &self,
        mut tx: Tx,
        scope: &Scope,
        mailbox: &Mailbox,
        message: EmailMessage,
        files: Result<Vec<MailFile>, String>,
        job: &jobs::Claimed,
    ) -> Result<Tx, Fault> {
        let answered = answered(&mut tx, scope, &message).await?;
        let sent = rules::sent(message.clone(), mailbox, answered.as_ref(), self.context.now());
        let server = mail::outgoing_server(&mut tx, scope, &self.context).await?;
        let composed = match &server {
            Some(server) => files.and_then(|files| mime::compose(&sent, files, &server.required_sender)),
            None => Err(NOT_SET_UP.to_owned()),
        };
        let (Some(OutgoingServer { server, .. }), Ok(composed)) = (&server, &composed) else {
            let problem = composed.err().unwrap_or_default();
            self.return_to_drafts(&mut tx, scope, message, problem).await?;
            return Ok(tx);
        };
        let sending = EmailMessage { status: EmailStatus::Sending, ..message };
        email_thread::save_message(&mut tx, scope, &sending).await?;
        tx.commit().await?;

        let outcome = mail::hand_over(&self.context, server, composed).await;

        let mut tx = self.context.db.write(scope).await?;
        match outcome {
            Outcome::Sent => self.finish(&mut tx, scope, mailbox, sending, "").await?,
            Outcome::Unknown(problem) => self.finish(&mut tx, scope, mailbox, sending, &problem).await?,
            Outcome::Later(_) if !job.is_last() => {
                let scheduled = EmailMessage { status: EmailStatus::Scheduled, ..sending };
                email_thread::save_message(&mut tx, scope, &scheduled).await?;
                tx.commit().await?;
                // The reason may contain the recipient, and this error is logged.
                return Err(Fault::unavailable("the mail server does not accept an email now"));
            }
            Outcome::Later(problem) | Outcome::Refused(problem) => {
                self.return_to_drafts(&mut tx, scope, sending, problem).await?;
            }
        }
        Ok(tx)
    }

    async fn return_to_drafts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        message: EmailMessage,
        problem: String,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let draft =
            EmailMessage { status: EmailStatus::Draft, send_at_ms: None, at_ms: now, problem, ..message };
        email_thread::save_message(tx, scope, &draft).await?;
        let subject = draft.thread_id.as_ref().map_or_else(|| draft.id.to_string(), ToString::to_string);
        email_thread::publish(tx, scope, &draft.community_id, &subject, now);
        Ok(())
    }

    /// Reads the files of an email, at most 10. Fails with the reason why a file cannot be sent.
    async fn files(
        &self,
        scope: &Scope,
        id: &EmailMessageId,
    ) -> Result<Result<Vec<MailFile>, String>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let attachments = email_thread::list_attachments(&mut tx, scope, &[id.as_str()]).await?;
        drop(tx);
        let mut files = Vec::new();
        for attachment in attachments {
            let Attachment { name, media_type, file_id, .. } = attachment;
            let bytes = match &file_id {
                Some(file_id) => file::read(&self.context, scope, file_id).await?,
                None => None,
            };
            let Some(bytes) = bytes else {
                return Ok(Err(format!("The file {name} is gone. Remove it, and attach it again.")));
            };
            files.push(MailFile { name, media_type, bytes });
        }
        Ok(Ok(files))
    }

    /// Stores an email as sent and adds it to its thread.
    async fn finish(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        mailbox: &Mailbox,
        message: EmailMessage,
        problem: &str,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let found = match &message.thread_id {
            Some(id) => email_thread::lock(tx, scope, id).await?,
            None => None,
        };
        let answered = answered(tx, scope, &message).await?;
        let mut message = rules::sent(message, mailbox, answered.as_ref(), now);
        problem.clone_into(&mut message.problem);
        let before = found.unwrap_or_else(|| self.begin(mailbox, &message, now));
        let attached = email_thread::list_attachments(tx, scope, &[message.id.as_str()]).await?;
        let after = email_thread::add_outgoing(before, &message, !attached.is_empty());
        message.thread_id = Some(after.id.clone());
        email_thread::save(tx, scope, &after).await?;
        email_thread::save_message(tx, scope, &message).await?;
        let searched = format!("{} {} {}", message.subject, message.to_addresses.join(" "), message.text);
        email_thread::stop_waiting(tx, scope, &after.id).await?;
        email_thread::index_words(tx, scope, &after.id, &searched).await?;
        email_thread::publish(tx, scope, &after.community_id, after.id.as_str(), now);
        Ok(())
    }

    /// Returns a new thread with the first recipient.
    fn begin(&self, mailbox: &Mailbox, message: &EmailMessage, now: Timestamp) -> EmailThread {
        let address = message.to_addresses.first().cloned().unwrap_or_default();
        let participant = Participant { address, name: String::new() };
        email_thread::new_thread(self.context.ids.next(now), mailbox, message, participant)
    }
}

/// Returns the email that is being answered: the newest one of the thread.
async fn answered(tx: &mut Tx, scope: &Scope, message: &EmailMessage) -> Result<Option<EmailMessage>, Fault> {
    match &message.thread_id {
        Some(id) => email_thread::newest_message(tx, scope, id).await,
        None => Ok(None),
    }
}
