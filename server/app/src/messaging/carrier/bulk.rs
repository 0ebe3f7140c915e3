//! Sends many texts of one blast from one number at once. Their attempts are recorded before, in the transaction
//! that marks their recipients, so that each text is sent at most once.
use futures::future::join_all;
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
    phone::Phone,
    sms,
};

use super::{
    Carrier, Deliver, DeliveryJob, account,
    deliver::PendingText,
    enqueue,
    model::{Delivery, Kind, Outcome, State},
    rules, store,
};
use crate::messaging::thread::{self, BulkMessage, BulkOrigin, Conversation, Message, MessageId, Status};

/// What texts of a batch have in common.
pub struct BulkSender<'a> {
    pub community: &'a CommunityId,
    /// The number that they are sent from.
    pub number: &'a str,
    /// The blast that they belong to.
    pub blast: &'a str,
    /// The user who scheduled the blast.
    pub staff: Option<&'a UserId>,
}

/// A text of a batch.
pub struct BulkText {
    pub phone: Phone,
    pub body: String,
}

/// Texts whose attempts are recorded. They are to be sent once the transaction is committed.
pub struct BulkBatch {
    texts: Vec<PendingText>,
    /// The texts, also those that need not be sent. New ones are in the order of their recipients.
    pub messages: Vec<MessageId>,
}

impl BulkBatch {
    /// Returns the number of segments of the texts that are to be sent.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.texts.iter().map(|text| sms::cost(&text.message.body).segments).sum()
    }
}

/// Whether a company's texts can be sent now.
pub enum BulkReadiness {
    Ready,
    /// The carrier is to be left alone until then.
    Wait(Timestamp),
    /// No account at the carrier is set up.
    NoAccount,
}

impl Deliver {
    /// Returns whether texts can be sent from a number now.
    pub async fn bulk_readiness(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        number: &str,
    ) -> Result<BulkReadiness, Fault> {
        if store::carrier_of(tx, scope, number).await? == Kind::TestPhone {
            return Ok(BulkReadiness::Ready);
        }
        if account::find(tx, scope, &self.context).await?.is_none() {
            return Ok(BulkReadiness::NoAccount);
        }
        let ready = self.breakers.admit(scope.company(), self.context.now());
        Ok(ready.map_or_else(BulkReadiness::Wait, |()| BulkReadiness::Ready))
    }

    /// Stores texts in the conversations of their recipients and records the attempts to send them. On the test
    /// phone they are delivered with that.
    pub async fn record_bulk(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        sender: &BulkSender<'_>,
        texts: &[BulkText],
    ) -> Result<BulkBatch, Fault> {
        let now = self.context.now();
        let is_test_phone = store::carrier_of(tx, scope, sender.number).await? == Kind::TestPhone;
        let status = if is_test_phone { Status::Delivered } else { Status::Sending };
        let rows: Vec<BulkMessage<'_>> = texts
            .iter()
            .map(|text| BulkMessage {
                id: self.context.ids.next(now),
                conversation: self.context.ids.next(now),
                phone: &text.phone,
                body: &text.body,
            })
            .collect();
        let origin = BulkOrigin {
            community: sender.community,
            number: sender.number,
            blast: sender.blast,
            staff: sender.staff,
            status,
        };
        let stored = thread::add_bulk(tx, scope, &origin, &rows, now).await?;
        let messages = rows.iter().map(|row| row.id.clone()).collect();
        if is_test_phone {
            return Ok(BulkBatch { texts: Vec::new(), messages });
        }
        let texts = self.record_attempts(tx, scope, stored).await?;
        Ok(BulkBatch { texts, messages })
    }

