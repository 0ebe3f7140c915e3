//! The job that sends one text.
use std::{slice, sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};

use super::{
    BlastQueue, Carrier, DeliveryJob, OutboundSms, account,
    breakers::Breakers,
    clients::Clients,
    enqueue, error_codes,
    model::{Delivery, Kind, Outcome, State},
    picture, reconcile, reports,
    rules::{self, Validity},
    store,
    test_phone::TestPhone,
};
use crate::{
    context::Context,
    messaging::thread::{self, Conversation, Message, MessageId, NewStep, Status, StepKind},
    residents::consent,
};

/// Runs the job.
pub struct Deliver {
    pub(super) context: Context,
    pub(super) clients: Clients,
    pub(super) breakers: Breakers,
    pub(super) blasts: Arc<dyn BlastQueue>,
}

/// Delay while the account at the carrier cannot be read from the secret store.
pub(super) const ACCOUNT_DELAY: Duration = Duration::from_secs(10);

/// A text that is about to be sent.
pub(super) struct PendingText {
    pub(super) message: Message,
    pub(super) conversation: Conversation,
    pub(super) delivery: Delivery,
    /// Links to the pictures of the text.
    pub(super) media_urls: Vec<String>,
    /// How long the carrier may keep the text before it is sent; `None` for a text that is not a blast's.
    pub(super) validity: Option<Validity>,
    pub(super) kind: Kind,
    pub(super) carrier: Arc<dyn Carrier>,
}

impl Deliver {
    /// Creates the handler.
    #[must_use]
    pub fn new(context: Context, clients: Clients, blasts: Arc<dyn BlastQueue>) -> Self {
        Self { context, clients, breakers: Breakers::default(), blasts }
    }
}

#[async_trait]
impl jobs::Handler for Deliver {
    fn purpose(&self) -> &'static str {
        "Send a text"
    }

    /// A job in the queue of a carrier mostly waits for it. The queue limits them to one at a time per company.
    fn is_detached(&self, job: &jobs::Claimed) -> bool {
        let payload = serde_json::from_value(job.payload.clone());
        payload.is_ok_and(|delivery_job: DeliveryJob| delivery_job.is_in_carrier_queue)
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let delivery_job: DeliveryJob =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        if let Err(fault) = account::load_all(&scope, &self.context).await {
            // An attempt to send is not used up.
            tracing::warn!(%fault, "a text waits for the account at the carrier");
            let mut tx = self.context.db.write(&scope).await?;
            jobs::postpone(&mut tx, job, self.context.now().plus(ACCOUNT_DELAY)).await?;
            return tx.commit().await;
        }
        let mut tx = self.context.db.write(&scope).await?;
        let Some((message, conversation)) = self.due(&mut tx, &scope, &delivery_job).await? else {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        if self.was_interrupted(&mut tx, &scope, &message, Some(&conversation)).await? {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        }
        match store::carrier_of(&mut tx, &scope, &conversation.number).await? {
            Kind::TestPhone => self.send_by_test_phone(tx, &scope, job, &message, &conversation).await,
            _ if !delivery_job.is_in_carrier_queue => {
                // It was held, or queued for the test phone: the job joins the queue of the company's other texts.
                jobs::finish(&mut tx, job).await?;
                let delivery_job = DeliveryJob { held: false, ..delivery_job };
                enqueue(&mut tx, &scope, &self.context, &conversation, delivery_job, self.context.now())
                    .await?;
                tx.commit().await
            }
            kind => self.send_by_carrier(tx, &scope, job, kind, message, conversation).await,
        }
    }

    async fn discarded(&self, tx: &mut Tx, job: &jobs::Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        // The payload of a failed job may not name a text.
        let Ok(delivery_job) = serde_json::from_value::<DeliveryJob>(job.payload.clone()) else {
            return Ok(());
        };
        if thread::find_message(tx, &scope, &delivery_job.message).await?.is_none() {
            return Ok(());
        }
        let Some((message, conversation)) = self.due(tx, &scope, &delivery_job).await? else { return Ok(()) };
        // A text whose sending was interrupted may have been sent, so the carrier is asked.
        if !self.was_interrupted(tx, &scope, &message, Some(&conversation)).await?
            && thread::set_status(tx, &scope, &message.id, &[Status::Queued], Status::Canceled).await?
        {
            let why = "It failed too often, and an administrator discarded it.".to_owned();
            self.note(tx, &scope, &conversation, &message.id, NewStep::new(StepKind::Canceled, why)).await?;
        }
        Ok(())
    }
}

