//! Builds a batch of a running blast: for each community that may be texted now, as many texts as its number,
//! the company and its carrier account may send in a second.
use std::collections::BTreeMap;

use platform::{Fault, Scope, Timestamp, Tx, phone::Phone, sms};

use super::{
    model::{Blast, PendingRecipient, RetriedRecipient, StoredRecipient},
    pace::{self, Budget, Pace, Rates},
    store, template,
};
use crate::{
    context::Context,
    messaging::{
        carrier::{
            self, AccountRates, BulkBatch, BulkReadiness, BulkSender, BulkSending, BulkText,
            CarrierReadiness, QuietHours,
        },
        thread::MessageId,
    },
    outreach::audience::{self, Exclusion, TextedCommunity},
    residents::consent,
    tenancy::company,
};

/// Maximum number of texts of one number in a batch.
const MAX_TEXTS: i64 = 200;
/// Maximum number of texts in a batch.
const MAX_BATCH: usize = 600;
/// Maximum number of texts in a batch on a database with a single writer, where other writes wait while a
/// batch is recorded.
const MAX_BATCH_WITH_ONE_WRITER: usize = 100;
/// Divides either maximum while residents are being answered.
const BUSY_DIVISOR: usize = 8;
/// Number of recipients that are searched for one outside of quiet hours, if those depend on the phone.
const MAX_SCANNED: i64 = 2_000;

/// The result of building a batch.
pub enum Batch {
    /// Texts to send; empty if recipients were only left out or put off.
    Texts(BulkBatch),
    /// Nothing can be sent before this time.
    Wait(Timestamp),
    /// The company has no carrier account.
    NoAccount,
    /// The remaining communities were deleted or have no number.
    Unreachable,
    /// No recipients remain.
    Done,
}

/// Builds a batch.
pub struct BatchBuilder<'a> {
    pub context: &'a Context,
    pub deliver: &'a carrier::Deliver,
    pub scope: &'a Scope,
    pub blast: &'a Blast,
    /// The text with its sender, before the merge fields are filled in.
    pub body: &'a str,
}

/// The batch that has been built so far.
struct Progress {
    batch: BulkBatch,
    has_changed: bool,
    wait: Option<Timestamp>,
    lacks_account: bool,
    /// Number of further texts that the batch may have.
    texts_left: usize,
    readiness: BulkReadiness,
    pace: Pace,
}

impl Progress {
    fn wait_until(&mut self, time: Timestamp) {
        self.wait = Some(self.wait.map_or(time, |wait| wait.min(time)));
    }

    /// Returns the number of further texts that may be sent by a carrier.
    fn texts_left_for(&self, kind: carrier::Kind) -> usize {
        match self.readiness.of(kind) {
            CarrierReadiness::Ready(texts) => texts.min(self.texts_left),
            CarrierReadiness::Wait(_) | CarrierReadiness::NoAccount => 0,
        }
    }
}

