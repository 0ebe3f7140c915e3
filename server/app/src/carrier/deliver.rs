//! The job that sends one text.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};

use super::{
    Carrier, Errand, Parcel, Twilio, account,
    breakers::Breakers,
    enqueue,
    handset::Handset,
    model::{Delivery, Kind, Outcome, State},
    reconcile, rules, store,
};
use crate::{
    consent::{self, Evidence, Source},
    context::Context,
    conversation::{self, Conversation, Message, MessageId, Status},
};

/// Sends.
pub struct Deliver {
    context: Context,
    twilio: Arc<Twilio>,
    breakers: Breakers,
}

/// How long a text waits for a worker that is busy with other companies' carriers.
const ASIDE: Duration = Duration::from_millis(250);

/// A text that is about to leave.
struct Leaving {
    message: Message,
    conversation: Conversation,
    delivery: Delivery,
    carrier: Box<dyn Carrier>,
}

impl Deliver {
    /// Sends with the handset and this Twilio.
    #[must_use]
    pub fn new(context: Context, twilio: Arc<Twilio>) -> Self {
        Self { context, twilio, breakers: Breakers::default() }
    }
}

#[async_trait]
impl jobs::Handler for Deliver {
    fn purpose(&self) -> &'static str {
        "Send a text"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let errand: Errand = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        let Some((message, conversation)) = self.due(&mut tx, &scope, &errand).await? else {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        if self.died(&mut tx, &scope, &message, &conversation).await? {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        }
        match store::carrier_of(&mut tx, &scope, &conversation.number).await? {
            Kind::Handset => self.by_handset(tx, &scope, job, &message, &conversation).await,
            Kind::Twilio if errand.held => {
                // It is time: it goes with the company's others, and keeps what it is.
                jobs::finish(&mut tx, job).await?;
                let errand = Errand { held: false, ..errand };
                enqueue(&mut tx, &scope, &self.context, &conversation, &errand, self.context.now()).await?;
                tx.commit().await
            }
            Kind::Twilio => self.by_twilio(tx, &scope, job, message, conversation).await,
        }
    }

    async fn discarded(&self, tx: &mut Tx, job: &jobs::Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        // A job may have died of having nothing to send.
        let Ok(errand) = serde_json::from_value::<Errand>(job.payload.clone()) else { return Ok(()) };
        if conversation::find_message(tx, &scope, &errand.message).await?.is_none() {
            return Ok(());
        }
        let Some((message, conversation)) = self.due(tx, &scope, &errand).await? else { return Ok(()) };
        // What was being sent may have left: the carrier is asked, as ever.
        if !self.died(tx, &scope, &message, &conversation).await?
            && conversation::set_status(tx, &scope, &message.id, &[Status::Queued], Status::Canceled).await?
        {
            let why = "It was tried too often, and an administrator let it go.".to_owned();
            self.note(tx, &scope, &conversation, &message.id, ("canceled", why)).await?;
        }
        Ok(())
    }
}

impl Deliver {
    /// The text, if it is still to be sent; else notes why it is not.
    async fn due(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        errand: &Errand,
    ) -> Result<Option<(Message, Conversation)>, Fault> {
        let (id, now) = (&errand.message, self.context.now());
        let message = conversation::find_message(tx, scope, id).await?;
        let message = message.ok_or_else(|| Fault::internal("a text to be sent is gone"))?;
        if !matches!(message.status, Status::Queued | Status::Sending) {
            return Ok(None);
        }
        let Some(conversation) = conversation::find(tx, scope, &message.conversation_id).await? else {
            // Its community was deleted meanwhile: nothing leaves in its name.
            conversation::set_status(tx, scope, id, &[Status::Queued], Status::Canceled).await?;
            return Ok(None);
        };
        let refused = match errand.confirms_until {
            Some(until) if now > until => {
                Some((Status::Canceled, "canceled", "It could not go at once, and later it says nothing."))
            }
            Some(_) => None,
            None if consent::is_out(tx, scope, &conversation.phone).await? => {
                Some((Status::Suppressed, "suppressed", "They opted out of texts, so it was not sent."))
            }
            None => None,
        };
        // What is being sent already is past that.
        if let Some((status, step, reason)) = refused
            && conversation::set_status(tx, scope, id, &[Status::Queued], status).await?
        {
            self.note(tx, scope, &conversation, id, (step, reason.to_owned())).await?;
            return Ok(None);
        }
        Ok(Some((message, conversation)))
    }

