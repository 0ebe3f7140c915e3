//! The leases of claimed jobs. Each server measures those of all servers with its own monotonic clock, so that neither
//! a step of a wall clock nor a difference between the clocks of servers ends a lease early or late.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::watch;

use super::{LEASE, Runner};
use crate::{Fault, Timestamp, jobs::Claimed, signal::Signal};

/// Interval of the check whether leases have ended, and whether other servers with claimed jobs are alive.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// A claim: the company and the ID of the job, the number of the attempt, and the stored end of the lease, which tells
/// apart the claims of a job whose attempts are reset.
type Claim = (String, String, i64, Timestamp);

/// When this server first saw each claim, by the uptime of its clock.
#[derive(Default)]
pub(super) struct Leases {
    first_seen: Mutex<HashMap<Claim, Duration>>,
}

impl Leases {
    fn first_seen(&self) -> MutexGuard<'_, HashMap<Claim, Duration>> {
        self.first_seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the claims of this server.
    pub fn begin(&self, jobs: &[Claimed]) {
        let claim = |job: &Claimed| {
            let claim = (job.company_id.0.clone(), job.id.clone(), job.attempts, job.run_at_ms);
            (claim, job.claimed_at)
        };
        self.first_seen().extend(jobs.iter().map(claim));
    }

    /// Records the claims of all servers, which were read after `uptime`. Returns those that were first seen a lease
    /// earlier, or before.
    fn ended(&self, claims: Vec<Claim>, uptime: Duration) -> Vec<Claim> {
        let mut first_seen = self.first_seen();
        let mut earlier = std::mem::take(&mut *first_seen);
        for claim in claims {
            let since = earlier.remove(&claim).unwrap_or(uptime);
            first_seen.insert(claim, since);
        }
        // Jobs that this server has claimed since the claims were read.
        first_seen.extend(earlier.into_iter().filter(|(_, since)| *since >= uptime));
        let ended = first_seen.iter().filter(|(_, since)| uptime.saturating_sub(**since) >= LEASE);
        let mut ended: Vec<Claim> = ended.map(|(claim, _)| claim.clone()).collect();
        // Several servers may release them at the same time, and are not to wait for each other.
        ended.sort_unstable();
        ended
    }
}

impl Runner {
    /// Releases every second the jobs whose leases have ended and, if the database can have several servers, those of
    /// dead servers.
    pub(super) async fn watch_claims(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(fault) = self.check_time().await {
                tracing::warn!(%fault, "could not check the leases and times of jobs");
            }
            if !self.db.liveness.is_single() {
                self.release_jobs_of_dead_servers().await;
            }
            tokio::select! {
                () = tokio::time::sleep(CHECK_INTERVAL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn check_time(&self) -> Result<(), Fault> {
        self.keep_due_jobs().await?;
        self.release_ended_leases().await
    }

    /// Releases the jobs whose leases have ended, so that a worker that is stuck loses its job.
    async fn release_ended_leases(&self) -> Result<(), Fault> {
        let uptime = self.clock.uptime();
        let mut tx = self.db.platform_read().await?;
        // No more than the servers run at once and hold in their queues.
        let claims: Vec<Claim> = tx
            .query("SELECT company_id, id, attempts, run_at_ms FROM job WHERE worker <> 0 AND NOT dead")
            .all()
            .await?;
        drop(tx);
        let ended = self.leases.ended(claims, uptime);
        if ended.is_empty() {
            return Ok(());
        }
        let mut tx = self.db.platform().await?;
        for (company, id, attempts, until) in ended {
            tracing::warn!(job = id, attempts, "released a job whose lease has ended");
            tx.query(
                "UPDATE job SET run_at_ms = $5, worker = 0
                 WHERE company_id = $1 AND id = $2 AND attempts = $3 AND run_at_ms = $4 AND worker <> 0",
            )
            .bind(company)
            .bind(id)
            .bind(attempts)
            .bind(until)
            .bind(self.clock.now())
            .run()
            .await?;
        }
        tx.signal(Signal::Jobs);
        tx.commit().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(id: &str, until: i64) -> Claim {
        ("company".to_owned(), id.to_owned(), 1, Timestamp(until))
    }

    #[test]
    fn a_lease_ends_after_a_minute_of_uptime_whatever_the_wall_clock_shows() {
        let (leases, ahead, behind) = (Leases::default(), claim("ahead", 9_000_000), claim("behind", 0));
        let both = || vec![ahead.clone(), behind.clone()];
        let at = Duration::from_secs;
        assert!(leases.ended(both(), at(100)).is_empty());
        assert!(leases.ended(both(), at(159)).is_empty());
        assert_eq!(leases.ended(both(), at(160)), both());
    }

    #[test]
    fn each_claim_of_a_job_has_a_lease_of_its_own() {
        let (leases, at) = (Leases::default(), Duration::from_secs);
        assert!(leases.ended(vec![claim("job", 1)], at(0)).is_empty());
        assert!(leases.ended(vec![claim("job", 2)], at(60)).is_empty());
        assert!(leases.ended(vec![], at(100)).is_empty());
        assert!(leases.ended(vec![claim("job", 2)], at(120)).is_empty(), "it was released in between");
        assert_eq!(leases.ended(vec![claim("job", 2)], at(180)), [claim("job", 2)]);
    }
}
