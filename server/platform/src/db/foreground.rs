//! Delays background work, such as sending a blast, while a resident or user waits for other work on the same processors
//! and database. Background work continues once no foreground work has been in progress for a few milliseconds.
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::sleep,
};

/// Longer than the time between two steps of a reply to a resident.
const QUIET: Duration = Duration::from_millis(3);
/// Maximum delay of background work.
const MAX_WAIT: Duration = Duration::from_millis(50);
/// Time after marked work during which more foreground work is expected.
const BUSY_TIME: Duration = Duration::from_secs(1);

tokio::task_local! {
    /// Set while a job runs.
    static IN_JOB: ();
}

/// Runs the work of a job, and limits its writes so that calls do not wait behind many jobs. Tasks that it spawns are
/// not limited.
pub async fn in_job<F: Future>(work: F) -> F::Output {
    IN_JOB.scope((), work).await
}

/// Returns whether the current task runs a job.
pub fn is_in_job() -> bool {
    IN_JOB.try_with(|()| ()).is_ok()
}

/// The foreground work of this server, which is writes that are not background writes and work marked as such, and
/// limits for its background writes and for the writes of its jobs.
#[derive(Clone)]
pub struct Foreground {
    state: Arc<Mutex<State>>,
    background: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
}

#[derive(Default)]
struct State {
    /// Number of pieces of work that are under way, or wait for SQLite's writer or for writes of other jobs.
    count: usize,
    last_end: Option<Instant>,
    /// When work was last marked as foreground work.
    last_mark: Option<Instant>,
}

/// Work that is under way, until this is dropped.
pub struct ForegroundWork {
    foreground: Foreground,
}

/// A write of a transaction, until this is dropped.
pub enum WriteGuard {
    /// Delays the start of background writes. A job's write also has one of a limited number of permits.
    Foreground { _work: ForegroundWork, _permit: Option<OwnedSemaphorePermit> },
    /// One of the limited number of background writes.
    Background { _permit: Option<OwnedSemaphorePermit> },
}

impl Foreground {
    /// Creates the state of a server without work.
    pub fn new(max_background_writes: usize, max_job_writes: usize) -> Self {
        let background = Arc::new(Semaphore::new(max_background_writes));
        Self { state: Arc::default(), background, jobs: Arc::new(Semaphore::new(max_job_writes)) }
    }

    /// Begins a write that is not a background write. A job's write first waits until few writes of other jobs are under
    /// way.
    pub async fn begin_write(&self, is_in_job: bool) -> WriteGuard {
        let work = self.begin();
        let permit = if is_in_job { self.jobs.clone().acquire_owned().await.ok() } else { None };
        WriteGuard::Foreground { _work: work, _permit: permit }
    }

    /// Begins a background write once few others are under way and it is quiet.
    pub async fn begin_in_background(&self) -> WriteGuard {
        // Fails only once the semaphore is closed, which it never is.
        let permit = self.background.clone().acquire_owned().await.ok();
        self.wait_until_quiet().await;
        WriteGuard::Background { _permit: permit }
    }

    pub fn begin(&self) -> ForegroundWork {
        self.with(|state| state.count += 1);
        ForegroundWork { foreground: self.clone() }
    }

    /// Begins work that is no write, or more than one.
    pub fn mark(&self) -> ForegroundWork {
        self.with(|state| state.last_mark = Some(Instant::now()));
        self.begin()
    }

    /// Returns whether work was marked within the last second.
    pub fn is_busy(&self) -> bool {
        self.with(|state| state.last_mark.is_some_and(|mark| mark.elapsed() < BUSY_TIME))
    }

    /// Waits until no foreground work has been under way for a few milliseconds.
    pub async fn wait_until_quiet(&self) {
        let begun = Instant::now();
        while !self.is_quiet() && begun.elapsed() < MAX_WAIT {
            sleep(Duration::from_millis(1)).await;
        }
    }

    fn is_quiet(&self) -> bool {
        self.with(|state| state.count == 0 && state.last_end.is_none_or(|end| end.elapsed() >= QUIET))
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for ForegroundWork {
    fn drop(&mut self) {
        self.foreground.with(|state| {
            state.count -= 1;
            state.last_end = Some(Instant::now());
        });
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn background_work_waits_for_foreground_work_up_to_a_maximum() {
        let foreground = Foreground::new(1, 1);
        let is_quiet = || foreground.wait_until_quiet().now_or_never().is_some();
        assert!(is_quiet(), "no work has begun yet");
        let work = foreground.begin();
        assert!(!is_quiet(), "work is under way");
        let started = Instant::now();
        foreground.wait_until_quiet().await;
        assert!(started.elapsed() >= MAX_WAIT, "it waits for work that goes on");
        let ended = Instant::now();
        drop(work);
        foreground.wait_until_quiet().await;
        assert!(ended.elapsed() >= QUIET, "other work could follow");
        assert!(is_quiet());
    }

    #[tokio::test]
    async fn a_write_of_a_job_waits_for_that_of_another_job_and_a_call_does_not() {
        let foreground = Foreground::new(1, 1);
        let first = foreground.begin_write(true).await;
        assert!(foreground.begin_write(true).now_or_never().is_none(), "a second job");
        assert!(foreground.begin_write(false).now_or_never().is_some(), "a call");
        drop(first);
        assert!(foreground.begin_write(true).now_or_never().is_some(), "the next job");
    }

    #[tokio::test]
    async fn work_of_a_job_is_known_as_such() {
        assert!(!is_in_job());
        in_job(async { assert!(is_in_job()) }).await;
    }

    #[test]
    fn only_marked_work_makes_the_foreground_busy_for_a_second() {
        let foreground = Foreground::new(1, 1);
        drop(foreground.begin());
        assert!(!foreground.is_busy(), "a single write");
        drop(foreground.mark());
        assert!(foreground.is_busy());
        foreground.with(|state| state.last_mark = Instant::now().checked_sub(BUSY_TIME));
        assert!(!foreground.is_busy());
    }

    #[tokio::test]
    async fn a_background_write_waits_for_another_one_to_end() {
        let foreground = Foreground::new(1, 1);
        let first = foreground.begin_in_background().await;
        assert!(foreground.begin_in_background().now_or_never().is_none());
        drop(first);
        assert!(foreground.begin_in_background().now_or_never().is_some());
    }
}