    /// Whether an earlier attempt died in the middle of sending it.
    async fn died(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        message: &Message,
        conversation: &Conversation,
    ) -> Result<bool, Fault> {
        if message.status != Status::Sending {
            return Ok(false);
        }
        let earlier = store::delivery_of(tx, scope, &message.id).await?;
        let Some(delivery) = earlier.filter(|d| matches!(d.state, State::Sending | State::Unknown)) else {
            return Ok(false);
        };
        let why = "The server stopped in the middle of sending it.";
        self.unclear(tx, scope, conversation, &delivery, why).await?;
        Ok(true)
    }

    async fn by_handset(
        &self,
        mut tx: Tx,
        scope: &Scope,
        job: &jobs::Claimed,
        message: &Message,
        conversation: &Conversation,
    ) -> Result<(), Fault> {
        let parcel = Parcel {
            id: message.id.as_str(),
            from: &conversation.number,
            to: &conversation.phone,
            body: &message.body,
        };
        // Nothing leaves Parlor, so there is nothing to be sure of before.
        if Handset.send(&parcel).await == Outcome::Delivered {
            let from = [Status::Queued, Status::Sending];
            conversation::set_status(&mut tx, scope, &message.id, &from, Status::Delivered).await?;
        }
        jobs::finish(&mut tx, job).await?;
        conversation::announce(&mut tx, scope, conversation, self.context.now());
        tx.commit().await
    }

    async fn by_twilio(
        &self,
        mut tx: Tx,
        scope: &Scope,
        job: &jobs::Claimed,
        message: Message,
        conversation: Conversation,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let Some(account) = account::find(&mut tx, scope, &self.context).await? else {
            let why = "No Twilio account is set up for this company. An administrator can do that.";
            self.fail(&mut tx, scope, &conversation, &message.id, why).await?;
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let Some(_hand) = self.breakers.hand() else {
            jobs::postpone(&mut tx, job, now.plus(ASIDE)).await?;
            return tx.commit().await;
        };
        if let Err(until) = self.breakers.admit(scope.company(), now) {
            jobs::postpone(&mut tx, job, until).await?;
            return tx.commit().await;
        }
        let id: String = self.context.ids.next(now);
        let delivery = store::begin_try(&mut tx, scope, &id, &message.id, Kind::Twilio, now).await?;
        let from = [Status::Queued, Status::Sending];
        conversation::set_status(&mut tx, scope, &message.id, &from, Status::Sending).await?;
        conversation::announce(&mut tx, scope, &conversation, now);
        tx.commit().await?;

        let carrier: Box<dyn Carrier> = Box::new(self.twilio.clone().with(account));
        let leaving = Leaving { message, conversation, delivery, carrier };
        let outcome = leaving.carrier.send(&leaving.parcel()).await;
        self.judge(scope, &outcome);
        let mut tx = self.context.db.write(scope).await?;
        if let Some(until) = self.record(&mut tx, scope, &leaving, outcome).await? {
            jobs::postpone(&mut tx, job, until).await?;
        } else {
            jobs::finish(&mut tx, job).await?;
        }
        conversation::announce(&mut tx, scope, &leaving.conversation, self.context.now());
        tx.commit().await
    }

    /// What an outcome says about how the carrier is.
    fn judge(&self, scope: &Scope, outcome: &Outcome) {
        match outcome {
            Outcome::Away { .. } | Outcome::Unknown { .. } => {
                self.breakers.failed(scope.company(), self.context.now());
            }
            _ => self.breakers.answered(scope.company()),
        }
    }

    /// Notes what became of it; when to try again, if that is to be.
    async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        leaving: &Leaving,
        outcome: Outcome,
    ) -> Result<Option<Timestamp>, Fault> {
        let Leaving { delivery, conversation, .. } = leaving;
        let (id, message, now) = (delivery.id.as_str(), &delivery.message_id, self.context.now());
        let (state, sid, code) = match &outcome {
            Outcome::Accepted { sid, .. } => (State::Accepted, Some(sid.as_str()), None),
            Outcome::Delivered => (State::Accepted, None, None),
            Outcome::Refused { code, .. } => (State::Refused, None, *code),
            Outcome::Busy { .. } | Outcome::Away { .. } => (State::Waiting, None, None),
            Outcome::Unknown { .. } => (State::Unknown, None, None),
        };
        // A report may have been faster, and then it knows better.
        if !store::settle(tx, scope, id, &[State::Sending], (state, sid, code)).await? {
            return Ok(None);
        }
        let step = match outcome {
            Outcome::Accepted { status, .. } => {
                conversation::set_status(tx, scope, message, rules::before(status), status).await?;
                return Ok(None);
            }
            Outcome::Delivered => {
                conversation::set_status(tx, scope, message, &[Status::Sending], Status::Delivered).await?;
                return Ok(None);
            }
            Outcome::Refused { code, words } => {
                if code == Some(rules::OPTED_OUT) {
                    opted_out(tx, scope, &self.context, conversation, &words).await?;
                }
                self.fail(tx, scope, conversation, message, &words).await?;
                return Ok(None);
            }
            Outcome::Unknown { why } => {
                self.unclear(tx, scope, conversation, delivery, &why).await?;
                return Ok(None);
            }
            Outcome::Away { why } if delivery.tries >= rules::MOST_TRIES => {
                let why = format!("{why} It was tried {} times.", delivery.tries);
                self.fail(tx, scope, conversation, message, &why).await?;
                return Ok(None);
            }
            Outcome::Busy { wait } => {
                (rules::busy(wait), "The carrier has too much to do; it is tried again soon.".to_owned())
            }
            Outcome::Away { why } => {
                let pause = rules::pause(delivery.tries, |bound| self.context.ids.below(bound));
                (pause, format!("{why} It is tried again soon."))
            }
        };
        conversation::set_status(tx, scope, message, &[Status::Sending], Status::Queued).await?;
        self.note(tx, scope, conversation, message, ("delayed", step.1)).await?;
        Ok(Some(now.plus(step.0)))
    }

