//! Shared parts of the jobs that call association software for service requests.
use std::time::Duration;

use platform::{
    CompanyPermits, Fault, Scope, Timestamp, Tx,
    jobs::{self, Claimed},
};

use crate::{
    context::Context,
    integrations::integration::{self, RequestSoftware, SoftwareApis},
};

/// Maximum number of runs of a company for a kind of job that call its software at the same time.
const MAX_AT_ONCE: usize = 4;
/// Delay while the maximum is reached.
const BUSY_DELAY: Duration = Duration::from_millis(500);
/// Delay while the secret of the software cannot be read.
const SECRET_DELAY: Duration = Duration::from_secs(10);

/// Calls the software of companies for one kind of job.
pub struct Caller {
    context: Context,
    apis: SoftwareApis,
    permits: CompanyPermits,
}

impl Caller {
    pub fn new(context: Context, apis: SoftwareApis) -> Self {
        Self { context, apis, permits: CompanyPermits::new(MAX_AT_ONCE) }
    }

    /// Runs a job with the secret of its company's software loaded. `calls` returns when to go on; `None` if there is
    /// nothing left to do.
    pub async fn run(
        &self,
        job: &Claimed,
        calls: impl Future<Output = Result<Option<Timestamp>, Fault>> + Send,
    ) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let Some(permit) = self.permits.try_acquire(scope.company()) else {
            return self.delay(&scope, job, BUSY_DELAY).await;
        };
        if let Err(fault) = integration::load_secret(&scope, &self.context).await {
            tracing::warn!(%fault, "service requests wait for the secret of association software");
            return self.delay(&scope, job, SECRET_DELAY).await;
        }
        let next = calls.await?;
        drop(permit);
        let mut tx = self.context.db.write(&scope).await?;
        jobs::postpone_or_finish(&mut tx, job, next).await?;
        tx.commit().await
    }

    async fn delay(&self, scope: &Scope, job: &Claimed, delay: Duration) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        jobs::delay(&mut tx, job, self.context.now().plus(delay)).await?;
        tx.commit().await
    }

    /// Returns the software to which a company is connected; `None` unless it is the given one.
    ///
    /// # Errors
    /// `SECRET_MISSING` if the secret store no longer has its secret.
    pub async fn open(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        software: i32,
    ) -> Result<Option<Box<dyn RequestSoftware>>, Fault> {
        let connected = match integration::taking_requests(tx, scope).await? {
            Some((current, association)) if current as i32 == software => {
                integration::connected(tx, &self.context, &self.apis, scope, association).await?
            }
            _ => None,
        };
        let Some(connected) = connected else { return Ok(None) };
        Ok(connected.into_requests())
    }
}
