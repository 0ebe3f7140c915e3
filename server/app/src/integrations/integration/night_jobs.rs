//! The jobs that sync connected companies at night.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Scope,
    jobs::{self, Claimed, Handler, Job, JobKind, Schedule},
};
use serde_json::json;
use tokio::sync::Semaphore;

use super::{
    rules,
    software::{SoftwareApis, SoftwareError},
    store,
    sync::{self, SyncError},
};
use crate::{context::Context, operations::audit::AuditActor};

/// Looks for companies to sync every hour, so that a server that was stopped at night makes up for it.
pub const SYNC_COMPANIES: Schedule =
    Schedule { kind: JobKind::SyncCompanies, every: Duration::from_secs(3_600) };
/// The kind of the jobs that sync a company's communities.
pub const SYNC_COMPANY: JobKind = JobKind::SyncCompany;

/// Maximum number of companies of a run; the next run continues.
const MAX_COMPANIES: i64 = 1_000;
/// Maximum number of companies whose associations are read at the same time. A company has one sync at a time, so that
/// many companies' software has to be silent before another one waits. A sync keeps a list of associations in memory.
const MAX_AT_ONCE: usize = 16;

/// Enqueues the nightly sync of each company.
pub struct SyncCompanies {
    pub context: Context,
}

#[async_trait]
impl Handler for SyncCompanies {
    fn purpose(&self) -> &'static str {
        "Start the nightly syncs with association software"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let night = rules::last_night(now);
        let mut tx = self.context.db.platform_read().await?;
        let due = store::due(&mut tx, night, MAX_COMPANIES).await?;
        drop(tx);
        let mut tx = self.context.db.platform().await?;
        for company in due {
            let job = Job {
                company,
                kind: SYNC_COMPANY,
                payload: json!({}),
                // A job that failed for good does not keep the company from being synced the next night.
                key: format!("software sync {}", night.0),
                queue_key: "software sync".to_owned(),
                run_at: now,
            };
            jobs::enqueue(&mut tx, &self.context.ids, now, job).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// Syncs a company's communities.
pub struct SyncCompany {
    context: Context,
    apis: SoftwareApis,
    slots: Semaphore,
}

impl SyncCompany {
    #[must_use]
    pub fn new(context: Context, apis: SoftwareApis) -> Self {
        Self { context, apis, slots: Semaphore::new(MAX_AT_ONCE) }
    }

    /// Syncs the communities, or stores why that is not possible.
    ///
    /// # Errors
    /// Fails if another attempt may succeed.
    async fn sync(&self, scope: &Scope, is_last: bool) -> Result<(), Fault> {
        let Err(error) = sync::run(&self.context, &self.apis, scope, AuditActor::default()).await else {
            return Ok(());
        };
        let may_pass = match &error {
            SyncError::Software(SoftwareError::Busy { .. } | SoftwareError::Away(_)) => !is_last,
            SyncError::Software(_) => false,
            SyncError::Fault(fault) => !sync::is_refusal(fault),
        };
        if may_pass {
            return Err(error.into());
        }
        sync::record_failure(&self.context, scope, &error).await
    }
}

#[async_trait]
impl Handler for SyncCompany {
    fn purpose(&self) -> &'static str {
        "Sync communities with association software"
    }

    /// The job mostly waits for the software. The slots limit the number of syncs.
    fn is_detached(&self, _: &Claimed) -> bool {
        true
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let Ok(slot) = self.slots.try_acquire() else {
            let mut tx = self.context.db.write(&scope).await?;
            let delay = rules::busy_delay(|bound| self.context.ids.below(bound));
            jobs::delay(&mut tx, job, self.context.now().plus(delay)).await?;
            return tx.commit().await;
        };
        self.sync(&scope, job.is_last()).await?;
        drop(slot);
        let mut tx = self.context.db.write(&scope).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
