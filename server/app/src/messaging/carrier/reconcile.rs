//! The job that asks the carrier about a text whose delivery is unconfirmed.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{CompanyPermit, CompanyPermits, ErrorReason, Fault, Scope, Tx, ids::CompanyId, jobs};
use serde::Deserialize;

use super::{
    BlastQueue, Carrier, DeliveryJob, OutboundSms, RECONCILE, UnsentTexts, account,
    clients::Clients,
    deliver::ACCOUNT_DELAY,
    enqueue as send_again, error_codes,
    model::{Delivery, ProviderMessage, State},
    rules, store,
};
use crate::{
    context::Context,
    messaging::thread::{self, Conversation, Message, NewStep, Status, StepKind},
};

/// Maximum number of lookups of a company at the same time.
const MAX_AT_ONCE: usize = 4;
/// Maximum number of lookups of a company that wait for others. Further ones are postponed at once.
const MAX_WAITING: usize = 16;
/// Maximum time that a lookup waits for others of its company, and that the carrier has to answer. Together they take
/// less than half of the job's lease.
const MAX_WAIT: Duration = Duration::from_secs(5);
const MAX_CALL: Duration = Duration::from_secs(20);
/// Delay while the company does not have the text's community, which may be restored.
const DELETED_DELAY: Duration = Duration::from_secs(3_600);
/// Why a text stays unconfirmed whose carrier cannot be asked.
const NO_ACCOUNT: &str =
    "The carrier account was removed, so the carrier can't be asked. Delivery status unknown.";

/// Runs the job.
pub struct Reconcile {
    context: Context,
    /// The clients for the carriers that are asked.
    clients: Clients,
    /// The queue of blasts, which resend their own texts.
    blasts: Arc<dyn BlastQueue>,
    permits: CompanyPermits,
}

#[derive(Deserialize)]
struct Payload {
    delivery: String,
}

/// A text whose delivery is unconfirmed.
struct UnconfirmedText {
    delivery: Delivery,
    message: Message,
    conversation: Conversation,
}

/// Marks the delivery of a text that was being sent as unconfirmed; the carrier is asked later. `conversation` is unset
/// if the company does not have its community.
pub async fn mark_unconfirmed(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: Option<&Conversation>,
    delivery: &Delivery,
    why: &str,
) -> Result<(), Fault> {
    let (message, now) = (&delivery.message_id, context.now());
    store::set_state(tx, scope, &delivery.id, &[State::Sending], State::Unknown, None, None).await?;
    thread::set_status(tx, scope, message, &[Status::Sending], Status::Unknown).await?;
    enqueue(tx, scope, context, delivery).await?;
    if let Some(conversation) = conversation {
        thread::publish_change(tx, scope, conversation, now);
    }
    let reason =
        format!("{why} Delivery unconfirmed; Parlor checks with the carrier before sending it again.");
    thread::add_steps(tx, scope, message, &[NewStep::new(StepKind::Unconfirmed, reason)], now).await
}

/// Enqueues a lookup of an attempt at the carrier.
async fn enqueue(tx: &mut Tx, scope: &Scope, context: &Context, delivery: &Delivery) -> Result<(), Fault> {
    let now = context.now();
    let Some(run_at) = rules::next_lookup(delivery.tried_ms, delivery.lookups, now) else { return Ok(()) };
    let (id, tries, asked) = (&delivery.id, delivery.tries, delivery.lookups);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: RECONCILE,
        payload: serde_json::json!({ "delivery": id }),
        key: format!("reconcile {id} {tries} {asked}"),
        queue_key: format!("reconcile {id}"),
        run_at,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

#[async_trait]
impl jobs::Handler for Reconcile {
    fn purpose(&self) -> &'static str {
        "Check a text's delivery with the carrier"
    }

    /// The job mostly waits for the carrier, or for other lookups of its company.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { delivery } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let Some(_permit) = self.permit(scope.company()).await else {
            // The carrier is slow, or does not respond.
            return self.delay(&scope, job, self.long_pause()).await;
        };
        if let Err(fault) = account::load_all(&scope, &self.context).await {
            tracing::warn!(%fault, "a lookup waits for the account at the carrier");
            return self.delay(&scope, job, ACCOUNT_DELAY).await;
        }
        let mut tx = self.context.db.read(&scope).await?;
        let Some((delivery, message)) = find_unconfirmed(&mut tx, &scope, &delivery).await? else {
            drop(tx);
            return self.finish(&scope, job).await;
        };
        let Some(conversation) = thread::find(&mut tx, &scope, &message.conversation_id).await? else {
            drop(tx);
            return self.wait_for_community(&scope, job, &delivery).await;
        };
        let lost = UnconfirmedText { delivery, message, conversation };
        let carrier = self.open(&mut tx, &scope, &lost).await?;
        drop(tx);
        let provider_messages = match carrier {
            Some(Ok(carrier)) => Some(self.look_up(&*carrier, &lost).await),
            Some(Err(why)) => Some(Err(why)),
            None => None,
        };
        let mut tx = self.context.db.write(&scope).await?;
        match provider_messages {
            Some(Ok(provider_messages)) => {
                self.judge(&mut tx, &scope, &lost, &provider_messages).await?;
                jobs::finish(&mut tx, job).await?;
            }
            Some(Err(why)) => {
                let delivery = &lost.delivery;
                tracing::warn!(delivery = delivery.id, why, "could not look up a text at its carrier");
                self.look_up_later(&mut tx, &scope, delivery, job, self.long_pause(), &why).await?;
            }
            None => self.give_up(&mut tx, &scope, &lost.delivery, job, NO_ACCOUNT).await?,
        }
        thread::publish_change(&mut tx, &scope, &lost.conversation, self.context.now());
        if let Some(blast) = &lost.message.blast_id {
            thread::publish_blast_change(&mut tx, &scope, blast, self.context.now());
        }
        tx.commit().await
    }
}

