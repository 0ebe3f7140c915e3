//! Hands the recorded texts of a blast to the carrier, a slice at a time. Right before each slice it checks that the
//! blast is still being sent and which phones opted out; what is not handed over is given back to the blast. An opt-out
//! that arrives in between is acknowledged when the slice has ended.
use std::{collections::HashSet, time::Duration};

use futures::future::{join, join_all};
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone};

use super::{
    Deliver, UnsentTexts,
    bulk::BulkBatch,
    deliver::PendingText,
    error_codes,
    model::{Kind, Outcome, State},
    rules::{self, Admission},
    store,
};
use crate::{
    context::Context,
    messaging::thread::{self, MessageId, Status, StepKind},
    residents::consent,
};

/// Maximum number of texts that are handed to the carrier at once.
const SLICE: usize = 40;
/// The same while residents are being answered.
const SLICE_WHILE_BUSY: usize = 8;
/// Time after which no further slice is begun. The job's lease is 60 seconds, of which 8 may have passed before the
/// batch: 3 until the job starts, and 5 of its turn. A slice may take 35 seconds: at Textline, a call is made twice if
/// the access token is renewed.
const MAX_TIME: Duration = Duration::from_secs(15);

/// What became of a slice.
enum SliceEnd {
    /// The next slice may follow.
    GoOn,
    /// The carrier asks to be left alone until then.
    Wait(Timestamp),
    /// The carrier refuses the account, with the explanation for staff.
    AccountRefused(String),
    /// The blast is no longer being sent.
    Stopped,
}

/// How sending a batch ended. Texts that were not sent were given back to the blast.
#[derive(Default)]
pub struct BulkEnd {
    /// Carriers that are to be left alone until then.
    pub waits: Vec<(Kind, Timestamp)>,
    /// Set if a carrier refuses the company's account, to the explanation for staff. An administrator has to correct
    /// that before texts can be sent.
    pub account_refusal: Option<String>,
}

/// How sending the texts of one carrier ended.
#[derive(Default)]
struct CarrierEnd {
    wait: Option<Timestamp>,
    account_refusal: Option<String>,
}

impl Deliver {
    /// Sends a batch. Texts of different carriers are sent at the same time, so that none waits for the other one.
    pub async fn send_bulk(&self, scope: &Scope, blast: &str, batch: BulkBatch) -> Result<BulkEnd, Fault> {
        let (twilio, textline): (Vec<_>, Vec<_>) =
            batch.texts.into_iter().partition(|text| text.kind != Kind::Textline);
        let (by_twilio, by_textline) = join(
            self.send_by(Kind::Twilio, scope, blast, &twilio),
            self.send_by(Kind::Textline, scope, blast, &textline),
        )
        .await;
        let mut bulk_end = BulkEnd::default();
        for (kind, end) in [(Kind::Twilio, by_twilio?), (Kind::Textline, by_textline?)] {
            bulk_end.waits.extend(end.wait.map(|until| (kind, until)));
            bulk_end.account_refusal = bulk_end.account_refusal.or(end.account_refusal);
        }
        Ok(bulk_end)
    }

    async fn send_by(
        &self,
        kind: Kind,
        scope: &Scope,
        blast: &str,
        texts: &[PendingText],
    ) -> Result<CarrierEnd, Fault> {
        let (begun, mut rest) = (self.context.clock.uptime(), texts);
        let mut end = CarrierEnd::default();
        while !rest.is_empty() && self.context.clock.uptime().saturating_sub(begun) < MAX_TIME {
            let size = match self.breakers.admit(scope.company(), kind, self.context.now()) {
                Err(until) => {
                    end.wait = Some(until);
                    break;
                }
                Ok(Admission::Probe) => 1,
                Ok(Admission::All) if self.context.db.is_foreground_busy() => {
                    SLICE_WHILE_BUSY.min(rest.len())
                }
                Ok(Admission::All) => SLICE.min(rest.len()),
            };
            let (slice, after) = rest.split_at(size);
            self.context.db.wait_for_foreground().await;
            match self.send_slice(scope, blast, slice).await? {
                SliceEnd::GoOn => rest = after,
                SliceEnd::Stopped => break,
                SliceEnd::Wait(until) => {
                    (end.wait, rest) = (Some(until), after);
                    break;
                }
                SliceEnd::AccountRefused(words) => {
                    (end.account_refusal, rest) = (Some(words), after);
                    break;
                }
            }
        }
        if !rest.is_empty() {
            self.give_back(scope, blast, rest, end.wait.unwrap_or(self.context.now())).await?;
        }
        Ok(end)
    }

