//! Records texts of a blast with the attempts to send them, in the transaction that marks their recipients, so that
//! each text is sent at most once.
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
    phone::Phone,
    sms,
};

use super::{
    AccountRates, Deliver, QuietHours, account,
    deliver::PendingText,
    model::Kind,
    picture, reconcile,
    rules::{Admission, Validity},
    store,
};
use crate::{
    messaging::thread::{self, BulkMessage, BulkOrigin, Conversation, Message, MessageId, Status},
    operations::file::FileId,
};

/// How texts of a batch are sent.
#[derive(Clone, Copy)]
pub struct BulkSending<'a> {
    /// The number that they are sent from.
    pub number: &'a str,
    /// The picture that is sent with them.
    pub picture: Option<&'a FileId>,
    /// The quiet hours in which no text may arrive that the carrier has queued; `None` for an emergency.
    pub quiet_hours: Option<&'a QuietHours>,
}

impl BulkSending<'_> {
    /// Returns how long the carrier may keep the text to a phone before it is sent.
    fn validity(&self, now: Timestamp, phone: &Phone) -> Validity {
        self.quiet_hours.map_or(Validity::Longest, |quiet| Validity::Until(quiet.start_for(now, phone)))
    }
}

/// What texts of a batch have in common.
pub struct BulkSender<'a> {
    pub community: &'a CommunityId,
    pub sending: BulkSending<'a>,
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

/// Whether a company's texts can be sent now by its accounts at carriers.
pub struct BulkReadiness {
    /// The rates of the accounts.
    pub rates: AccountRates,
    twilio: CarrierReadiness,
    textline: CarrierReadiness,
}

/// Whether a company's texts can be sent now by its account at a carrier.
#[derive(Clone, Copy)]
pub enum CarrierReadiness {
    /// At most this many texts.
    Ready(usize),
    /// Do not call the carrier before this time.
    Wait(Timestamp),
    /// No account at the carrier is set up, or its secret is missing.
    NoAccount,
}

impl BulkReadiness {
    /// Returns whether texts can be sent by a carrier.
    #[must_use]
    pub fn of(&self, kind: Kind) -> CarrierReadiness {
        match kind {
            Kind::TestPhone => CarrierReadiness::Ready(usize::MAX),
            Kind::Twilio => self.twilio,
            Kind::Textline => self.textline,
        }
    }

    /// Subtracts texts that are about to be sent by a carrier.
    pub fn spend(&mut self, kind: Kind, texts: usize) {
        let readiness = match kind {
            Kind::TestPhone => return,
            Kind::Twilio => &mut self.twilio,
            Kind::Textline => &mut self.textline,
        };
        if let CarrierReadiness::Ready(left) = readiness {
            *left = left.saturating_sub(texts);
        }
    }
}

impl Deliver {
    /// Returns whether texts can be sent now by the company's accounts at carriers.
    pub async fn bulk_readiness(&self, tx: &mut Tx, scope: &Scope) -> Result<BulkReadiness, Fault> {
        let rates = account::rates(tx, scope, &self.context).await?;
        let readiness = |kind: Kind| {
            if rates.of(kind).is_none() {
                return CarrierReadiness::NoAccount;
            }
            match self.breakers.admission(scope.company(), kind, self.context.now()) {
                Err(until) => CarrierReadiness::Wait(until),
                Ok(Admission::All) => CarrierReadiness::Ready(usize::MAX),
                Ok(Admission::Probe) => CarrierReadiness::Ready(1),
            }
        };
        let (twilio, textline) = (readiness(Kind::Twilio), readiness(Kind::Textline));
        Ok(BulkReadiness { rates, twilio, textline })
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
        let kind = store::carrier_of(tx, scope, sender.sending.number).await?;
        let is_test_phone = kind == Kind::TestPhone;
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
            number: sender.sending.number,
            blast: sender.blast,
            staff: sender.staff,
            status,
        };
        let stored = thread::add_bulk(tx, scope, &origin, &rows, now).await?;
        let messages = rows.iter().map(|row| row.id.clone()).collect();
        if is_test_phone {
            return Ok(BulkBatch { texts: Vec::new(), messages });
        }
        let texts = self.record_attempts(tx, scope, kind, &sender.sending, stored).await?;
        Ok(BulkBatch { texts, messages })
    }

    /// Records further attempts to send queued or held texts of a community. On the test phone they are delivered with
    /// that. Texts that are no longer queued are left out.
    pub async fn record_bulk_again(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        sending: &BulkSending<'_>,
        messages: &[MessageId],
    ) -> Result<BulkBatch, Fault> {
        thread::release(tx, scope, messages).await?;
        let kind = store::carrier_of(tx, scope, sending.number).await?;
        let is_test_phone = kind == Kind::TestPhone;
        let status = if is_test_phone { Status::Delivered } else { Status::Sending };
        let stored = thread::set_status_of_many(tx, scope, messages, Status::Queued, status).await?;
        let messages = stored.iter().map(|(message, _)| message.id.clone()).collect();
        if is_test_phone {
            return Ok(BulkBatch { texts: Vec::new(), messages });
        }
        let texts = self.record_attempts(tx, scope, kind, sending, stored).await?;
        Ok(BulkBatch { texts, messages })
    }

    /// Records attempts to send texts by the company's account at the carrier of their number.
    async fn record_attempts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        kind: Kind,
        sending: &BulkSending<'_>,
        stored: Vec<(Message, Conversation)>,
    ) -> Result<Vec<PendingText>, Fault> {
        let now = self.context.now();
        let carrier = self.clients.open(tx, scope, &self.context, kind, sending.number).await?;
        let carrier = carrier.ok_or_else(|| Fault::internal("an account at the carrier is gone"))?;
        let attempts: Vec<(String, MessageId)> =
            stored.iter().map(|(message, _)| (self.context.ids.next(now), message.id.clone())).collect();
        let group = carrier.textline_group();
        let mut deliveries = store::record_attempts(tx, scope, &attempts, kind, group, now).await?;
        let picture = sending.picture.map(|file| picture::link(&self.context, scope, file));
        let media_urls: Vec<String> = picture.into_iter().collect();
        let texts = stored.into_iter().map(|(message, conversation)| {
            let delivery = deliveries.remove(&message.id);
            let delivery = delivery.ok_or_else(|| Fault::internal("an attempt was not recorded"))?;
            let (media_urls, carrier) = (media_urls.clone(), carrier.clone());
            let validity = Some(sending.validity(now, &conversation.phone));
            Ok(PendingText { message, conversation, delivery, media_urls, validity, kind, carrier })
        });
        texts.collect()
    }

    /// Marks texts of a blast as unconfirmed that were being sent when a server stopped, also those of communities that
    /// were deleted since. Returns whether there were any.
    pub async fn recover_bulk(&self, tx: &mut Tx, scope: &Scope, blast: &str) -> Result<bool, Fault> {
        let interrupted = store::interrupted_attempts(tx, scope, blast).await?;
        for delivery in &interrupted {
            let conversation = match thread::find_message(tx, scope, &delivery.message_id).await? {
                Some(message) => thread::find(tx, scope, &message.conversation_id).await?,
                None => None,
            };
            let (context, why) = (&self.context, "The server stopped while sending it.");
            reconcile::mark_unconfirmed(tx, scope, context, conversation.as_ref(), delivery, why).await?;
        }
        Ok(!interrupted.is_empty())
    }
}