/// Returns an attempt and its text, if its delivery is unconfirmed. Their community may be deleted.
async fn find_unconfirmed(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
) -> Result<Option<(Delivery, Message)>, Fault> {
    let delivery = store::delivery(tx, scope, id).await?.filter(|d| d.state == State::Unknown);
    let Some(delivery) = delivery else { return Ok(None) };
    let message = thread::find_message(tx, scope, &delivery.message_id).await?;
    Ok(message.map(|message| (delivery, message)))
}

impl Reconcile {
    /// Creates the handler.
    #[must_use]
    pub fn new(context: Context, clients: Clients, blasts: Arc<dyn BlastQueue>) -> Self {
        Self { context, clients, blasts, permits: CompanyPermits::new(MAX_AT_ONCE) }
    }

    /// Waits for a permit of a company, but not longer than [`MAX_WAIT`], and not behind many others.
    async fn permit(&self, company: &CompanyId) -> Option<CompanyPermit> {
        tokio::select! {
            permit = self.permits.acquire(company, MAX_WAITING) => permit,
            () = self.context.clock.sleep(MAX_WAIT) => None,
        }
    }

    /// Asks a carrier for the texts that it got, but not longer than [`MAX_CALL`].
    async fn look_up(
        &self,
        carrier: &dyn Carrier,
        lost: &UnconfirmedText,
    ) -> Result<Vec<ProviderMessage>, String> {
        let outbound_sms = lost.outbound_sms();
        tokio::select! {
            found = carrier.lookup(&outbound_sms) => found,
            () = self.context.clock.sleep(MAX_CALL) => Err("The carrier did not answer in time.".to_owned()),
        }
    }