    /// Records further attempts to send queued texts of a community. On the test phone they are delivered with
    /// that. Texts that are no longer queued are left out.
    pub async fn record_bulk_again(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        number: &str,
        messages: &[MessageId],
    ) -> Result<BulkBatch, Fault> {
        let is_test_phone = store::carrier_of(tx, scope, number).await? == Kind::TestPhone;
        let status = if is_test_phone { Status::Delivered } else { Status::Sending };
        let stored = thread::set_status_of_many(tx, scope, messages, Status::Queued, status).await?;
        let messages = stored.iter().map(|(message, _)| message.id.clone()).collect();
        if is_test_phone {
            return Ok(BulkBatch { texts: Vec::new(), messages });
        }
        let again: Vec<&MessageId> = stored.iter().map(|(message, _)| &message.id).collect();
        store::supersede_many(tx, scope, &again).await?;
        let texts = self.record_attempts(tx, scope, stored).await?;
        Ok(BulkBatch { texts, messages })
    }

    /// Records attempts to send texts by the company's account at the carrier.
    async fn record_attempts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        stored: Vec<(Message, Conversation)>,
    ) -> Result<Vec<PendingText>, Fault> {
        let now = self.context.now();
        let client = account::find(tx, scope, &self.context).await?;
        let client = client.ok_or_else(|| Fault::internal("an account at the carrier is gone"))?;
        let attempts: Vec<(String, MessageId)> =
            stored.iter().map(|(message, _)| (self.context.ids.next(now), message.id.clone())).collect();
        store::record_attempts(tx, scope, &attempts, Kind::Twilio, now).await?;
        let texts =
            stored.into_iter().zip(attempts).map(|((message, conversation), (id, message_id))| PendingText {
                message,
                conversation,
                delivery: Delivery {
                    id,
                    message_id,
                    state: State::Sending,
                    sid: None,
                    tries: 1,
                    tried_ms: now,
                    asked: 0,
                    superseded: false,
                },
                carrier: Box::new(self.twilio.clone().with(client.clone())) as Box<dyn Carrier>,
            });
        Ok(texts.collect())
    }

    /// Sends a batch. Returns until when the carrier is to be left alone, if it asks for that.
    pub async fn send_bulk(&self, scope: &Scope, batch: BulkBatch) -> Result<Option<Timestamp>, Fault> {
        if batch.texts.is_empty() {
            return Ok(None);
        }
        let outcomes = join_all(batch.texts.iter().map(|text| async {
            let outcome = text.carrier.send(&text.outbound_sms()).await;
            self.judge(scope, &outcome);
            outcome
        }))
        .await;
        let mut tx = self.context.db.write(scope).await?;
        let mut accepted = Vec::new();
        let mut wait = None;
        for (text, outcome) in batch.texts.iter().zip(outcomes) {
            if let Outcome::Accepted { sid, status } = outcome {
                accepted.push(store::Acceptance {
                    id: text.delivery.id.clone(),
                    message: text.message.id.clone(),
                    sid,
                    status: status as i32,
                });
                continue;
            }
            if let Some(until) = self.record(&mut tx, scope, text, outcome).await? {
                self.retry_later(&mut tx, scope, text, until).await?;
                wait = wait.max(Some(until));
            }
        }
        store::record_acceptances(&mut tx, scope, &accepted, rules::before(Status::Sent)).await?;
        tx.commit().await?;
        Ok(wait)
    }

    /// Enqueues a job that sends a text of a blast that the carrier did not take.
    async fn retry_later(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        text: &PendingText,
        until: Timestamp,
    ) -> Result<(), Fault> {
        let delivery_job = DeliveryJob {
            message: text.message.id.clone(),
            held: false,
            confirms_until: None,
            bulk: true,
            again: None,
        };
        enqueue(tx, scope, &self.context, &text.conversation, &delivery_job, until).await
    }

    /// Marks texts of a blast as unconfirmed that were being sent when a server stopped.
    pub async fn recover_bulk(&self, tx: &mut Tx, scope: &Scope, blast: &str) -> Result<(), Fault> {
        for delivery in store::interrupted_attempts(tx, scope, blast).await? {
            let message = thread::find_message(tx, scope, &delivery.message_id).await?;
            let Some(message) = message else { continue };
            let conversation: Option<Conversation> =
                thread::find(tx, scope, &message.conversation_id).await?;
            let Some(conversation) = conversation else { continue };
            let why = "The server stopped while sending it.";
            self.mark_unconfirmed(tx, scope, &conversation, &delivery, why).await?;
        }
        Ok(())
    }
}