impl Deliver {
    /// Returns the text if it is still to be sent; otherwise records why it is not sent.
    async fn due(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        delivery_job: &DeliveryJob,
    ) -> Result<Option<(Message, Conversation)>, Fault> {
        let (id, now) = (&delivery_job.message, self.context.now());
        let message = thread::find_message(tx, scope, id).await?;
        let message = message.ok_or_else(|| Fault::internal("a text to be sent no longer exists"))?;
        let message = match message.status {
            Status::Queued | Status::Sending => message,
            Status::HeldQuietHours => {
                thread::release(tx, scope, slice::from_ref(id)).await?;
                Message { status: Status::Queued, ..message }
            }
            _ => return Ok(None),
        };
        let Some(conversation) = thread::find(tx, scope, &message.conversation_id).await? else {
            // The community was deleted in the meantime: nothing is sent in its name.
            thread::set_status(tx, scope, id, &[Status::Queued], Status::Canceled).await?;
            // If it was being sent, the carrier is asked once the community is restored.
            self.was_interrupted(tx, scope, &message, None).await?;
            return Ok(None);
        };
        let refused = match delivery_job.confirms_until {
            Some(until) if now > until => Some((
                Status::Canceled,
                StepKind::Canceled,
                "It could not be sent at once, and a late confirmation has no use.",
            )),
            Some(_) => None,
            None if consent::is_opted_out(tx, scope, &conversation.phone).await? => Some((
                Status::Suppressed,
                StepKind::Suppressed,
                "The resident opted out of texts, so it was not sent.",
            )),
            None => None,
        };
        // A text that is being sent can no longer be stopped.
        if let Some((status, step, reason)) = refused
            && thread::set_status(tx, scope, id, &[Status::Queued], status).await?
        {
            self.note(tx, scope, &conversation, id, NewStep::new(step, reason)).await?;
            return Ok(None);
        }
        Ok(Some((message, conversation)))
    }

    /// Returns whether an earlier attempt was interrupted while sending, and marks it as unconfirmed. `conversation` is
    /// unset if the company does not have its community.
    async fn was_interrupted(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        message: &Message,
        conversation: Option<&Conversation>,
    ) -> Result<bool, Fault> {
        if message.status != Status::Sending {
            return Ok(false);
        }
        let earlier = store::delivery_of(tx, scope, &message.id).await?;
        let Some(delivery) = earlier.filter(|d| matches!(d.state, State::Sending | State::Unknown)) else {
            return Ok(false);
        };
        let why = "The server stopped while sending it.";
        reconcile::mark_unconfirmed(tx, scope, &self.context, conversation, &delivery, why).await?;
        Ok(true)
    }

    async fn send_by_test_phone(
        &self,
        mut tx: Tx,
        scope: &Scope,
        job: &jobs::Claimed,
        message: &Message,
        conversation: &Conversation,
    ) -> Result<(), Fault> {
        let outbound_sms = OutboundSms {
            id: message.id.as_str(),
            from: &conversation.number,
            to: &conversation.phone,
            body: &message.body,
            media_urls: &[],
            validity_seconds: None,
            is_of_blast: false,
        };
        // The test phone calls no carrier, so no attempt is recorded first.
        if TestPhone.send(&outbound_sms).await == Outcome::Delivered {
            let from = [Status::Queued, Status::Sending];
            thread::set_status(&mut tx, scope, &message.id, &from, Status::Delivered).await?;
        }
        jobs::finish(&mut tx, job).await?;
        thread::publish_change(&mut tx, scope, conversation, self.context.now());
        tx.commit().await
    }

    async fn send_by_carrier(
        &self,
        mut tx: Tx,
        scope: &Scope,
        job: &jobs::Claimed,
        kind: Kind,
        message: Message,
        conversation: Conversation,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let number = &conversation.number;
        let opened = self.clients.open_or_reason(&mut tx, scope, &self.context, kind, number).await?;
        let carrier = match opened {
            Ok(carrier) => carrier,
            Err(why) => {
                self.fail(&mut tx, scope, &conversation, &message.id, why).await?;
                jobs::finish(&mut tx, job).await?;
                return tx.commit().await;
            }
        };
        if let Err(until) = self.breakers.admit(scope.company(), kind, now) {
            jobs::postpone(&mut tx, job, until).await?;
            return tx.commit().await;
        }
        let media_urls = picture::links_of(&mut tx, scope, &self.context, &message.id).await?;
        let id: String = self.context.ids.next(now);
        let group = carrier.textline_group();
        let delivery = store::record_attempt(&mut tx, scope, &id, &message.id, kind, group, now).await?;
        let from = [Status::Queued, Status::Sending];
        thread::set_status(&mut tx, scope, &message.id, &from, Status::Sending).await?;
        thread::publish_change(&mut tx, scope, &conversation, now);
        tx.commit().await?;

        let leaving =
            PendingText { message, conversation, delivery, media_urls, validity: None, kind, carrier };
        let outcome = leaving.carrier.send(&leaving.outbound_sms(self.context.now())).await;
        self.judge(scope, kind, &outcome);
        let findings = self.findings(scope, [(&leaving, &outcome)]);
        let mut tx = self.context.db.write(scope).await?;
        findings.record(&mut tx, scope, self.context.now()).await?;
        if let Some(until) = self.record(&mut tx, scope, &leaving, outcome).await? {
            jobs::postpone(&mut tx, job, until).await?;
        } else {
            jobs::finish(&mut tx, job).await?;
        }
        thread::publish_change(&mut tx, scope, &leaving.conversation, self.context.now());
        tx.commit().await
    }