    /// Nobody knows whether it left: the carrier is asked later.
    async fn unclear(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &Conversation,
        delivery: &Delivery,
        why: &str,
    ) -> Result<(), Fault> {
        store::settle(tx, scope, &delivery.id, &[State::Sending], (State::Unknown, None, None)).await?;
        let from = [Status::Sending];
        conversation::set_status(tx, scope, &delivery.message_id, &from, Status::Unknown).await?;
        reconcile::enqueue(tx, scope, &self.context, delivery).await?;
        let reason = format!("{why} It may have left or not; the carrier is asked before it is sent again.");
        self.note(tx, scope, conversation, &delivery.message_id, ("unknown", reason)).await
    }

    async fn fail(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &Conversation,
        id: &MessageId,
        why: &str,
    ) -> Result<(), Fault> {
        conversation::set_status(tx, scope, id, rules::before(Status::Failed), Status::Failed).await?;
        self.note(tx, scope, conversation, id, ("failed", why.to_owned())).await
    }

    async fn note(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &Conversation,
        id: &MessageId,
        step: (&str, String),
    ) -> Result<(), Fault> {
        let now = self.context.now();
        conversation::announce(tx, scope, conversation, now);
        conversation::add_steps(tx, scope, id, &[step], now).await
    }
}

impl Leaving {
    fn parcel(&self) -> Parcel<'_> {
        Parcel {
            id: &self.delivery.id,
            from: &self.conversation.number,
            to: &self.conversation.phone,
            body: &self.message.body,
        }
    }
}

/// The carrier knows of an opt-out that nobody here heard.
pub async fn opted_out(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    words: &str,
) -> Result<(), Fault> {
    let evidence = Evidence { source: Source::Carrier, words, message: None };
    consent::note(tx, scope, context, &conversation.phone, consent::State::OptedOut, &evidence).await?;
    Ok(())
}
