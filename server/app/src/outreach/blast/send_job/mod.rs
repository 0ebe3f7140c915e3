//! The job that sends a blast in turns of several batches, until no recipient is left. After a cancellation it cancels
//! the texts that wait to be sent again, as many at once as others can wait for.
mod state_changes;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, jobs};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tonic::Code;

use super::{
    commands,
    model::{Blast, BlastId, BlastState, SenderPace},
    pace, rules,
    send_batch::{self, Batch, BatchBuilder},
    slots::{Slot, Slots},
    store,
    write_recipients::UnwrittenCommunities,
};
use crate::{
    context::Context,
    messaging::carrier::{self, BulkEnd},
    operations::audit::AuditAction,
    outreach::audience,
};

/// The kind of the jobs that send a blast.
pub const SEND_BLAST: jobs::JobKind = jobs::JobKind::SendBlast;

/// Delay of a turn while another one of the company, or those of enough other companies, are under way. A number may
/// send every second, in a turn that is often shorter: two blasts of a company with a number each keep their rates only
/// if one begins as soon as the other one's turn has ended.
const BUSY_DELAY: Duration = Duration::from_millis(100);
/// Why a blast was paused that has texts for a carrier without an account.
const NO_ACCOUNT: &str = "No account at the carrier is set up, or its secret is missing: paused";
/// Delay while the account at the carrier cannot be read from the secret store.
const ACCOUNT_DELAY: Duration = Duration::from_secs(10);
/// A turn ends after this time if another blast was refused one, and after the maximum in any case.
const MIN_TURN: Duration = Duration::from_millis(500);
const MAX_TURN: Duration = Duration::from_secs(5);
/// The pause after a batch, as a multiple of the time that the batch took. Replies to residents are sent in the pauses.
const PAUSE_FACTOR: f64 = 0.3;
const MAX_PAUSE: Duration = Duration::from_millis(50);
/// The same while residents are being answered.
const BUSY_PAUSE_FACTOR: f64 = 3.0;
const MAX_BUSY_PAUSE: Duration = Duration::from_millis(150);

/// Maximum number of turns that prepare at the same time.
const MAX_PREPARATIONS: usize = 3;

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct Payload {
    blast: BlastId,
}

pub struct SendBlast {
    context: Context,
    deliver: Arc<carrier::Deliver>,
    slots: Slots,
    /// Permits to prepare a turn, which reads many rows if recipients are counted.
    preparations: Semaphore,
}

impl SendBlast {
    #[must_use]
    pub fn new(context: Context, deliver: Arc<carrier::Deliver>) -> Self {
        let preparations = Semaphore::new(MAX_PREPARATIONS);
        Self { context, deliver, slots: Slots::default(), preparations }
    }
}

/// Returns the key of the job that sends a blast; a blast that is resumed has a new one.
pub fn key(blast: &Blast) -> String {
    format!("blast {} {}", blast.id, blast.version)
}

/// Enqueues the job that sends a blast, for the time at which it starts.
pub async fn enqueue(tx: &mut Tx, context: &Context, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
    let now = context.now();
    enqueue_at(tx, context, scope, blast, key(blast), blast.starts_ms.unwrap_or(now).max(now)).await
}

/// Enqueues the job that cancels the texts of a canceled blast that wait to be sent again.
pub async fn enqueue_cancellation(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    blast: &Blast,
) -> Result<(), Fault> {
    let now = context.now();
    // Each has its own job: one that is about to end may not see a text that has just begun to wait.
    let key = format!("cancel blast {} {}", blast.id, context.ids.next::<String>(now));
    enqueue_at(tx, context, scope, blast, key, now).await
}

async fn enqueue_at(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    blast: &Blast,
    key: String,
    run_at: Timestamp,
) -> Result<(), Fault> {
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: SEND_BLAST,
        payload: serde_json::to_value(Payload { blast: blast.id.clone() }).map_err(Fault::internal)?,
        key,
        queue_key: format!("blast {}", blast.id),
        run_at,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// What is to be done next for a blast.
enum Next {
    /// Go on in a turn at this time.
    At(Timestamp),
    /// The blast has ended or rests.
    Nothing,
}

#[async_trait]
impl jobs::Handler for SendBlast {
    fn purpose(&self) -> &'static str {
        "Send a text blast"
    }

    /// A turn mostly waits for the carrier. The slots limit the number of turns.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let Some(slot) = self.slots.take(&job.company_id) else {
            let mut tx = self.context.db.write(&scope).await?;
            jobs::delay(&mut tx, job, self.context.now().plus(BUSY_DELAY)).await?;
            return tx.commit().await;
        };
        let next = self.take_turn(&scope, &payload.blast, &slot).await?;
        // Given back before the commit, after which another worker may take the next turn of the same company.
        drop(slot);
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