    /// Updates the breaker of a carrier from an outcome.
    pub(super) fn judge(&self, scope: &Scope, kind: Kind, outcome: &Outcome) {
        match outcome {
            Outcome::Away { .. } | Outcome::Unknown { .. } => {
                self.breakers.failed(scope.company(), kind, self.context.now());
            }
            _ => self.breakers.answered(scope.company(), kind),
        }
    }

    /// Records an outcome. Returns the time of the next attempt, if there is one.
    pub(super) async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        leaving: &PendingText,
        outcome: Outcome,
    ) -> Result<Option<Timestamp>, Fault> {
        let PendingText { delivery, conversation, .. } = leaving;
        let (id, message, now) = (delivery.id.as_str(), &delivery.message_id, self.context.now());
        let (state, sid, code) = match &outcome {
            Outcome::Accepted { sid, .. } => (State::Accepted, Some(sid.as_str()), None),
            Outcome::Delivered => (State::Accepted, None, None),
            Outcome::Refused { code, .. } => (State::Refused, None, *code),
            Outcome::Busy { .. } | Outcome::Away { .. } => (State::Waiting, None, None),
            Outcome::Unknown { .. } => (State::Unknown, None, None),
        };
        // A report of the carrier may have arrived first, and takes precedence.
        if !store::set_state(tx, scope, id, &[State::Sending], state, sid, code).await? {
            return Ok(None);
        }
        let step = match outcome {
            Outcome::Accepted { status, .. } => {
                thread::set_status(tx, scope, message, rules::before(status), status).await?;
                return Ok(None);
            }
            Outcome::Delivered => {
                thread::set_status(tx, scope, message, &[Status::Sending], Status::Delivered).await?;
                return Ok(None);
            }
            Outcome::Refused { code, words } => {
                if code == Some(error_codes::OPTED_OUT) {
                    reports::opted_out(tx, scope, &self.context, conversation, &words).await?;
                }
                if let Some(code) = code.filter(|code| error_codes::UNREACHABLE.contains(code)) {
                    store::mark_unreachable(tx, scope, &conversation.phone, code, now).await?;
                }
                self.fail(tx, scope, conversation, message, &words).await?;
                return Ok(None);
            }
            Outcome::Unknown { why } => {
                let context = &self.context;
                reconcile::mark_unconfirmed(tx, scope, context, Some(conversation), delivery, &why).await?;
                return Ok(None);
            }
            Outcome::Away { why, .. } if delivery.tries >= rules::MAX_TRIES => {
                let why = format!("{why} It was tried {} times.", delivery.tries);
                self.fail(tx, scope, conversation, message, &why).await?;
                return Ok(None);
            }
            Outcome::Busy { wait } => {
                (rules::busy(wait), "The carrier is busy; Parlor will try again soon.".to_owned())
            }
            Outcome::Away { why, wait } => {
                let pause = rules::pause(delivery.tries, |bound| self.context.ids.below(bound));
                let pause = wait.map_or(pause, |wait| pause.max(rules::busy(Some(wait))));
                (pause, format!("{why} Parlor will try again soon."))
            }
        };
        thread::set_status(tx, scope, message, &[Status::Sending], Status::Queued).await?;
        self.note(tx, scope, conversation, message, NewStep::new(StepKind::Delayed, step.1)).await?;
        Ok(Some(now.plus(step.0)))
    }

    async fn fail(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &Conversation,
        id: &MessageId,
        why: &str,
    ) -> Result<(), Fault> {
        thread::set_status(tx, scope, id, rules::before(Status::Failed), Status::Failed).await?;
        self.note(tx, scope, conversation, id, NewStep::new(StepKind::Failed, why)).await
    }

    async fn note(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &Conversation,
        id: &MessageId,
        step: NewStep,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        thread::publish_change(tx, scope, conversation, now);
        thread::add_steps(tx, scope, id, &[step], now).await
    }
}

impl PendingText {
    /// Returns what the carrier gets at this time.
    pub(super) fn outbound_sms(&self, now: Timestamp) -> OutboundSms<'_> {
        OutboundSms {
            id: &self.delivery.id,
            from: &self.conversation.number,
            to: &self.conversation.phone,
            body: &self.message.body,
            media_urls: &self.media_urls,
            validity_seconds: self.validity.map(|validity| validity.seconds(now)),
            // A text that was just stored for a blast does not name it.
            is_of_blast: self.validity.is_some() || self.message.blast_id.is_some(),
        }
    }
}
