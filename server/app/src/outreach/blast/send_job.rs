//! The job that sends a blast, a batch at a time, until nobody is left.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, jobs};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tonic::Code;

use super::{
    commands,
    model::{Blast, BlastId, BlastState, HandedRecipient, PendingRecipient},
    quiet_hours::end_of_quiet_hours,
    rules, store,
    template::{self, MergeValues},
};
use crate::{
    context::Context,
    messaging::{
        carrier::{self, BulkReadiness, BulkSender, BulkText},
        thread::MessageId,
    },
    operations::audit::{self, AuditEvent},
    outreach::audience::{self, SqlAudience, TextedCommunity},
};

/// The kind of the jobs that send a blast.
pub const SEND_BLAST: &str = "send_blast";

/// Texts of a batch at most.
const MAX_BATCH: i64 = 200;
/// Time that a batch's texts stand for at the number's rate.
const BATCH_TIME: Duration = Duration::from_secs(1);
/// Delay of a batch while another blast's is being sent.
const BUSY_DELAY: Duration = Duration::from_millis(100);

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct Payload {
    blast: BlastId,
}

/// Runs the job.
pub struct SendBlast {
    context: Context,
    deliver: Arc<carrier::Deliver>,
    /// One worker at a time sends blasts, so that the others are left for residents' texts.
    slots: Semaphore,
}

impl SendBlast {
    #[must_use]
    pub fn new(context: Context, deliver: Arc<carrier::Deliver>) -> Self {
        Self { context, deliver, slots: Semaphore::new(1) }
    }
}

/// Returns the key of the job that sends a blast; a blast that is resumed has a new one.
pub fn key(blast: &Blast) -> String {
    format!("blast {} {}", blast.id, blast.version)
}

/// Enqueues the job that sends a blast, for the time at which it starts.
pub async fn enqueue(tx: &mut Tx, context: &Context, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
    let now = context.now();
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: SEND_BLAST,
        payload: serde_json::to_value(Payload { blast: blast.id.clone() }).map_err(Fault::internal)?,
        key: key(blast),
        queue_key: format!("blast {}", blast.id),
        run_at: blast.starts_ms.unwrap_or(now).max(now),
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// What is to be done next for a blast.
enum Next {
    /// Go on at this time.
    At(Timestamp),
    /// The blast has ended or rests.
    Nothing,
}

#[async_trait]
impl jobs::Handler for SendBlast {
    fn purpose(&self) -> &'static str {
        "Send a text blast"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let Ok(_slot) = self.slots.try_acquire() else {
            let mut tx = self.context.db.write(&scope).await?;
            jobs::postpone(&mut tx, job, self.context.now().plus(BUSY_DELAY)).await?;
            return tx.commit().await;
        };
        let next = self.go_on(&scope, &payload.blast).await?;
        let mut tx = self.context.db.write(&scope).await?;
        match next {
            Next::At(time) => jobs::postpone(&mut tx, job, time).await?,
            Next::Nothing => jobs::finish(&mut tx, job).await?,
        }
        tx.commit().await
    }

    /// Pauses the blast, so that staff see that it does not go on and can resume it. One that did not start has
    /// missed its time.
    async fn exhausted(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        let Some(blast) = store::lock(&mut tx, &scope, &payload.blast).await? else { return Ok(()) };
        match blast.state {
            BlastState::Running => {
                let reason = "The server failed to send it too often: paused";
                self.pause(tx, &scope, blast, reason).await.map(drop)
            }
            BlastState::Scheduled => {
                self.miss(&mut tx, &scope, &blast).await?;
                tx.commit().await
            }
            _ => Ok(()),
        }
    }
}

impl SendBlast {
    /// Starts the blast, writes the recipients of a community, or sends a batch.
    async fn go_on(&self, scope: &Scope, id: &BlastId) -> Result<Next, Fault> {
        let now = self.context.now();
        let mut tx = self.context.db.write(scope).await?;
        let Some(blast) = store::lock(&mut tx, scope, id).await? else { return Ok(Next::Nothing) };
        match blast.state {
            BlastState::Scheduled => self.start(tx, scope, blast).await,
            BlastState::Running => {
                self.deliver.recover_bulk(&mut tx, scope, id.as_str()).await?;
                match store::next_unexpanded(&mut tx, scope, id).await? {
                    Some((community, position)) => {
                        expand(&mut tx, scope, &blast, &community, position).await?;
                        tx.commit().await?;
                        Ok(Next::At(now))
                    }
                    None => self.send_batch(tx, scope, blast).await,
                }
            }
            _ => Ok(Next::Nothing),
        }
    }

