//! Jobs that delete the objects of files that are gone.
use std::{collections::HashSet, time::Duration};

use async_trait::async_trait;
use platform::{
    Fault, Timestamp,
    clock::MAX_CLOCK_STEP,
    jobs::{self, Claimed, Handler, Job, JobKind, Schedule},
};
use serde::{Deserialize, Serialize};

use super::{rules, store};
use crate::context::Context;

/// Deletes files that have expired or were removed. Links to exports work for a quarter of an hour.
pub const DELETE_FILES: Schedule =
    Schedule { kind: JobKind::DeleteFiles, every: Duration::from_secs(15 * 60) };
/// Deletes objects without a file.
pub const SWEEP_OBJECTS: Schedule =
    Schedule { kind: JobKind::SweepObjects, every: Duration::from_secs(3_600) };

/// Number of files that are deleted in one transaction.
const BATCH: i64 = 200;
/// Number of objects whose files are looked up at a time.
const PAGE: usize = 1_000;
/// Number of objects that one run looks at. A bucket lists 1,000 in a request, well within a job's lease.
const MAX_LISTED: usize = 50_000;

/// Deletes the objects of files that expired an hour ago or before, in case the clock is wrong, then their rows, so
/// that an interrupted run can be repeated.
pub struct DeleteFiles {
    pub context: Context,
}

#[async_trait]
impl Handler for DeleteFiles {
    fn purpose(&self) -> &'static str {
        "Delete expired and removed files"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let mut tx = self.context.db.platform_read().await?;
        let keys = store::list_expired(&mut tx, now.minus(MAX_CLOCK_STEP), BATCH).await?;
        drop(tx);
        self.context.objects.delete(&keys).await?;
        let mut tx = self.context.db.platform().await?;
        store::delete(&mut tx, &keys).await?;
        if i64::try_from(keys.len()).is_ok_and(|count| count < BATCH) {
            jobs::finish(&mut tx, job).await?;
        } else {
            jobs::postpone(&mut tx, job, now).await?;
        }
        tx.commit().await
    }
}

/// Deletes objects that were written two hours ago or before and whose files were never stored. A run looks at some
/// objects, and the next one goes on after them.
pub struct SweepObjects {
    pub context: Context,
}

/// Where the previous run stopped; empty for the first run.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Position {
    /// The last object that was looked at.
    after: String,
}

impl SweepObjects {
    async fn sweep(&self, keys: &[String], before: Timestamp) -> Result<(), Fault> {
        // A younger object may be of a transaction that has not ended.
        let is_old = |key: &&String| rules::written_at(key).is_some_and(|at| at <= before);
        let old: Vec<&String> = keys.iter().filter(is_old).collect();
        for page in old.chunks(PAGE) {
            let mut tx = self.context.db.platform_read().await?;
            let kept: HashSet<String> = store::list_kept(&mut tx, page).await?.into_iter().collect();
            drop(tx);
            let orphans: Vec<String> =
                page.iter().filter(|key| !kept.contains(**key)).map(|key| (*key).clone()).collect();
            if !orphans.is_empty() {
                tracing::info!(count = orphans.len(), "deleting stored objects that belong to no file");
                self.context.objects.delete(&orphans).await?;
            }
        }
        Ok(())
    }

    fn next_run(job: &Claimed, after: String, now: Timestamp) -> Result<Job, Fault> {
        Ok(Job {
            company: job.company_id.clone(),
            kind: SWEEP_OBJECTS.kind,
            payload: serde_json::to_value(Position { after }).map_err(Fault::internal)?,
            key: format!("{} after {}", SWEEP_OBJECTS.kind.wire_name(), job.id),
            queue_key: SWEEP_OBJECTS.kind.wire_name().to_owned(),
            run_at: now,
        })
    }
}

#[async_trait]
impl Handler for SweepObjects {
    fn purpose(&self) -> &'static str {
        "Delete stored objects without a file"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let Position { after } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let keys = self.context.objects.list_after(&after, MAX_LISTED).await?;
        self.sweep(&keys, now.minus(rules::ORPHAN_AGE)).await?;
        let mut tx = self.context.db.platform().await?;
        jobs::finish(&mut tx, job).await?;
        if let Some(last) = keys.into_iter().nth(MAX_LISTED - 1) {
            jobs::enqueue(&mut tx, &self.context.ids, now, Self::next_run(job, last, now)?).await?;
        }
        tx.commit().await
    }
}
