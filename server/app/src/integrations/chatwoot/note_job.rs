//! The job that tells agents in a private note why their reply was not sent.
use std::time::Duration;

use async_trait::async_trait;
use platform::{ErrorReason, Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    api::{Api, ApiError, NewMessage},
    connection, rules, store,
};
use crate::{
    context::Context,
    messaging::{carrier, thread::ConversationId},
};

/// Job kind of [`NoteRefusal`].
pub const NOTE_REFUSAL: jobs::JobKind = jobs::JobKind::NoteChatwootRefusal;
/// Age at which a note is no longer useful.
const MAX_AGE: Duration = Duration::from_secs(3_600);

pub struct NoteRefusal {
    context: Context,
    api: Api,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    conversation: ConversationId,
    /// The refused message at Chatwoot.
    refused: i64,
    why: String,
    until: platform::Timestamp,
}

/// Enqueues the note for a reply with this ID at Chatwoot.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &ConversationId,
    refused: i64,
    why: &str,
) -> Result<(), Fault> {
    let now = context.now();
    let until = now.plus(MAX_AGE);
    let payload = Payload { conversation: conversation.clone(), refused, why: why.to_owned(), until };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: NOTE_REFUSAL,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: format!("{NOTE_REFUSAL} {refused}"),
        queue_key: NOTE_REFUSAL.to_string(),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

impl NoteRefusal {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let api = Api::new(context.settings.private_hosts, context.clock.clone());
        Self { context, api }
    }

    /// Adds the note unless it exists.
    async fn add(&self, scope: &Scope, payload: &Payload) -> Result<Result<(), ApiError>, Fault> {
        if let Err(fault) = connection::load(scope, &self.context).await {
            return Ok(Err(ApiError::Away(fault.words().to_owned())));
        }
        let mut tx = self.context.db.read(scope).await?;
        let opened = match connection::find_open(&mut tx, scope, &self.context).await {
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => {
                return Ok(Err(ApiError::Away(fault.words().to_owned())));
            }
            opened => opened?,
        };
        let Some((connection, secrets)) = opened else { return Ok(Ok(())) };
        let number = store::chatwoot_conversation(&mut tx, scope, &connection, &payload.conversation).await?;
        drop(tx);
        let Some(number) = number else { return Ok(Ok(())) };
        let account = connection::account(&connection, &secrets);
        let source_id = rules::source_id(&format!("note-{}", payload.refused));
        match self.api.find_message(&account, number, Some(payload.refused), &source_id).await {
            Ok(None) => {}
            found => return Ok(found.map(drop)),
        }
        let content = format!("Parlor did not send this reply. {}", payload.why);
        let note =
            NewMessage { content: &content, is_incoming: false, is_private: true, source_id: &source_id };
        Ok(self.api.add_message(&account, number, &note).await.map(drop))
    }
}

#[async_trait]
impl jobs::Handler for NoteRefusal {
    fn purpose(&self) -> &'static str {
        "Tell agents at Chatwoot why a reply was not sent"
    }

    /// The job mostly waits for the company's server. The queue limits a company to one at a time.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let added = self.add(&scope, &payload).await?;
        let now = self.context.now();
        let wait = match added {
            Err(ApiError::Busy(wait)) => Some(carrier::busy_pause(wait)),
            Err(ApiError::Away(_)) => Some(carrier::busy_pause(None)),
            _ => None,
        };
        let mut tx = self.context.db.write(&scope).await?;
        let again = wait.map(|wait| now.plus(wait)).filter(|again| *again < payload.until);
        jobs::postpone_or_finish(&mut tx, job, again).await?;
        tx.commit().await
    }
}