    /// Starts a scheduled blast. It has missed its time if the server was away for long, or if its saved audience
    /// is gone.
    async fn start(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let now = self.context.now();
        let filter = match commands::filter_of(&mut tx, scope, &blast).await {
            Err(fault) if fault.code() == Code::FailedPrecondition => None,
            filter => Some(filter?),
        };
        let Some(filter) = filter.filter(|_| !rules::is_too_late(&blast, now)) else {
            self.miss(&mut tx, scope, &blast).await?;
            tx.commit().await?;
            return Ok(Next::Nothing);
        };
        // Communities that can be texted come first, so that a phone in two of them gets the text.
        let mut order = audience::texted_communities(&mut tx, scope, &filter.communities).await?;
        order.sort_by_key(|community| community.number.is_none());
        let order: Vec<CommunityId> = order.into_iter().map(|community| community.id).collect();
        store::save_communities(&mut tx, scope, &blast.id, &order).await?;
        let blast =
            Blast { filter: Some(audience::Filter { communities: order, ..filter }), ..rules::start(blast) };
        store::save(&mut tx, scope, &blast).await?;
        store::publish_change(&mut tx, scope, &blast.id, now);
        tx.commit().await?;
        Ok(Next::At(now))
    }

    /// Ends a blast that did not start.
    async fn miss(&self, tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
        let now = self.context.now();
        let blast = rules::finish(blast.clone(), BlastState::Missed, now);
        store::save(tx, scope, &blast).await?;
        self.record(tx, scope, &blast, "blast.missed", "Missed the time of").await?;
        store::publish_change(tx, scope, &blast.id, now);
        Ok(())
    }

    /// Sends the next batch, or finishes the blast if nobody is left.
    async fn send_batch(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let now = self.context.now();
        let pending = store::pending_communities(&mut tx, scope, &blast.id).await?;
        if pending.is_empty() {
            let blast = rules::finish(blast, BlastState::Finished, now);
            store::save(&mut tx, scope, &blast).await?;
            self.record(&mut tx, scope, &blast, "blast.finished", "Finished").await?;
            store::publish_change(&mut tx, scope, &blast.id, now);
            tx.commit().await?;
            return Ok(Next::Nothing);
        }
        let communities = audience::texted_communities(&mut tx, scope, &pending).await?;
        let quiet_until = |community: &TextedCommunity| match blast.is_emergency {
            true => None,
            false => end_of_quiet_hours(now, &community.time_zone),
        };
        let Some(community) = communities.iter().find(|c| c.number.is_some() && quiet_until(c).is_none())
        else {
            let until = communities.iter().filter_map(quiet_until).min();
            return match until {
                Some(until) => Ok(Next::At(until)),
                // The communities that are left were deleted or lost their number.
                None => self.give_up(tx, scope, blast).await,
            };
        };
        self.send_to(tx, scope, &blast, community).await
    }

