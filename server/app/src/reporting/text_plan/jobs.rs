//! The job that warns administrators about text plans.
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use platform::{
    Fault, Scope, Tx,
    ids::CompanyId,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
};

use super::{
    model::{Level, Usage},
    rules, store, usages,
};
use crate::{context::Context, operations::mail, reporting::report};

/// Runs hourly.
pub const CHECK_TEXT_PLANS: Schedule =
    Schedule { kind: JobKind::CheckTextPlans, every: Duration::from_secs(3_600) };

/// Longer than a month, in every time zone.
const TWO_MONTHS: Duration = Duration::from_secs(60 * 24 * 3_600);

/// Maximum duration of one run, well below the lease of a job. The rest continues in the next run, which starts at once.
const WORKING_TIME: Duration = Duration::from_secs(20);

/// Warns about text plans that are nearly or fully used.
pub struct CheckTextPlans {
    context: Context,
    /// The company that a run which ran out of time checked last.
    last: Mutex<Option<CompanyId>>,
}

#[async_trait]
impl Handler for CheckTextPlans {
    fn purpose(&self) -> &'static str {
        "Check text plans"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let mut companies = report::list_companies(&mut tx).await?;
        drop(tx);
        let last = self.set_last(None);
        companies.retain(|company| last.as_ref().is_none_or(|last| company > last));
        let stop = self.context.now().plus(WORKING_TIME);
        let mut is_done = true;
        for company in companies {
            // The plans of the other companies are checked all the same.
            if let Err(fault) = self.check(&Scope::of_company(&company)).await {
                tracing::warn!(%fault, "the text plans of a company were not checked");
            }
            if self.context.now() >= stop {
                self.set_last(Some(company));
                is_done = false;
                break;
            }
        }
        let mut tx = self.context.db.platform().await?;
        match is_done {
            true => jobs::finish(&mut tx, job).await?,
            false => jobs::postpone(&mut tx, job, self.context.now()).await?,
        }
        tx.commit().await
    }
}

impl CheckTextPlans {
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, last: Mutex::default() }
    }

    /// Sets the company that was checked last. Returns the previous one.
    fn set_last(&self, company: Option<CompanyId>) -> Option<CompanyId> {
        std::mem::replace(&mut *self.last.lock().unwrap_or_else(PoisonError::into_inner), company)
    }

    /// Warns about the communities of a company. What was sent before is not sent again.
    async fn check(&self, scope: &Scope) -> Result<(), Fault> {
        let now = self.context.now();
        let mut tx = self.context.db.read_in_background(scope).await?;
        let mut usages = usages::find(&mut tx, scope, None, now).await?;
        usages.retain(|usage| usage.level() > Level::Below);
        let sent = store::list_warnings(&mut tx, scope, now.minus(TWO_MONTHS)).await?;
        drop(tx);
        usages.retain(|usage| {
            let warning = (usage.community_id.clone(), usage.month.to_string(), usage.level() as i32);
            !sent.contains(&warning)
        });
        if usages.is_empty() {
            return Ok(());
        }
        let mut tx = self.context.db.write(scope).await?;
        let administrators = store::administrators(&mut tx, scope).await?;
        for usage in &usages {
            if !self.is_new(&mut tx, scope, usage).await? {
                continue;
            }
            for to in &administrators {
                let email = rules::warning(to, usage, &self.context.settings.public_url);
                mail::post(&mut tx, scope, &self.context, &email, now).await?;
            }
        }
        tx.commit().await
    }

    /// Records the warnings of a community. Returns whether that of its level is new. A lower one that was skipped is
    /// recorded too: it is not sent later.
    async fn is_new(&self, tx: &mut Tx, scope: &Scope, usage: &Usage) -> Result<bool, Fault> {
        let mut is_new = false;
        for level in rules::warned_levels(usage.level()) {
            is_new = store::record_warning(tx, scope, usage, *level, self.context.now()).await?;
        }
        Ok(is_new)
    }
}
