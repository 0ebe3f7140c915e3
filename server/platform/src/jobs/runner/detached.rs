//! Runs jobs that mostly wait, outside of the workers.
use std::{
    pin::pin,
    sync::{Arc, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, task::JoinSet};

use super::{Runner, STORAGE_RETRY_DELAY, deadline};
use crate::jobs::Claimed;

impl Runner {
    fn detached(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.detached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a job in a task of its own.
    pub(super) fn detach(self: &Arc<Self>, job: Claimed, stop: watch::Receiver<bool>, grace: Duration) {
        let mut detached = self.detached();
        while detached.try_join_next().is_some() {}
        detached.spawn(self.clone().run_detached(job, stop, grace));
    }

    async fn run_detached(self: Arc<Self>, job: Claimed, stop: watch::Receiver<bool>, grace: Duration) {
        self.run_to_its_end(job, stop, grace).await;
        self.detached_ended.notify_one();
    }

    async fn run_to_its_end(&self, job: Claimed, stop: watch::Receiver<bool>, grace: Duration) {
        let deadline = pin!(deadline(stop.clone(), grace));
        let mut failed = match self.run(job, deadline).await {
            Ok(failed) => failed,
            // Another worker claims the job when its lease expires.
            Err(fault) => return tracing::warn!(%fault, "could not release a job"),
        };
        while let Err(fault) = self.end(&mut failed).await {
            tracing::warn!(%fault, "could not record a failed job");
            if *stop.borrow() {
                return;
            }
            tokio::time::sleep(STORAGE_RETRY_DELAY).await;
        }
    }

    /// Waits until the detached jobs end.
    pub(super) async fn join_detached(&self) {
        let mut detached = std::mem::take(&mut *self.detached());
        while detached.join_next().await.is_some() {}
    }
}
