//! The job that sends a scheduled email. An email of an embedded mailbox is sent once it is stored as such: it does
//! not leave Parlor.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::rules;
use crate::{
    context::Context,
    email::{
        mailbox::{self, Mailbox},
        thread::{self, EmailMessage, EmailMessageId, EmailStatus, EmailThread},
    },
};

/// The kind of job.
pub const SEND_EMAIL: &str = "send_email";

/// Runs the job.
pub struct SendEmail {
    pub context: Context,
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

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The mailbox may have been deleted, and the email canceled, in the meantime.
        let found = thread::lock_message(&mut tx, &scope, &payload.message).await?;
        let due = found.filter(|message| {
            message.status == EmailStatus::Scheduled && message.send_at_ms == Some(payload.at)
        });
        if let Some(message) = due
            && let Some(mailbox) = mailbox::lock(&mut tx, &scope, &message.mailbox_id).await?
        {
            self.send(&mut tx, &scope, &mailbox, message).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl SendEmail {
    async fn send(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        mailbox: &Mailbox,
        message: EmailMessage,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let found = match &message.thread_id {
            Some(id) => thread::lock(tx, scope, id).await?,
            None => None,
        };
        let answered = match &found {
            Some(thread) => thread::newest_message(tx, scope, &thread.id).await?,
            None => None,
        };
        let mut message = rules::sent(message, mailbox, answered.as_ref(), now);
        let before = found.unwrap_or_else(|| self.begin(mailbox, &message, now));
        let after = thread::add_outgoing(before, &message);
        message.thread_id = Some(after.id.clone());
        thread::save(tx, scope, &after).await?;
        thread::save_message(tx, scope, &message).await?;
        let searched = format!("{} {} {}", message.subject, message.to_addresses.join(" "), message.text);
        thread::index_words(tx, scope, &after.id, &searched).await?;
        thread::publish(tx, scope, &after.community_id, after.id.as_str(), now);
        Ok(())
    }

    /// Returns a new thread with the first recipient.
    fn begin(&self, mailbox: &Mailbox, message: &EmailMessage, now: Timestamp) -> EmailThread {
        let participant = message.to_addresses.first().cloned().unwrap_or_default();
        thread::new_thread(self.context.ids.next(now), mailbox, message, (participant, String::new()))
    }
}