/// What a turn reads before its first transaction that changes something.
enum Prepared {
    /// The recipients of a scheduled blast.
    Count(commands::RecipientCount),
    /// The text of a running blast with its sender.
    Body(String),
    /// The blast is neither scheduled nor running.
    Nothing,
}

impl SendBlast {
    async fn take_turn(&self, scope: &Scope, id: &BlastId, slot: &Slot<'_>) -> Result<Next, Fault> {
        let begun = self.context.clock.uptime();
        let prepared = self.prepare(scope, id).await?;
        loop {
            if let Some(next) = self.go_on(scope, id, &prepared).await? {
                return Ok(next);
            }
            let now = self.context.now();
            let taken = self.context.clock.uptime().saturating_sub(begun);
            if taken >= MIN_TURN && slot.should_yield() {
                return Ok(Next::At(now.plus(2 * BUSY_DELAY)));
            }
            if taken >= MAX_TURN {
                return Ok(Next::At(now));
            }
        }
    }

    /// Starts the blast, writes the recipients of the next communities, sends a batch, or cancels texts of a canceled
    /// blast. Returns what is to be done next, unless the turn goes on.
    async fn go_on(&self, scope: &Scope, id: &BlastId, prepared: &Prepared) -> Result<Option<Next>, Fault> {
        let (now, begun) = (self.context.now(), Instant::now());
        if matches!(prepared, Prepared::Body(_))
            && let Err(fault) = carrier::load_account(&self.context, scope).await
        {
            tracing::warn!(%fault, blast = id.as_str(), "a blast waits for the account at the carrier");
            return Ok(Some(Next::At(now.plus(ACCOUNT_DELAY))));
        }
        let mut tx = self.context.db.write_in_background(scope).await?;
        let Some(blast) = store::lock(&mut tx, scope, id).await? else { return Ok(Some(Next::Nothing)) };
        // A blast may have been paused or canceled after a server stopped in the middle of a batch.
        let was_interrupted = self.deliver.recover_bulk(&mut tx, scope, id.as_str()).await?;
        match (blast.state, prepared) {
            // The run that was interrupted got further, so it is no failed attempt: the next one is the first again.
            (BlastState::Running, _) if was_interrupted => {
                tx.commit().await?;
                Ok(Some(Next::At(now)))
            }
            (BlastState::Scheduled, Prepared::Count(counted)) => match counted.for_version_of(&blast) {
                Ok(recipients) => self.start(tx, scope, blast, recipients).await.map(Some),
                Err(_) => {
                    tx.commit().await?;
                    Ok(Some(Next::At(now)))
                }
            },
            (BlastState::Running, Prepared::Body(body)) => {
                if let Some(unwritten) =
                    UnwrittenCommunities::find(&mut tx, scope, id, &self.context.db).await?
                {
                    tx.commit().await?;
                    unwritten.write(&self.context.db, scope, &blast).await?;
                    return Ok(None);
                }
                let next = self.send_batch(tx, scope, blast, body).await?;
                self.pause_after_batch(begun).await;
                Ok(next)
            }
            // It changed after the turn was prepared.
            (BlastState::Scheduled | BlastState::Running, _) => {
                tx.commit().await?;
                Ok(Some(Next::At(now)))
            }
            (BlastState::Canceled, _) => self.cancel_retries(tx, scope, id).await,
            _ => {
                tx.commit().await?;
                Ok(Some(Next::Nothing))
            }
        }
    }

    async fn prepare(&self, scope: &Scope, id: &BlastId) -> Result<Prepared, Fault> {
        let _permit = self.preparations.acquire().await.map_err(Fault::internal)?;
        let mut tx = self.context.db.read(scope).await?;
        let Some(blast) = store::find(&mut tx, scope, id).await? else { return Ok(Prepared::Nothing) };
        Ok(match blast.state {
            BlastState::Scheduled => {
                Prepared::Count(match commands::RecipientCount::of(&mut tx, scope, &blast).await {
                    // The saved audience was deleted.
                    Err(fault) if fault.code() == Code::FailedPrecondition => {
                        commands::RecipientCount::from_counts(&blast, &[])
                    }
                    counted => counted?,
                })
            }
            BlastState::Running => {
                Prepared::Body(send_batch::body_with_sender(&mut tx, scope, &blast).await?)
            }
            _ => Prepared::Nothing,
        })
    }

