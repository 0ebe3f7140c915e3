//! The job that asks the carrier what became of a text.
use std::sync::Arc;

use async_trait::async_trait;
use platform::{Fault, Scope, Tx, jobs};
use serde::Deserialize;

use super::{
    Carrier, Errand, Parcel, RECONCILE, Twilio, account, enqueue as send_again,
    model::{Delivery, Sighting, State},
    rules, store,
};
use crate::{
    context::Context,
    conversation::{self, Conversation, Message, Status},
};

/// Asks.
pub struct Reconcile {
    /// Storage, time and ids.
    pub context: Context,
    /// Who is asked.
    pub twilio: Arc<Twilio>,
}

#[derive(Deserialize)]
struct Payload {
    delivery: String,
}

/// A text whose fate is not known.
struct Lost {
    delivery: Delivery,
    message: Message,
    conversation: Conversation,
}

/// Has the carrier asked about an attempt, some time after it.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    delivery: &Delivery,
) -> Result<(), Fault> {
    let Some(at) = rules::ask_at(delivery.tried_ms, delivery.asked) else { return Ok(()) };
    let (id, tries, asked) = (&delivery.id, delivery.tries, delivery.asked);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: RECONCILE,
        payload: serde_json::json!({ "delivery": id }),
        key: format!("reconcile {id} {tries} {asked}"),
        lane: format!("reconcile {id}"),
        run_at: at.max(context.now()),
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for Reconcile {
    fn purpose(&self) -> &'static str {
        "Ask the carrier what became of a text"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { delivery } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.read(&scope).await?;
        let lost = lost(&mut tx, &scope, &delivery).await?;
        let account = account::find(&mut tx, &scope, &self.context).await?;
        drop(tx);
        let (Some(lost), Some(account)) = (lost, account) else {
            let mut tx = self.context.db.write(&scope).await?;
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let sightings = self.twilio.clone().with(account).trace(&lost.parcel()).await;
        let mut tx = self.context.db.write(&scope).await?;
        match sightings {
            Ok(sightings) => {
                self.judge(&mut tx, &scope, &lost, &sightings).await?;
                jobs::finish(&mut tx, job).await?;
            }
            Err(why) => {
                tracing::warn!(delivery = lost.delivery.id, why, "a carrier could not be asked about a text");
                self.ask_later(&mut tx, &scope, &lost, job).await?;
            }
        }
        conversation::announce(&mut tx, &scope, &lost.conversation, self.context.now());
        tx.commit().await
    }
}

async fn lost(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<Lost>, Fault> {
    let delivery = store::delivery(tx, scope, id).await?.filter(|d| d.state == State::Unknown);
    let Some(delivery) = delivery else { return Ok(None) };
    let Some(message) = conversation::find_message(tx, scope, &delivery.message_id).await? else {
        return Ok(None);
    };
    let conversation = conversation::find(tx, scope, &message.conversation_id).await?;
    Ok(conversation.map(|conversation| Lost { delivery, message, conversation }))
}

impl Reconcile {
    /// The carrier could not be asked. After a day nobody asks any more.
    async fn ask_later(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        lost: &Lost,
        job: &jobs::Claimed,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        if now.since(lost.delivery.tried_ms) < rules::ASKED_FOR {
            let pause = rules::pause(rules::MOST_TRIES, |bound| self.context.ids.below(bound));
            return jobs::postpone(tx, job, now.plus(pause)).await;
        }
        let reason =
            "The carrier could not be asked for a day, so nobody knows whether it arrived.".to_owned();
        conversation::add_steps(tx, scope, &lost.message.id, &[("unknown", reason)], now).await?;
        jobs::finish(tx, job).await
    }

    async fn judge(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        lost: &Lost,
        sightings: &[Sighting],
    ) -> Result<(), Fault> {
        let sids: Vec<&str> = sightings.iter().map(|s| s.sid.as_str()).collect();
        let taken = store::taken(tx, scope, &sids).await?;
        let delivery = &lost.delivery;
        match rules::recognise(sightings, &lost.message.body, delivery.tried_ms, &taken) {
            Some(found) => self.found(tx, scope, lost, found).await,
            None => {
                store::count_asking(tx, scope, &delivery.id).await?;
                let asked = Delivery { asked: delivery.asked + 1, ..delivery.clone() };
                if rules::ask_at(asked.tried_ms, asked.asked).is_some() {
                    return enqueue(tx, scope, &self.context, &asked).await;
                }
                self.never_left(tx, scope, lost).await
            }
        }
    }

    async fn found(&self, tx: &mut Tx, scope: &Scope, lost: &Lost, found: &Sighting) -> Result<(), Fault> {
        let known = (State::Accepted, Some(found.sid.as_str()), found.code);
        if !store::settle(tx, scope, &lost.delivery.id, &[State::Unknown], known).await? {
            return Ok(());
        }
        let (id, status) = (&lost.message.id, found.status);
        conversation::set_status(tx, scope, id, rules::before(status), status).await?;
        let mut reason = "The carrier was asked: it has the text.".to_owned();
        if matches!(status, Status::Failed | Status::Undelivered) {
            reason = format!("{reason} {}", rules::words(found.code));
        }
        conversation::add_steps(tx, scope, id, &[("reconciled", reason)], self.context.now()).await
    }

    /// The carrier never had it, so it is sent again, unless it has been tried too often.
    async fn never_left(&self, tx: &mut Tx, scope: &Scope, lost: &Lost) -> Result<(), Fault> {
        let (id, now) = (&lost.message.id, self.context.now());
        let gone = (State::Waiting, None, None);
        if !store::settle(tx, scope, &lost.delivery.id, &[State::Unknown], gone).await? {
            return Ok(());
        }
        let again = lost.delivery.tries < rules::MOST_LOST;
        let (status, reason) = match again {
            true => (Status::Queued, "The carrier was asked: it never had the text. It is sent again."),
            false => {
                (Status::Failed, "The carrier was asked: it never had the text, and not for the first time.")
            }
        };
        if conversation::set_status(tx, scope, id, &[Status::Unknown], status).await? && again {
            let errand = Errand { message: id.clone(), held: false, confirms_until: None, again: None };
            send_again(tx, scope, &self.context, &lost.conversation, &errand, now).await?;
        }
        conversation::add_steps(tx, scope, id, &[("reconciled", reason.to_owned())], now).await
    }
}

impl Lost {
    fn parcel(&self) -> Parcel<'_> {
        Parcel {
            id: &self.delivery.id,
            from: &self.conversation.number,
            to: &self.conversation.phone,
            body: &self.message.body,
        }
    }
}
