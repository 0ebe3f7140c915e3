//! The job that syncs the homeowner accounts of a company's communities, one community per run.
use async_trait::async_trait;
use platform::{
    CpuPool, Fault, Scope, Timestamp, Tx,
    jobs::{self, Claimed, Handler, Job, JobKind},
};
use serde_json::json;
use tokio::sync::Semaphore;

use super::{
    model::{CommunityResult, PendingCommunity, Rejection},
    rules,
    software::{self, AssociationAccounts, SoftwareApis, SoftwareError},
    store, sync,
};
use crate::{
    context::Context,
    messaging::carrier,
    residents::homeowner::{self, AccountsSynced, ImportFile},
    tenancy::community::{self, Association},
};

/// The kind of the jobs that sync accounts.
pub const SYNC_ACCOUNTS: JobKind = JobKind::SyncAccounts;

/// Maximum number of companies whose accounts are read at the same time. A company has one sync at a time, so that many
/// companies' software has to be silent before another one waits. A sync keeps the accounts of a community in memory.
const MAX_AT_ONCE: usize = 16;
/// Number of failed attempts after which a community's accounts are not synced.
const MAX_TRIES: i32 = 5;
/// Number of communities that failed so often after which the others are not tried.
const MAX_EXHAUSTED: i64 = 3;
/// Maximum number of rejected accounts that are stored for a community.
const MAX_REJECTIONS: usize = 20;
/// The problem if the company has other software, or none, before a sync ends.
const CHANGED: &str = "The company's software or its connection was changed during the sync.";
/// The problem if the job failed for good.
const NOT_FINISHED: &str = "Parlor could not finish the sync. Sync again.";