    async fn send_slice(&self, scope: &Scope, blast: &str, slice: &[PendingText]) -> Result<SliceEnd, Fault> {
        let phones: Vec<&Phone> = slice.iter().map(|text| &text.conversation.phone).collect();
        // Before opt-outs are read: one that is stored later waits for these texts.
        let keys = phones.iter().map(|phone| Context::blast_text_key(scope, phone)).collect();
        let flight = self.context.blast_texts.begin(keys).await?;
        let mut tx = self.context.db.read(scope).await?;
        if !self.blasts.is_running(&mut tx, scope, blast).await? {
            return Ok(SliceEnd::Stopped);
        }
        let opted_out: HashSet<Phone> = consent::opted_out_among(&mut tx, scope, &phones).await?;
        drop(tx);
        let (withheld, sent): (Vec<_>, Vec<_>) =
            slice.iter().partition(|text| opted_out.contains(&text.conversation.phone));
        let outcomes = join_all(sent.iter().map(|text| async {
            let outcome = text.carrier.send(&text.outbound_sms(self.context.now())).await;
            self.judge(scope, text.kind, &outcome);
            outcome
        }))
        .await;
        drop(flight);
        let refusal = outcomes.iter().find_map(account_refusal).map(str::to_owned);
        let findings = self.findings(scope, sent.iter().copied().zip(&outcomes));
        let asks_to_wait =
            |outcome: &Outcome| matches!(outcome, Outcome::Busy { .. } | Outcome::Away { wait: Some(_), .. });
        let is_busy = outcomes.iter().any(asks_to_wait);
        let mut tx = self.context.db.write_in_background(scope).await?;
        findings.record(&mut tx, scope, self.context.now()).await?;
        self.withhold(&mut tx, scope, &withheld).await?;
        let again = self.record_outcomes(&mut tx, scope, &sent, outcomes).await?;
        let until = again.phones.iter().map(|(_, at)| *at).max();
        if !again.phones.is_empty() {
            self.blasts.send_again(&mut tx, scope, blast, &again).await?;
        }
        tx.commit().await?;
        Ok(match (refusal, until.filter(|_| is_busy)) {
            (Some(words), _) => SliceEnd::AccountRefused(words),
            (None, Some(until)) => SliceEnd::Wait(until),
            (None, None) => SliceEnd::GoOn,
        })
    }

    /// Records what the carrier did with texts. Returns those that are to be sent again.
    async fn record_outcomes(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        sent: &[&PendingText],
        outcomes: Vec<Outcome>,
    ) -> Result<UnsentTexts, Fault> {
        let (mut accepted, mut again, mut unsent) = (Vec::new(), UnsentTexts::default(), Vec::new());
        for (text, outcome) in sent.iter().zip(outcomes) {
            if let Some(words) = account_refusal(&outcome) {
                unsent.push((*text, words.to_owned()));
            } else if let Outcome::Accepted { sid, status } = outcome {
                accepted.push(store::Acceptance {
                    id: text.delivery.id.clone(),
                    message: text.message.id.clone(),
                    sid,
                    status: status as i32,
                });
            } else if let Some(at) = self.record(tx, scope, text, outcome).await? {
                again.add(&text.conversation.phone, at, &text.message.body);
            }
        }
        store::record_acceptances(tx, scope, &accepted, rules::before(Status::Sent)).await?;
        if let Some((_, words)) = unsent.first() {
            let words = words.clone();
            let texts: Vec<&PendingText> = unsent.into_iter().map(|(text, _)| text).collect();
            self.withdraw(tx, scope, &texts, &words).await?;
            let now = self.context.now();
            texts.iter().for_each(|text| again.add(&text.conversation.phone, now, &text.message.body));
        }
        Ok(again)
    }

    /// Queues texts again that were not sent because the carrier refused the account.
    async fn withdraw(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        texts: &[&PendingText],
        words: &str,
    ) -> Result<(), Fault> {
        let messages: Vec<MessageId> = texts.iter().map(|text| text.message.id.clone()).collect();
        let ids: Vec<&str> = texts.iter().map(|text| text.delivery.id.as_str()).collect();
        store::withdraw_attempts(tx, scope, &ids, State::Waiting).await?;
        thread::set_status_of_many(tx, scope, &messages, Status::Sending, Status::Queued).await?;
        thread::add_step_to_all(tx, scope, &messages, StepKind::Delayed, words, self.context.now()).await
    }

    /// Suppresses texts to phones that opted out after the texts were recorded.
    async fn withhold(&self, tx: &mut Tx, scope: &Scope, texts: &[&PendingText]) -> Result<(), Fault> {
        if texts.is_empty() {
            return Ok(());
        }
        let messages: Vec<MessageId> = texts.iter().map(|text| text.message.id.clone()).collect();
        let ids: Vec<&str> = texts.iter().map(|text| text.delivery.id.as_str()).collect();
        store::withdraw_attempts(tx, scope, &ids, State::Withheld).await?;
        thread::set_status_of_many(tx, scope, &messages, Status::Sending, Status::Suppressed).await?;
        let reason = "The resident opted out of texts, so it was not sent.";
        thread::add_step_to_all(tx, scope, &messages, StepKind::Suppressed, reason, self.context.now()).await
    }

    /// Gives texts back to their blast that were not handed to the carrier.
    async fn give_back(
        &self,
        scope: &Scope,
        blast: &str,
        texts: &[PendingText],
        at: Timestamp,
    ) -> Result<(), Fault> {
        let messages: Vec<MessageId> = texts.iter().map(|text| text.message.id.clone()).collect();
        let ids: Vec<&str> = texts.iter().map(|text| text.delivery.id.as_str()).collect();
        let mut unsent = UnsentTexts::default();
        texts.iter().for_each(|text| unsent.add(&text.conversation.phone, at, &text.message.body));
        let mut tx = self.context.db.write_in_background(scope).await?;
        store::withdraw_attempts(&mut tx, scope, &ids, State::Waiting).await?;
        thread::set_status_of_many(&mut tx, scope, &messages, Status::Sending, Status::Queued).await?;
        self.blasts.send_again(&mut tx, scope, blast, &unsent).await?;
        tx.commit().await
    }
}

/// Returns the explanation for staff if the carrier refused the company's account rather than the text.
fn account_refusal(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Refused { code: Some(code), words } if error_codes::ACCOUNT.contains(code) => Some(words),
        _ => None,
    }
}
