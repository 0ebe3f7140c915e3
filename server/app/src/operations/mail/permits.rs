//! Limits how many emails of a company are sent at the same time, so that a mail server that does not respond delays no
//! other company.
use std::time::Duration;

use platform::{CompanyPermit, CompanyPermits, CompanyTurns, Fault, Scope, jobs};

use crate::context::Context;

/// Maximum number of emails of a company that are sent at the same time.
const MAX_AT_ONCE: usize = 2;
/// Maximum number of emails of a company that wait for others. Further ones are delayed at once.
const MAX_WAITING: usize = 32;
/// Maximum time that an email waits for others. With the time until the job starts, and twice the patience with the
/// mail server, it is less than the job's lease.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Minimum delay of an email that waited in vain.
const MIN_DELAY: Duration = Duration::from_secs(1);
/// Time between two emails of a company that are tried again.
const TURN_INTERVAL: Duration = Duration::from_millis(250);

/// Permits to send the emails of one kind of job.
pub struct SendPermits {
    permits: CompanyPermits,
    turns: CompanyTurns,
}

impl Default for SendPermits {
    fn default() -> Self {
        Self { permits: CompanyPermits::new(MAX_AT_ONCE), turns: CompanyTurns::new(TURN_INTERVAL) }
    }
}

impl SendPermits {
    /// Waits for a permit to send the email of a job. If there is none, delays the job, which does not count as a failed
    /// attempt, and returns `None`.
    pub async fn acquire(
        &self,
        context: &Context,
        job: &jobs::Claimed,
    ) -> Result<Option<CompanyPermit>, Fault> {
        let company = &job.company_id;
        let permit = tokio::select! {
            permit = self.permits.acquire(company, MAX_WAITING) => permit,
            () = context.clock.sleep(MAX_WAIT) => None,
        };
        if permit.is_none() {
            let delay = MIN_DELAY + self.turns.delay(company, context.clock.uptime());
            let mut tx = context.db.write(&Scope::of_company(company)).await?;
            jobs::delay(&mut tx, job, context.now().plus(delay)).await?;
            tx.commit().await?;
        }
        Ok(permit)
    }
}
