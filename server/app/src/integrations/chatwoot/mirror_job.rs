//! The job that mirrors a text. The texts of a company are mirrored one after another.
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use platform::{ErrorReason, Fault, Scope, Timestamp, Tx, ids::CompanyId, jobs};
use tokio::sync::Semaphore;

use super::{
    api::{Api, ApiError, NewMessage},
    connection,
    model::{Account, Connection, MirrorState, PendingText},
    rules, store,
};
use crate::{
    context::Context,
    messaging::{
        carrier::{self, Breaker},
        thread::{self, Conversation, Direction, MirrorPayload},
    },
};

/// Maximum number of companies whose texts are mirrored at the same time. A company's texts are mirrored one after
/// another, so that many companies' servers have to be silent before another one waits.
const MAX_AT_ONCE: usize = 32;
/// Delay while the maximum is reached.
const BUSY_DELAY: Duration = Duration::from_millis(250);
/// Delay while the secrets of the connection cannot be read, or are missing.
const SECRETS_DELAY: Duration = Duration::from_secs(30);
/// Age at which a text that could not be mirrored is skipped.
const MAX_AGE: Duration = Duration::from_secs(3 * 24 * 3_600);

pub struct MirrorMessage {
    context: Context,
    api: Api,
    slots: Semaphore,
    breakers: Mutex<HashMap<CompanyId, Breaker>>,
}

/// The next action of a run.
enum Next {
    /// The company is not connected, or the text was already mirrored.
    Nothing,
    /// Run again, not before this time.
    Wait(Timestamp),
    Mirror(Box<Step>),
}

/// A text that is being mirrored.
struct Step {
    connection: Connection,
    account: Account,
    conversation: Conversation,
    text: PendingText,
    /// Name of the resident, or the phone number.
    name: String,
    /// Number of attempts, including this one.
    tries: i32,
}