    /// Sends a batch to a community.
    async fn send_to(
        &self,
        mut tx: Tx,
        scope: &Scope,
        blast: &Blast,
        community: &TextedCommunity,
    ) -> Result<Next, Fault> {
        let now = self.context.now();
        let number = community.number.as_deref().unwrap_or_default();
        match self.deliver.bulk_readiness(&mut tx, scope, number).await? {
            BulkReadiness::Ready => {}
            BulkReadiness::Wait(until) => return Ok(Next::At(until)),
            BulkReadiness::NoAccount => {
                return self
                    .pause(tx, scope, blast.clone(), "No account at the carrier is set up: paused")
                    .await;
            }
        }
        let is_test_phone = carrier::is_test_phone(&mut tx, scope, number).await?;
        let rate = if is_test_phone { MAX_BATCH } else { community.segments_per_second.map_or(1, i64::from) };
        let limit = rate.clamp(1, MAX_BATCH);
        let recipients = store::next_recipients(&mut tx, scope, &blast.id, &community.id, limit).await?;
        let pace = |segments: usize| match is_test_phone {
            true => Duration::ZERO,
            false => BATCH_TIME.mul_f64(segments as f64 / rate.max(1) as f64),
        };
        if recipients.is_empty() {
            let again = store::next_retries(&mut tx, scope, &blast.id, &community.id, limit).await?;
            let (seqs, messages): (Vec<i64>, Vec<MessageId>) =
                again.into_iter().map(|one| (one.seq, one.message_id)).unzip();
            let batch = self.deliver.record_bulk_again(&mut tx, scope, number, &messages).await?;
            store::clear_retries(&mut tx, scope, &blast.id, &seqs).await?;
            store::publish_change(&mut tx, scope, &blast.id, now);
            tx.commit().await?;
            let pace = pace(batch.segments());
            let wait = self.deliver.send_bulk(scope, batch).await?;
            return Ok(Next::At(wait.unwrap_or(now).max(now.plus(pace))));
        }
        let (opted_out, recipients): (Vec<_>, Vec<_>) = recipients.into_iter().partition(|one| one.opted_out);
        let opted_out: Vec<i64> = opted_out.iter().map(|one| one.seq).collect();
        store::mark_opted_out(&mut tx, scope, &blast.id, &opted_out).await?;
        let body = self.body(&mut tx, scope, blast).await?;
        let label = community.tag.replace('_', " ");
        let texts: Vec<BulkText> = recipients
            .iter()
            .map(|one| BulkText { phone: one.phone.clone(), body: text_for(&body, &label, one) })
            .collect();
        let sender = BulkSender {
            community: &community.id,
            number,
            blast: blast.id.as_str(),
            staff: blast.scheduled_by.as_ref(),
        };
        let batch = self.deliver.record_bulk(&mut tx, scope, &sender, &texts).await?;
        let handed = recipients.iter().zip(&batch.messages);
        let handed: Vec<_> =
            handed.map(|(one, message)| HandedRecipient { seq: one.seq, message: message.clone() }).collect();
        store::mark_handed(&mut tx, scope, &blast.id, &handed).await?;
        store::publish_change(&mut tx, scope, &blast.id, now);
        tx.commit().await?;
        let pace = pace(batch.segments());
        let wait = self.deliver.send_bulk(scope, batch).await?;
        Ok(Next::At(wait.unwrap_or(now).max(now.plus(pace))))
    }

    /// Returns the text with its sender, before the merge fields are filled in.
    async fn body(&self, tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<String, Fault> {
        let chosen = blast.filter.as_ref().map_or(&[][..], |filter| &filter.communities);
        let communities = audience::texted_communities(tx, scope, chosen).await?;
        let labels: Vec<String> = communities.iter().map(|one| one.tag.replace('_', " ")).collect();
        let company = store::company_label(tx, scope).await?;
        Ok(template::with_sender(&blast.body, &company, &labels).0)
    }

    /// Pauses a blast that cannot go on for now: staff resume it.
    async fn pause(
        &self,
        mut tx: Tx,
        scope: &Scope,
        blast: Blast,
        reason: &'static str,
    ) -> Result<Next, Fault> {
        let blast = rules::pause(blast)?;
        store::save(&mut tx, scope, &blast).await?;
        self.record(&mut tx, scope, &blast, "blast.paused", reason).await?;
        store::publish_change(&mut tx, scope, &blast.id, self.context.now());
        tx.commit().await?;
        Ok(Next::Nothing)
    }

    /// Ends a blast whose remaining recipients cannot be texted any more.
    async fn give_up(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let blast = rules::finish(blast, BlastState::Canceled, self.context.now());
        store::save(&mut tx, scope, &blast).await?;
        self.record(&mut tx, scope, &blast, "blast.canceled", "The remaining communities are gone: canceled")
            .await?;
        store::publish_change(&mut tx, scope, &blast.id, self.context.now());
        tx.commit().await?;
        Ok(Next::Nothing)
    }

    /// Records in the audit trail what the server did with a blast.
    async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &Blast,
        action: &'static str,
        words: &str,
    ) -> Result<(), Fault> {
        let summary = format!("{words} the blast \"{}\"", blast.title);
        let event = AuditEvent { action, subject: blast.id.as_str(), summary };
        audit::write(tx, scope, &self.context, ("", ""), event).await
    }
}

/// Writes the recipients in one community.
async fn expand(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    community: &CommunityId,
    position: i32,
) -> Result<(), Fault> {
    let filter = commands::filter_of(tx, scope, blast).await?;
    let first = usize::try_from(position).unwrap_or(0);
    let part = SqlAudience::part(&filter, std::slice::from_ref(community), first);
    audience::expand(tx, scope, &part, blast.id.as_str()).await?;
    store::mark_expanded(tx, scope, &blast.id, community).await
}

/// Returns the text for one recipient, in a community with this label.
pub fn text_for(body: &str, community: &str, recipient: &PendingRecipient) -> String {
    let PendingRecipient { name, unit, building, .. } = recipient;
    template::render(body, &MergeValues { name, unit, building, community })
}
