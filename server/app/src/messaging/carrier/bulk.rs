//! Records texts of a blast with the attempts to send them, in the transaction that marks their recipients, so that
//! each text is sent at most once.
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
    phone::Phone,
    sms,
};

use super::{
    Carrier, Deliver, account,
    deliver::PendingText,
    model::{Account, Kind},
    picture,
    rules::Admission,
    store,
};
use crate::{
    messaging::thread::{self, BulkMessage, BulkOrigin, Conversation, Message, MessageId, Status},
    operations::file::FileId,
};

/// What texts of a batch have in common.
pub struct BulkSender<'a> {
    pub community: &'a CommunityId,
    /// The number that they are sent from.
    pub number: &'a str,
    /// The blast that they belong to.
    pub blast: &'a str,
    /// The picture that is sent with them.
    pub picture: Option<&'a FileId>,
    /// The user who scheduled the blast.
    pub staff: Option<&'a UserId>,
}

/// A text of a batch.
pub struct BulkText {
    pub phone: Phone,
    pub body: String,
}

/// Texts whose attempts are recorded. They are to be sent once the transaction is committed.
#[derive(Default)]
pub struct BulkBatch {
    pub(super) texts: Vec<PendingText>,
    /// The texts, also those that need not be sent. New ones are in the order of their recipients.
    pub messages: Vec<MessageId>,
}

impl BulkBatch {
    /// Returns the number of segments of the texts that are to be sent.
    #[must_use]
    pub fn segments(&self) -> i64 {
        let segments =
            |text: &PendingText| i64::try_from(sms::cost(&text.message.body).segments).unwrap_or(0);
        self.texts.iter().map(segments).sum()
    }

    /// Adds the texts of another batch.
    pub fn append(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.messages.extend(other.messages);
    }
}

/// Whether a company's texts can be sent now by its account at the carrier.
#[derive(Clone)]
pub enum BulkReadiness {
    /// At most this many texts.
    Ready { texts: usize, segments_per_second: i64 },
    /// Do not call the carrier before this time.
    Wait(Timestamp),
    /// No account at the carrier is set up.
    NoAccount,
}

impl Deliver {
    /// Returns whether texts can be sent now by the company's account at the carrier.
    pub async fn bulk_readiness(&self, tx: &mut Tx, scope: &Scope) -> Result<BulkReadiness, Fault> {
        let Some(account) = account::find(tx, scope, &self.context).await? else {
            return Ok(BulkReadiness::NoAccount);
        };
        let segments_per_second = account.segments_per_second.max(1).into();
        Ok(match self.breakers.admission(scope.company(), self.context.now()) {
            Err(until) => BulkReadiness::Wait(until),
            Ok(Admission::All) => BulkReadiness::Ready { texts: usize::MAX, segments_per_second },
            Ok(Admission::Probe) => BulkReadiness::Ready { texts: 1, segments_per_second },
        })
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
        let texts = self.record_attempts(tx, scope, stored, sender.picture).await?;
        Ok(BulkBatch { texts, messages })
    }

    /// Records further attempts to send queued texts of a community. On the test phone they are delivered with
    /// that. Texts that are no longer queued are left out.
    pub async fn record_bulk_again(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        number: &str,
        picture: Option<&FileId>,
        messages: &[MessageId],
    ) -> Result<BulkBatch, Fault> {
        let is_test_phone = store::carrier_of(tx, scope, number).await? == Kind::TestPhone;
        let status = if is_test_phone { Status::Delivered } else { Status::Sending };
        let stored = thread::set_status_of_many(tx, scope, messages, Status::Queued, status).await?;
        let messages = stored.iter().map(|(message, _)| message.id.clone()).collect();
        if is_test_phone {
            return Ok(BulkBatch { texts: Vec::new(), messages });
        }
        let texts = self.record_attempts(tx, scope, stored, picture).await?;
        Ok(BulkBatch { texts, messages })
    }

    /// Records attempts to send texts by the company's account at the carrier.
    async fn record_attempts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        stored: Vec<(Message, Conversation)>,
        picture: Option<&FileId>,
    ) -> Result<Vec<PendingText>, Fault> {
        let now = self.context.now();
        let client: Option<Account> = account::find(tx, scope, &self.context).await?;
        let client = client.ok_or_else(|| Fault::internal("an account at the carrier is gone"))?;
        let attempts: Vec<(String, MessageId)> =
            stored.iter().map(|(message, _)| (self.context.ids.next(now), message.id.clone())).collect();
        let mut deliveries = store::record_attempts(tx, scope, &attempts, Kind::Twilio, now).await?;
        let media_url = picture.map(|file| picture::link(&self.context, scope, file));
        let texts = stored.into_iter().map(|(message, conversation)| {
            let delivery = deliveries.remove(&message.id);
            let delivery = delivery.ok_or_else(|| Fault::internal("an attempt was not recorded"))?;
            let carrier = Box::new(self.twilio.clone().with(client.clone())) as Box<dyn Carrier>;
            Ok(PendingText { message, conversation, delivery, media_url: media_url.clone(), carrier })
        });
        texts.collect()
    }

    /// Marks texts of a blast as unconfirmed that were being sent when a server stopped. Returns whether there were any.
    pub async fn recover_bulk(&self, tx: &mut Tx, scope: &Scope, blast: &str) -> Result<bool, Fault> {
        let interrupted = store::interrupted_attempts(tx, scope, blast).await?;
        let was_interrupted = !interrupted.is_empty();
        for delivery in interrupted {
            let message = thread::find_message(tx, scope, &delivery.message_id).await?;
            let Some(message) = message else { continue };
            let conversation: Option<Conversation> =
                thread::find(tx, scope, &message.conversation_id).await?;
            let Some(conversation) = conversation else { continue };
            let why = "The server stopped while sending it.";
            self.mark_unconfirmed(tx, scope, &conversation, &delivery, why).await?;
        }
        Ok(was_interrupted)
    }
}
