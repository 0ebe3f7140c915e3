//! The job that sends a blast, a batch at a time, until no recipient is left.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, jobs};
use serde::{Deserialize, Serialize};
use tonic::Code;

use super::{
    commands,
    model::{Blast, BlastId, BlastState, PendingRecipient, SenderPace},
    rules,
    send_batch::{Batch, BatchBuilder},
    slots::Slots,
    store,
    template::{self, MergeValues},
};
use crate::{
    context::Context,
    messaging::carrier,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::audience::{self, SqlAudience},
};

/// The kind of the jobs that send a blast.
pub const SEND_BLAST: &str = "send_blast";

/// Delay of a batch while another one of the company, or those of enough other companies, are being sent.
const BUSY_DELAY: Duration = Duration::from_millis(100);
/// Number of new recipients from which on the statistics that PostgreSQL plans with are renewed.
const MANY_RECIPIENTS: i64 = 10_000;

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct Payload {
    blast: BlastId,
}

/// Runs the job.
pub struct SendBlast {
    context: Context,
    deliver: Arc<carrier::Deliver>,
    slots: Slots,
}

impl SendBlast {
    #[must_use]
    pub fn new(context: Context, deliver: Arc<carrier::Deliver>) -> Self {
        Self { context, deliver, slots: Slots::default() }
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
        let Some(slot) = self.slots.take(&job.company_id) else {
            let mut tx = self.context.db.write(&scope).await?;
            jobs::postpone(&mut tx, job, self.context.now().plus(BUSY_DELAY)).await?;
            return tx.commit().await;
        };
        let next = self.go_on(&scope, &payload.blast).await?;
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

impl SendBlast {
    /// Starts the blast, writes the recipients of a community, or sends a batch.
    async fn go_on(&self, scope: &Scope, id: &BlastId) -> Result<Next, Fault> {
        let now = self.context.now();
        let counted = self.count_scheduled(scope, id).await?;
        let mut tx = self.context.db.write(scope).await?;
        let Some(blast) = store::lock(&mut tx, scope, id).await? else { return Ok(Next::Nothing) };
        // A blast may have been paused or canceled after a server stopped in the middle of a batch.
        let was_interrupted = self.deliver.recover_bulk(&mut tx, scope, id.as_str()).await?;
        match blast.state {
            // The run that was interrupted got further, so it is no failed attempt: the next one is the first again.
            BlastState::Running if was_interrupted => {
                tx.commit().await?;
                Ok(Next::At(now))
            }
            BlastState::Scheduled => match counted.and_then(|counted| counted.for_version_of(&blast).ok()) {
                Some(recipients) => self.start(tx, scope, blast, recipients).await,
                None => {
                    tx.commit().await?;
                    Ok(Next::At(now))
                }
            },
            BlastState::Running => match store::next_unexpanded(&mut tx, scope, id).await? {
                Some((community, position)) => {
                    expand(&mut tx, scope, &blast, &community, position).await?;
                    tx.commit().await?;
                    Ok(Next::At(now))
                }
                None => self.send_batch(tx, scope, blast).await,
            },
            _ => {
                tx.commit().await?;
                Ok(Next::Nothing)
            }
        }
    }

    /// Counts the recipients of a blast that is about to start: none if its saved audience was deleted.
    async fn count_scheduled(
        &self,
        scope: &Scope,
        id: &BlastId,
    ) -> Result<Option<commands::RecipientCount>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let Some(blast) = store::find(&mut tx, scope, id).await? else { return Ok(None) };
        if blast.state != BlastState::Scheduled {
            return Ok(None);
        }
        match commands::RecipientCount::of(&mut tx, scope, &blast).await {
            Err(fault) if fault.code() == Code::FailedPrecondition => {
                Ok(Some(commands::RecipientCount::from_counts(&blast, &[])))
            }
            counted => counted.map(Some),
        }
    }

    /// Starts a scheduled blast. It has missed its time if the server was away for long, or if its saved audience
    /// is gone.
    async fn start(&self, mut tx: Tx, scope: &Scope, blast: Blast, recipients: i64) -> Result<Next, Fault> {
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
        let limits = commands::lock_limits(&mut tx, scope, &blast.id, now).await?;
        let blast = rules::start(blast, recipients, limits);
        let blast = match blast.state {
            BlastState::Running => {
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

    /// Ends a blast that did not start.
    async fn miss(&self, tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
        let now = self.context.now();
        let blast = rules::finish(blast.clone(), BlastState::Missed, now);
        store::save(tx, scope, &blast).await?;
        self.record(tx, scope, &blast, AuditAction::BlastMissed, "Missed the time of").await?;
        store::publish_change(tx, scope, &blast.id, now);
        Ok(())
    }

    /// Sends the next batch, or finishes the blast if no recipient is left.
    async fn send_batch(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let now = self.context.now();
        let builder = BatchBuilder { context: &self.context, deliver: &self.deliver, scope, blast: &blast };
        match builder.build(&mut tx).await? {
            Batch::Texts(batch) => {
                tx.commit().await?;
                if let Some(until) = self.deliver.send_bulk(scope, blast.id.as_str(), batch).await? {
                    self.hold(scope, until).await?;
                }
                Ok(Next::At(now))
            }
            Batch::Wait(until) => {
                tx.commit().await?;
                Ok(Next::At(until))
            }
            Batch::NoAccount => {
                self.pause(tx, scope, blast, "No account at the carrier is set up: paused").await
            }
            Batch::Unreachable => self.give_up(tx, scope, blast).await,
            Batch::Done => {
                let blast = rules::finish(blast, BlastState::Finished, now);
                store::save(&mut tx, scope, &blast).await?;
                self.record(&mut tx, scope, &blast, AuditAction::BlastFinished, "Finished").await?;
                store::publish_change(&mut tx, scope, &blast.id, now);
                tx.commit().await?;
                Ok(Next::Nothing)
            }
        }
    }

    /// Leaves the carrier alone until then, for all blasts of the company.
    async fn hold(&self, scope: &Scope, until: Timestamp) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let stored = store::lock_pace(&mut tx, scope).await?;
        let company = stored.into_iter().filter(|one| one.sender.is_empty());
        let held: Vec<_> = company.map(|one| SenderPace { free_ms: until, ..one }).collect();
        store::save_pace(&mut tx, scope, &held).await?;
        tx.commit().await
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
        self.record(&mut tx, scope, &blast, AuditAction::BlastPaused, reason).await?;
        store::publish_change(&mut tx, scope, &blast.id, self.context.now());
        tx.commit().await?;
        Ok(Next::Nothing)
    }

    /// Ends a blast whose remaining recipients cannot be texted any more.
    async fn give_up(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let blast = rules::finish(blast, BlastState::Canceled, self.context.now());
        store::save(&mut tx, scope, &blast).await?;
        self.record(
            &mut tx,
            scope,
            &blast,
            AuditAction::BlastCanceled,
            "The remaining communities are gone: canceled",
        )
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
        action: AuditAction,
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
    let part =
        SqlAudience::part(&filter, std::slice::from_ref(community), first).asking_consent(blast.asks_consent);
    audience::expand(tx, scope, &part, blast.id.as_str()).await?;
    store::mark_expanded(tx, scope, &blast.id, community).await?;
    let is_last = store::next_unexpanded(tx, scope, &blast.id).await?.is_none();
    if is_last && blast.scheduled_count >= MANY_RECIPIENTS {
        store::renew_statistics(tx).await?;
    }
    Ok(())
}

/// Returns the text for one recipient, in a community with this label.
pub fn text_for(body: &str, community: &str, recipient: &PendingRecipient) -> String {
    let PendingRecipient { name, unit, building, .. } = recipient;
    template::render(body, &MergeValues { name, unit, building, community })
}