impl BatchBuilder<'_> {
    /// Records the texts of a batch, to be sent after the transaction is committed.
    pub async fn build(&self, tx: &mut Tx) -> Result<Batch, Fault> {
        let pending = store::pending_communities(tx, self.scope, &self.blast.id).await?;
        if pending.is_empty() {
            return Ok(Batch::Done);
        }
        let ids: Vec<_> = pending.iter().map(|(id, _)| id.clone()).collect();
        let mut communities = audience::texted_communities(tx, self.scope, &ids).await?;
        let readiness = self.deliver.bulk_readiness(tx, self.scope).await?;
        let mut progress = self.begin(tx, readiness).await?;
        // Slow numbers first, then the least used ones: the other numbers share the rest of the company's
        // rate.
        communities.sort_by_key(|community| {
            let free = community.number.as_deref().map(|number| progress.pace.free(number));
            (community.segments_per_second, free)
        });
        for community in communities.iter().filter(|community| community.number.is_some()) {
            let due =
                pending.iter().find(|(id, _)| *id == community.id).map_or(Timestamp(0), |(_, due)| *due);
            self.add_community(tx, &mut progress, community, due).await?;
        }
        let Progress { batch, has_changed, wait, lacks_account, pace, .. } = progress;
        if has_changed {
            store::save_pace(tx, self.scope, &pace.finish()).await?;
            store::publish_change(tx, self.scope, &self.blast.id, self.context.now());
            return Ok(Batch::Texts(batch));
        }
        Ok(match wait {
            Some(until) => Batch::Wait(until),
            None if lacks_account => Batch::NoAccount,
            None => Batch::Unreachable,
        })
    }

    async fn begin(&self, tx: &mut Tx, readiness: BulkReadiness) -> Result<Progress, Fault> {
        let company = company::require(tx, self.scope).await?;
        let rates = rates_of(&company, readiness.rates);
        let most = if self.context.db.has_one_writer() { MAX_BATCH_WITH_ONE_WRITER } else { MAX_BATCH };
        let most = if self.context.db.is_foreground_busy() { most / BUSY_DIVISOR } else { most };
        let stored = store::lock_pace(tx, self.scope).await?;
        Ok(Progress {
            batch: BulkBatch::default(),
            has_changed: false,
            wait: None,
            lacks_account: false,
            texts_left: most,
            readiness,
            pace: Pace::new(rates, stored, self.context.now()),
        })
    }

    /// Adds texts to a community, or records why it has to wait.
    async fn add_community(
        &self,
        tx: &mut Tx,
        progress: &mut Progress,
        community: &TextedCommunity,
        due: Timestamp,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let quiet = QuietHours::of(&community.time_zone);
        if due > now {
            progress.wait_until(due);
            return Ok(());
        }
        if let Some(until) = quiet.end_in_zone(now).filter(|_| !self.blast.is_emergency) {
            let retries = store::due_retries(tx, self.scope, &self.blast.id, &community.id, now).await?;
            self.hold(tx, &retries, until).await?;
            progress.wait_until(until);
            return Ok(());
        }
        let number = community.number.as_deref().unwrap_or_default();
        let rate = community.segments_per_second.map_or(1, i64::from).max(1);
        let kind = kind_of(community);
        let held_until = progress.pace.free(pace::carrier_sender(kind));
        let budget = match (kind, progress.readiness.of(kind)) {
            (carrier::Kind::TestPhone, _) => Ok(Budget::UNLIMITED),
            (_, CarrierReadiness::NoAccount) => {
                progress.lacks_account = true;
                return Ok(());
            }
            (_, CarrierReadiness::Wait(until)) => Err(until),
            (_, CarrierReadiness::Ready(_)) if progress.texts_left_for(kind) == 0 => Err(now),
            (_, CarrierReadiness::Ready(_)) if held_until > now => Err(held_until),
            (_, CarrierReadiness::Ready(_)) => progress.pace.budget(number, rate, kind),
        };
        match budget {
            Err(until) => progress.wait_until(until),
            Ok(budget) => {
                let (texts, segments) = (progress.batch.messages.len(), progress.batch.segments());
                self.add_texts(tx, progress, community, &quiet, budget).await?;
                if kind != carrier::Kind::TestPhone {
                    progress.pace.spend(number, rate, kind, progress.batch.segments() - segments);
                    progress.readiness.spend(kind, progress.batch.messages.len() - texts);
                }
            }
        }
        Ok(())
    }

    /// Adds texts to be sent again, or else new ones.
    async fn add_texts(
        &self,
        tx: &mut Tx,
        progress: &mut Progress,
        community: &TextedCommunity,
        quiet: &QuietHours,
        budget: Budget,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let left = progress.texts_left_for(kind_of(community));
        let most = i64::try_from(left).unwrap_or(MAX_TEXTS).min(MAX_TEXTS).min(budget.segments);
        let quiet_end = |phone: &Phone| quiet.end_for(now, phone).filter(|_| !self.blast.is_emergency);
        let again = store::next_retries(tx, self.scope, &self.blast.id, &community.id, now, most).await?;
        let (quiet_again, again): (Vec<_>, Vec<_>) =
            again.into_iter().partition(|one| quiet_end(&one.phone).is_some());
        let has_quiet = !quiet_again.is_empty();
        if has_quiet {
            let later = quiet_again.into_iter().map(|one| (quiet_end(&one.phone).unwrap_or(now), one));
            self.put_off(tx, later.collect()).await?;
            progress.has_changed = true;
        }
        if !again.is_empty() {
            return self.add_again(tx, progress, &self.sending(community, quiet), again, budget).await;
        }
        if has_quiet {
            // The next batch has the texts behind them.
            return Ok(());
        }
        let scanned = if quiet.depend_on_phone() { MAX_SCANNED } else { most };
        let id = &self.blast.id;
        let found = store::next_recipients(tx, self.scope, id, &community.id, scanned).await?;
        let (quiet_new, mut sendable): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|one| quiet_end(&one.phone).is_some());
        sendable.truncate(usize::try_from(most).unwrap_or(0));
        let quiet_until = quiet_new.iter().filter_map(|one| quiet_end(&one.phone)).min();
        if let Some(until) = quiet_until.filter(|_| sendable.is_empty()) {
            progress.wait_until(until);
            return Ok(());
        }
        let sending = self.sending(community, quiet);
        self.add_new(tx, progress, community, sending, sendable, budget).await
    }

    /// Holds texts that are to be sent again until quiet hours end, each until its time, and no longer considers them
    /// due, so that they do not take the places of those that can be sent.
    async fn put_off(&self, tx: &mut Tx, texts: Vec<(Timestamp, RetriedRecipient)>) -> Result<(), Fault> {
        let mut held: BTreeMap<Timestamp, Vec<MessageId>> = BTreeMap::new();
        let mut later: Vec<(Phone, Timestamp)> = Vec::with_capacity(texts.len());
        for (until, one) in texts {
            held.entry(until).or_default().push(one.message_id);
            later.push((one.phone, until));
        }
        for (until, messages) in &held {
            self.hold(tx, messages, *until).await?;
        }
        store::send_again(tx, self.scope, &self.blast.id, &later).await
    }

    async fn add_again(
        &self,
        tx: &mut Tx,
        progress: &mut Progress,
        sending: &BulkSending<'_>,
        again: Vec<RetriedRecipient>,
        budget: Budget,
    ) -> Result<(), Fault> {
        let asks_consent = self.blast.asks_consent;
        let mut canceled: BTreeMap<&'static str, Vec<RetriedRecipient>> = BTreeMap::new();
        let mut sendable = Vec::new();
        for one in again {
            match one.cancellation_reason(asks_consent) {
                Some(reason) => canceled.entry(reason).or_default().push(one),
                None => sendable.push(one),
            }
        }
        self.cancel_texts(tx, &canceled).await?;
        let sizes: Vec<i64> = sendable.iter().map(|one| segments_of(&one.body)).collect();
        sendable.truncate(budget.fitting(&sizes));
        let seqs: Vec<i64> = sendable.iter().map(|one| one.seq).collect();
        let (phones, messages): (Vec<Phone>, Vec<_>) =
            sendable.into_iter().map(|one| (one.phone, one.message_id)).unzip();
        let batch = self.deliver.record_bulk_again(tx, self.scope, sending, &messages).await?;
        store::clear_retries(tx, self.scope, &self.blast.id, &seqs).await?;
        if asks_consent {
            let asked: Vec<&Phone> = phones.iter().collect();
            consent::record_requests(tx, self.scope, self.blast.id.as_str(), &asked, self.context.now())
                .await?;
        }
        self.add_batch(progress, batch, !seqs.is_empty() || !canceled.is_empty());
        Ok(())
    }

    /// Holds texts that are to be sent again until quiet hours end.
    async fn hold(&self, tx: &mut Tx, messages: &[MessageId], until: Timestamp) -> Result<(), Fault> {
        if !messages.is_empty() && carrier::hold(tx, self.scope, self.context, messages, until).await? {
            store::publish_change(tx, self.scope, &self.blast.id, self.context.now());
        }
        Ok(())
    }

    /// Cancels texts that are not to be sent again, by the reason.
    async fn cancel_texts(
        &self,
        tx: &mut Tx,
        canceled: &BTreeMap<&'static str, Vec<RetriedRecipient>>,
    ) -> Result<(), Fault> {
        if canceled.is_empty() {
            return Ok(());
        }
        for (reason, recipients) in canceled {
            let messages: Vec<MessageId> = recipients.iter().map(|one| one.message_id.clone()).collect();
            store::cancel_texts(tx, self.scope, &messages, reason, self.context.now()).await?;
        }
        let seqs: Vec<i64> = canceled.values().flatten().map(|one| one.seq).collect();
        store::clear_retries(tx, self.scope, &self.blast.id, &seqs).await
    }

    async fn add_new(
        &self,
        tx: &mut Tx,
        progress: &mut Progress,
        community: &TextedCommunity,
        sending: BulkSending<'_>,
        recipients: Vec<PendingRecipient>,
        budget: Budget,
    ) -> Result<(), Fault> {
        let id = &self.blast.id;
        let asks_consent = self.blast.asks_consent;
        let (excluded, mut recipients): (Vec<_>, Vec<_>) =
            recipients.into_iter().partition(|one| one.exclusion(asks_consent) != Exclusion::None);
        for reason in
            [Exclusion::OptedOut, Exclusion::DoNotText, Exclusion::HasConsent, Exclusion::AlreadyAsked]
        {
            let with_reason = excluded.iter().filter(|one| one.exclusion(asks_consent) == reason);
            let seqs: Vec<i64> = with_reason.map(|one| one.seq).collect();
            store::mark_excluded(tx, self.scope, id, &community.id, reason, &seqs).await?;
        }
        let label = community.tag.replace('_', " ");
        let bodies: Vec<String> =
            recipients.iter().map(|one| template::text_for(self.body, &label, one)).collect();
        let sizes: Vec<i64> = bodies.iter().map(|body| segments_of(body)).collect();
        recipients.truncate(budget.fitting(&sizes));
        let texts: Vec<BulkText> = recipients
            .iter()
            .zip(bodies)
            .map(|(one, body)| BulkText { phone: one.phone.clone(), body })
            .collect();
        let sender = BulkSender {
            community: &community.id,
            sending,
            blast: id.as_str(),
            staff: self.blast.scheduled_by.as_ref(),
        };
        let batch = self.deliver.record_bulk(tx, self.scope, &sender, &texts).await?;
        let stored: Vec<_> = recipients
            .iter()
            .zip(&batch.messages)
            .map(|(one, message)| StoredRecipient { seq: one.seq, message: message.clone() })
            .collect();
        store::mark_stored(tx, self.scope, id, &stored).await?;
        if asks_consent {
            let asked: Vec<&Phone> = recipients.iter().map(|one| &one.phone).collect();
            consent::record_requests(tx, self.scope, id.as_str(), &asked, self.context.now()).await?;
        }
        self.add_batch(progress, batch, !stored.is_empty() || !excluded.is_empty());
        Ok(())
    }

    fn add_batch(&self, progress: &mut Progress, batch: BulkBatch, has_changed: bool) {
        progress.texts_left = progress.texts_left.saturating_sub(batch.messages.len());
        progress.has_changed |= has_changed;
        if !has_changed {
            // The texts exceed the brand's remaining daily limit.
            progress.wait_until(pace::next_day(self.context.now()));
        }
        progress.batch.append(batch);
    }

    /// Returns how texts of a community are sent. An emergency is sent in quiet hours too.
    fn sending<'a>(&'a self, community: &'a TextedCommunity, quiet: &'a QuietHours) -> BulkSending<'a> {
        BulkSending {
            number: community.number.as_deref().unwrap_or_default(),
            picture: self.blast.picture.as_ref().map(|picture| &picture.file),
            quiet_hours: Some(quiet).filter(|_| !self.blast.is_emergency),
        }
    }
}

/// Returns the text of a blast with its sender, before the merge fields are filled in.
pub async fn body_with_sender(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<String, Fault> {
    let chosen = blast.filter.as_ref().map_or(&[][..], |filter| &filter.communities);
    let communities = audience::texted_communities(tx, scope, chosen).await?;
    let labels: Vec<String> = communities.iter().map(|one| one.tag.replace('_', " ")).collect();
    let company = store::company_label(tx, scope).await?;
    Ok(template::with_sender(&blast.body, &company, &labels).0)
}

/// Returns the rates that are set for a company, with those of its accounts at carriers.
pub fn rates_of(company: &company::Company, of_accounts: AccountRates) -> Rates {
    let (per_second, per_day) = (company.blast_segments_per_second, company.brand_daily_segments);
    Rates { per_second, per_day, of_accounts }
}

fn kind_of(community: &TextedCommunity) -> carrier::Kind {
    community.carrier_kind().unwrap_or(carrier::Kind::TestPhone)
}

fn segments_of(body: &str) -> i64 {
    i64::try_from(sms::cost(body).segments).unwrap_or(1)
}