    async fn delay(&self, scope: &Scope, job: &jobs::Claimed, pause: Duration) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        jobs::delay(&mut tx, job, self.context.now().plus(pause)).await?;
        tx.commit().await
    }

    async fn finish(&self, scope: &Scope, job: &jobs::Claimed) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }

    /// Returns a delay of several minutes, which spreads lookups that were delayed at the same time.
    fn long_pause(&self) -> Duration {
        rules::pause(rules::MAX_TRIES, |bound| self.context.ids.below(bound))
    }

    /// Returns the client of the carrier that is to be asked, if there is one, or why it cannot be asked now.
    async fn open(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        lost: &UnconfirmedText,
    ) -> Result<Option<Result<Arc<dyn Carrier>, String>>, Fault> {
        let UnconfirmedText { delivery, conversation, .. } = lost;
        let (context, number) = (&self.context, &conversation.number);
        match self.clients.open_for_attempt(tx, scope, context, &delivery.id, number).await {
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => {
                Ok(Some(Err(fault.words().to_owned())))
            }
            opened => Ok(opened?.map(Ok)),
        }
    }

    /// Asks again later, after a pause. After one day the text stays unconfirmed.
    async fn look_up_later(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        delivery: &Delivery,
        job: &jobs::Claimed,
        pause: Duration,
        why: &str,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        if now.since(delivery.tried_ms) < rules::MAX_LOOKUP_TIME {
            return jobs::postpone(tx, job, now.plus(pause)).await;
        }
        let why = why.trim_end_matches('.');
        let reason =
            format!("The carrier could not confirm the text for a day: {why}. Delivery status unknown.");
        self.give_up(tx, scope, delivery, job, &reason).await
    }

    /// Asks again later about a text whose community the company does not have.
    async fn wait_for_community(
        &self,
        scope: &Scope,
        job: &jobs::Claimed,
        delivery: &Delivery,
    ) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let why = "its community was deleted";
        self.look_up_later(&mut tx, scope, delivery, job, DELETED_DELAY, why).await?;
        tx.commit().await
    }

    /// Ends the lookups of a text, which stays unconfirmed.
    async fn give_up(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        delivery: &Delivery,
        job: &jobs::Claimed,
        reason: &str,
    ) -> Result<(), Fault> {
        let step = NewStep::new(StepKind::Unconfirmed, reason);
        thread::add_steps(tx, scope, &delivery.message_id, &[step], self.context.now()).await?;
        jobs::finish(tx, job).await
    }

    async fn judge(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        lost: &UnconfirmedText,
        provider_messages: &[ProviderMessage],
    ) -> Result<(), Fault> {
        let sids: Vec<&str> = provider_messages.iter().map(|s| s.sid.as_str()).collect();
        let taken = store::known_sids(tx, scope, &sids).await?;
        let delivery = &lost.delivery;
        match rules::recognize(provider_messages, &lost.message.body, delivery.tried_ms, &taken) {
            Some(found) => self.found(tx, scope, lost, found).await,
            None => {
                store::count_lookup(tx, scope, &delivery.id).await?;
                let asked = Delivery { lookups: delivery.lookups + 1, ..delivery.clone() };
                if rules::next_lookup(asked.tried_ms, asked.lookups, self.context.now()).is_some() {
                    return enqueue(tx, scope, &self.context, &asked).await;
                }
                self.resend(tx, scope, lost).await
            }
        }
    }

    async fn found(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        lost: &UnconfirmedText,
        found: &ProviderMessage,
    ) -> Result<(), Fault> {
        let (id, sid) = (&lost.delivery.id, Some(found.sid.as_str()));
        if !store::set_state(tx, scope, id, &[State::Unknown], State::Accepted, sid, found.code).await? {
            return Ok(());
        }
        let (id, status) = (&lost.message.id, found.status);
        thread::set_status(tx, scope, id, rules::before(status), status).await?;
        let mut reason = "The carrier confirmed that it has the text.".to_owned();
        if matches!(status, Status::Failed | Status::Undelivered) {
            reason = format!("{reason} {}", error_codes::explain(found.code));
        }
        thread::add_steps(tx, scope, id, &[NewStep::new(StepKind::Reconciled, reason)], self.context.now())
            .await
    }

    /// Sends a text again that the carrier never received, unless the attempts are exhausted.
    async fn resend(&self, tx: &mut Tx, scope: &Scope, lost: &UnconfirmedText) -> Result<(), Fault> {
        let (id, now) = (&lost.message.id, self.context.now());
        let delivery = &lost.delivery.id;
        if !store::set_state(tx, scope, delivery, &[State::Unknown], State::Waiting, None, None).await? {
            return Ok(());
        }
        let again = lost.delivery.tries < rules::MAX_UNRECEIVED;
        let (status, reason) = match again {
            true => (Status::Queued, "The carrier never received the text. Sending it again."),
            false => (Status::Failed, "The carrier never received the text, again."),
        };
        if thread::set_status(tx, scope, id, &[Status::Unknown], status).await? && again {
            match &lost.message.blast_id {
                Some(blast) => {
                    let mut unsent = UnsentTexts::default();
                    unsent.add(&lost.conversation.phone, now, &lost.message.body);
                    self.blasts.send_again(tx, scope, blast, &unsent).await?;
                }
                None => {
                    send_again(tx, scope, &self.context, &lost.conversation, DeliveryJob::of(id), now)
                        .await?;
                }
            }
        }
        thread::add_steps(tx, scope, id, &[NewStep::new(StepKind::Reconciled, reason)], now).await
    }
}

impl UnconfirmedText {
    fn outbound_sms(&self) -> OutboundSms<'_> {
        OutboundSms {
            id: &self.delivery.id,
            from: &self.conversation.number,
            to: &self.conversation.phone,
            body: &self.message.body,
            media_urls: &[],
            validity_seconds: None,
            is_of_blast: self.message.blast_id.is_some(),
        }
    }
}