impl MirrorMessage {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let api = Api::new(context.settings.private_hosts, context.clock.clone());
        Self { context, api, slots: Semaphore::new(MAX_AT_ONCE), breakers: Mutex::default() }
    }

    /// Returns the next action for a message, and marks its text as being mirrored.
    async fn next(&self, tx: &mut Tx, scope: &Scope, payload: &MirrorPayload) -> Result<Next, Fault> {
        let now = self.context.now();
        let opened = match connection::find_open(tx, scope, &self.context).await {
            // The texts follow when an administrator has entered the secrets again.
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => {
                return Ok(Next::Wait(now.plus(SECRETS_DELAY)));
            }
            opened => opened?,
        };
        let Some((connection, secrets)) = opened else { return Ok(Next::Nothing) };
        let found = store::next_text(tx, scope, &connection, &payload.message, now, MAX_AGE).await?;
        let Some(text) = found else { return Ok(Next::Nothing) };
        // The community may have been deleted in the meantime.
        let Some(conversation) = thread::find(tx, scope, &text.conversation_id).await? else {
            return Ok(Next::Nothing);
        };
        if let Some(Err(until)) = self.breakers().get_mut(scope.company()).map(|breaker| breaker.admit(now)) {
            return Ok(Next::Wait(until));
        }
        let resident =
            thread::find_resident(tx, scope, &conversation.community_id, &conversation.phone).await?;
        let name = resident.map(|resident| resident.name).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| conversation.phone.as_str().to_owned());
        let tries = store::begin(tx, scope, &connection, &text).await?;
        let account = connection::account(&connection, &secrets);
        Ok(Next::Mirror(Box::new(Step { connection, account, conversation, text, name, tries })))
    }

    /// Adds a text at Chatwoot. Returns its ID there.
    async fn mirror(&self, scope: &Scope, step: &Step) -> Result<Result<i64, ApiError>, Fault> {
        let conversation = match self.conversation(scope, step).await? {
            Ok(conversation) => conversation,
            Err(error) => return Ok(Err(error)),
        };
        let source_id = rules::source_id(step.text.id.as_str());
        // An earlier attempt may have added it.
        if step.tries > 1 {
            let mut tx = self.context.db.read(scope).await?;
            let last =
                store::last_message(&mut tx, scope, &step.connection, &step.text.conversation_id).await?;
            drop(tx);
            match self.api.find_message(&step.account, conversation, last, &source_id).await {
                Ok(None) => {}
                Ok(Some(id)) => return Ok(Ok(id)),
                Err(error) => return Ok(Err(error)),
            }
        }
        let message = NewMessage {
            content: &step.text.body,
            is_incoming: step.text.direction == Direction::Inbound as i32,
            is_private: false,
            source_id: &source_id,
        };
        Ok(self.api.add_message(&step.account, conversation, &message).await)
    }

    /// Returns the number of the conversation at Chatwoot, which is created if there is none.
    async fn conversation(&self, scope: &Scope, step: &Step) -> Result<Result<i64, ApiError>, Fault> {
        let Step { connection, account, conversation, name, .. } = step;
        let mut tx = self.context.db.read(scope).await?;
        let known = store::chatwoot_conversation(&mut tx, scope, connection, &conversation.id).await?;
        drop(tx);
        if let Some(known) = known {
            return Ok(Ok(known));
        }
        let contact = match self.api.contact(account, &conversation.phone, name).await {
            Ok(contact) => contact,
            Err(error) => return Ok(Err(error)),
        };
        let made = match self.api.conversation(account, contact, conversation.id.as_str()).await {
            Ok(made) => made,
            Err(error) => return Ok(Err(error)),
        };
        let mut tx = self.context.db.write(scope).await?;
        store::save_conversation(&mut tx, scope, connection, &conversation.id, made).await?;
        tx.commit().await?;
        Ok(Ok(made))
    }

    /// Updates the breaker from an outcome.
    fn judge(&self, scope: &Scope, outcome: &Result<i64, ApiError>) {
        let mut breakers = self.breakers();
        match outcome {
            Err(ApiError::Away(_)) => {
                breakers.entry(scope.company().clone()).or_default().failed(self.context.now());
            }
            _ => drop(breakers.remove(scope.company())),
        }
    }

    /// Records an outcome. Returns the time of the next run.
    async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        step: &Step,
        outcome: Result<i64, ApiError>,
    ) -> Result<Timestamp, Fault> {
        let (now, connection, id) = (self.context.now(), &step.connection, &step.text.id);
        let pause = || carrier::pause_after(step.tries, |bound| self.context.ids.below(bound));
        let error = match outcome {
            Ok(chatwoot_id) => {
                store::end(tx, scope, connection, id, MirrorState::Mirrored, Some(chatwoot_id)).await?;
                store::record_success(tx, scope, now).await?;
                return Ok(now);
            }
            Err(error) => error,
        };
        if !matches!(error, ApiError::Busy(_)) {
            store::record_problem(tx, scope, &error.words()).await?;
        }
        Ok(match error {
            ApiError::Busy(wait) => now.plus(carrier::busy_pause(wait)),
            ApiError::Away(_) | ApiError::Denied(_) => now.plus(pause()),
            ApiError::NotFound(_) => {
                // If agents deleted the conversation, the next run creates a new one.
                store::delete_conversation(tx, scope, connection, &step.text.conversation_id).await?;
                now.plus(pause())
            }
            ApiError::Invalid(_) => {
                store::end(tx, scope, connection, id, MirrorState::LeftOut, None).await?;
                now
            }
        })
    }

    async fn delay(&self, mut tx: Tx, job: &jobs::Claimed, delay: Duration) -> Result<(), Fault> {
        jobs::delay(&mut tx, job, self.context.now().plus(delay)).await?;
        tx.commit().await
    }

    fn breakers(&self) -> MutexGuard<'_, HashMap<CompanyId, Breaker>> {
        self.breakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl jobs::Handler for MirrorMessage {
    fn purpose(&self) -> &'static str {
        "Mirror a text to Chatwoot"
    }

    /// The job mostly waits for the company's server. The slots limit the number of companies.
    fn is_detached(&self, job: &jobs::Claimed) -> bool {
        let payload = serde_json::from_value(job.payload.clone());
        payload.is_ok_and(|payload: MirrorPayload| !payload.is_delayed)
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: MirrorPayload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let loaded = connection::load(&scope, &self.context).await;
        let mut tx = self.context.db.write(&scope).await?;
        if let Err(fault) = loaded {
            tracing::warn!(%fault, "a text waits for the secrets of the connection to Chatwoot");
            return self.delay(tx, job, SECRETS_DELAY).await;
        }
        if payload.is_delayed {
            // The delay is over: the job joins the queue of the company's other texts.
            jobs::finish(&mut tx, job).await?;
            thread::enqueue_mirror(&mut tx, &scope, &self.context, &payload.message, self.context.now())
                .await?;
            return tx.commit().await;
        }
        let Ok(_slot) = self.slots.try_acquire() else {
            return self.delay(tx, job, BUSY_DELAY).await;
        };
        let step = match self.next(&mut tx, &scope, &payload).await? {
            Next::Nothing => {
                jobs::finish(&mut tx, job).await?;
                return tx.commit().await;
            }
            Next::Wait(until) => {
                jobs::postpone(&mut tx, job, until).await?;
                return tx.commit().await;
            }
            Next::Mirror(step) => step,
        };
        tx.commit().await?;
        let outcome = self.mirror(&scope, &step).await?;
        self.judge(&scope, &outcome);
        let mut tx = self.context.db.write(&scope).await?;
        let again = self.record(&mut tx, &scope, &step, outcome).await?;
        // The next run continues with the next text, or ends if there is none.
        jobs::postpone(&mut tx, job, again).await?;
        tx.commit().await
    }
}