    async fn pause_after_batch(&self, begun: Instant) {
        let (factor, most) = if self.context.db.is_foreground_busy() {
            (BUSY_PAUSE_FACTOR, MAX_BUSY_PAUSE)
        } else {
            (PAUSE_FACTOR, MAX_PAUSE)
        };
        tokio::time::sleep(begun.elapsed().mul_f64(factor).min(most)).await;
    }

    /// Starts a scheduled blast. The blast is missed if the server was down for too long, or if its saved audience was
    /// deleted.
    async fn start(&self, mut tx: Tx, scope: &Scope, blast: Blast, recipients: i64) -> Result<Next, Fault> {
        let now = self.context.now();
        if let Some(starts) = blast.starts_ms.filter(|starts| *starts > now) {
            // The clock was ahead when the job was claimed.
            tx.commit().await?;
            return Ok(Next::At(starts));
        }
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
        let limits = commands::lock_limits(&mut tx, scope, &blast.id, now).await?;
        let blast = rules::start(blast, recipients, limits);
        let blast = match blast.state {
            BlastState::Running => {
                self.record_start(&mut tx, scope, &blast, recipients).await?;
                Blast { filter: Some(audience::Filter { communities: order, ..filter }), ..blast }
            }
            BlastState::AwaitingApproval => {
                let words = format!("The audience grew to {recipients} recipients. Approval is needed for");
                self.record(&mut tx, scope, &blast, AuditAction::BlastApprovalRequested, &words).await?;
                blast
            }
            _ => {
                let words = format!("The daily limit does not allow {recipients} recipients. Unscheduled");
                self.record(&mut tx, scope, &blast, AuditAction::BlastUnscheduled, &words).await?;
                blast
            }
        };
        store::save(&mut tx, scope, &blast).await?;
        store::publish_change(&mut tx, scope, &blast.id, now);
        tx.commit().await?;
        Ok(if blast.state == BlastState::Running { Next::At(now) } else { Next::Nothing })
    }

    /// Sends the next batch, or finishes the blast if no recipient is left.
    async fn send_batch(
        &self,
        mut tx: Tx,
        scope: &Scope,
        blast: Blast,
        body: &str,
    ) -> Result<Option<Next>, Fault> {
        let builder =
            BatchBuilder { context: &self.context, deliver: &self.deliver, scope, blast: &blast, body };
        match builder.build(&mut tx).await? {
            Batch::Texts(batch) => {
                tx.commit().await?;
                let BulkEnd { waits, account_refusal } =
                    self.deliver.send_bulk(scope, blast.id.as_str(), batch).await?;
                self.hold(scope, &waits).await?;
                let Some(words) = account_refusal else { return Ok(None) };
                self.pause_running(scope, &blast.id, &format!("{words} Paused")).await.map(Some)
            }
            Batch::Wait(until) => {
                tx.commit().await?;
                Ok(Some(Next::At(until)))
            }
            Batch::NoAccount => self.pause(tx, scope, blast, NO_ACCOUNT).await.map(Some),
            Batch::Unreachable => self.give_up(tx, scope, blast).await.map(Some),
            Batch::Done => self.finish(tx, scope, blast).await.map(Some),
        }
    }

    /// Leaves carriers alone until then, for all blasts of the company.
    async fn hold(&self, scope: &Scope, waits: &[(carrier::Kind, Timestamp)]) -> Result<(), Fault> {
        if waits.is_empty() {
            return Ok(());
        }
        let mut tx = self.context.db.write(scope).await?;
        let stored = store::lock_pace(&mut tx, scope).await?;
        let current = pace::Pace::new(pace::Rates::default(), stored, self.context.now());
        let held = |(kind, until): &(carrier::Kind, Timestamp)| {
            let sender = pace::carrier_sender(*kind).to_owned();
            SenderPace { free_ms: current.free(&sender).max(*until), sender, ..SenderPace::default() }
        };
        let held: Vec<SenderPace> = waits.iter().map(held).collect();
        store::save_pace(&mut tx, scope, &held).await?;
        tx.commit().await
    }
}