/// Enqueues the job of a sync.
pub async fn enqueue(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    let now = context.now();
    let id: String = context.ids.next(now);
    let job = Job {
        company: scope.company().clone(),
        kind: SYNC_ACCOUNTS,
        payload: json!({}),
        // Each sync has its own job, so that one which begins as another ends is not forgotten.
        key: format!("account sync {id}"),
        queue_key: "account sync".to_owned(),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Syncs accounts.
pub struct SyncAccounts {
    context: Context,
    apis: SoftwareApis,
    cpu_pool: CpuPool,
    slots: Semaphore,
}

impl SyncAccounts {
    #[must_use]
    pub fn new(context: Context, apis: SoftwareApis) -> Self {
        Self { context, apis, cpu_pool: CpuPool::new(), slots: Semaphore::new(MAX_AT_ONCE) }
    }

    /// Syncs the next community. Returns when to go on; `None` if there is nothing left.
    async fn sync_next(&self, scope: &Scope) -> Result<Option<Timestamp>, Fault> {
        software::load_secret(scope, &self.context).await?;
        let mut tx = self.context.db.read(scope).await?;
        let settings = community::company_settings(&mut tx, scope).await?;
        let Some(association) = software::association(settings.software) else {
            drop(tx);
            return self.fail_pending(scope, CHANGED).await;
        };
        let source = match software::connected(&mut tx, &self.context, &self.apis, scope, association).await {
            Err(fault) if sync::is_refusal(&fault) => {
                drop(tx);
                return self.fail_pending(scope, fault.words()).await;
            }
            source => source?,
        };
        let next = store::next_pending(&mut tx, scope, &association.name).await?;
        drop(tx);
        let Some(source) = source else { return self.fail_pending(scope, CHANGED).await };
        let Some(next) = next else { return Ok(None) };
        let Some(code) = &next.code else {
            let mut tx = self.context.db.write(scope).await?;
            store::forget_community(&mut tx, scope, &next.id).await?;
            tx.commit().await?;
            return Ok(Some(self.context.now()));
        };
        let today = self.context.now().date_in(&next.time_zone).to_string();
        match source.accounts(code, &today).await {
            Ok(Some(listed)) => self.store(scope, association, &next, listed, today).await,
            Ok(None) => self.save_problem(scope, &next, String::new()).await,
            Err(error) => self.fail(scope, &next, error).await,
        }
    }

    /// Records why the accounts of the remaining communities are not synced.
    async fn fail_pending(&self, scope: &Scope, problem: &str) -> Result<Option<Timestamp>, Fault> {
        let mut tx = self.context.db.write(scope).await?;
        store::fail_pending(&mut tx, scope, problem).await?;
        tx.commit().await?;
        Ok(None)
    }

    /// Stores the accounts of a community and the result.
    async fn store(
        &self,
        scope: &Scope,
        association: &Association,
        next: &PendingCommunity,
        listed: AssociationAccounts,
        today: String,
    ) -> Result<Option<Timestamp>, Fault> {
        let AssociationAccounts { accounts, units } = listed;
        let file = self.cpu_pool.run(move || homeowner::parse_listed(&accounts, &today)).await??;
        let result = match self.store_accounts(scope, association, next, file, units).await {
            Err(fault) if sync::is_refusal(&fault) => fault.words().to_owned(),
            result => return result.map(|()| Some(self.context.now())),
        };
        self.save_problem(scope, next, result).await
    }

    async fn store_accounts(
        &self,
        scope: &Scope,
        association: &Association,
        next: &PendingCommunity,
        file: ImportFile,
        units: Option<i32>,
    ) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let synced =
            homeowner::sync_accounts(&self.context, &mut tx, scope, &next.id, &association.name, file)
                .await?;
        if let Some(units) = units {
            store::set_units(&mut tx, scope, &next.id, units).await?;
        }
        store::save_result(&mut tx, scope, &next.id, &to_result(synced)).await?;
        tx.commit().await
    }

    async fn save_problem(
        &self,
        scope: &Scope,
        next: &PendingCommunity,
        problem: String,
    ) -> Result<Option<Timestamp>, Fault> {
        let result = CommunityResult { problem, ..CommunityResult::default() };
        let mut tx = self.context.db.write(scope).await?;
        store::save_result(&mut tx, scope, &next.id, &result).await?;
        tx.commit().await?;
        Ok(Some(self.context.now()))
    }

    /// Records why the accounts of a community could not be read.
    async fn fail(
        &self,
        scope: &Scope,
        next: &PendingCommunity,
        error: SoftwareError,
    ) -> Result<Option<Timestamp>, Fault> {
        let now = self.context.now();
        let tries = next.tries + 1;
        let pause = match &error {
            SoftwareError::Invalid(words) => return self.save_problem(scope, next, words.clone()).await,
            SoftwareError::Denied(words) => return self.fail_pending(scope, words).await,
            SoftwareError::Busy { wait, .. } => carrier::busy_pause(*wait),
            SoftwareError::Away(_) => carrier::pause_after(tries, |bound| self.context.ids.below(bound)),
        };
        let mut tx = self.context.db.write(scope).await?;
        store::add_try(&mut tx, scope, &next.id).await?;
        if tries < MAX_TRIES {
            tx.commit().await?;
            return Ok(Some(now.plus(pause)));
        }
        let problem = error.words().to_owned();
        let result = CommunityResult { problem, ..CommunityResult::default() };
        store::save_result(&mut tx, scope, &next.id, &result).await?;
        if store::count_exhausted(&mut tx, scope, MAX_TRIES).await? >= MAX_EXHAUSTED {
            store::fail_pending(&mut tx, scope, error.words()).await?;
        }
        tx.commit().await?;
        Ok(Some(now))
    }
}

#[async_trait]
impl Handler for SyncAccounts {
    fn purpose(&self) -> &'static str {
        "Sync homeowner accounts with association software"
    }

    /// The job mostly waits for the software. The slots limit the number of companies.
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
        let next = self.sync_next(&scope).await?;
        drop(slot);
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(at) = next {
            jobs::postpone(&mut tx, job, at).await?;
        } else {
            store::end_sync(&mut tx, &scope, self.context.now()).await?;
            jobs::finish(&mut tx, job).await?;
        }
        tx.commit().await
    }

    async fn exhausted(&self, job: &Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        store::fail_pending(&mut tx, &scope, NOT_FINISHED).await?;
        store::end_sync(&mut tx, &scope, self.context.now()).await?;
        tx.commit().await
    }
}

fn to_result(synced: AccountsSynced) -> CommunityResult {
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let AccountsSynced { added, changed, removed, unchanged, rejected } = synced;
    let (added, changed, removed, unchanged) =
        (count(added), count(changed), count(removed), count(unchanged));
    let rejected_count = count(rejected.len());
    let rejections = rejected.into_iter().take(MAX_REJECTIONS);
    let rejections = rejections.map(|line| Rejection { number: line.number, reason: line.reason }).collect();
    let problem = String::new();
    CommunityResult { added, changed, removed, unchanged, rejected: rejected_count, rejections, problem }
}
