//! Limits CPU-bound work to one task at a time, on a low-priority thread apart from the threads that handle calls.
//!
//! A slot stays taken until its work is done, even if the caller has gone away. Otherwise callers that
//! give up and retry would fill every core.
use std::{sync::Arc, thread};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::Fault;

/// The lowest scheduling priority on Linux.
#[cfg(target_os = "linux")]
const LOWEST_PRIORITY: i32 = 19;

/// Runs CPU-bound work on a new thread of the lowest scheduling priority.
///
/// # Errors
/// `UNAVAILABLE` if the thread cannot be started or the work panics.
pub async fn run_at_lowest_priority<T: Send + 'static>(
    thread_name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    let (sender, receiver) = oneshot::channel();
    let thread = thread::Builder::new().name(thread_name.into()).spawn(move || {
        // On Linux `nice` applies to the calling thread and the threads that it starts.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(LOWEST_PRIORITY);
        let _ = sender.send(work());
    });
    thread.map_err(Fault::unavailable)?;
    receiver.await.map_err(Fault::unavailable)
}

/// Runs one CPU-bound task at a time. Clones share the same slot.
#[derive(Clone, Debug)]
pub struct CpuPool {
    slots: Arc<Semaphore>,
}

/// The right to run one task in a [`CpuPool`].
#[derive(Debug)]
pub struct CpuSlot {
    permit: OwnedSemaphorePermit,
}

impl CpuPool {
    /// Creates a pool whose slot is free.
    #[must_use]
    pub fn new() -> Self {
        Self { slots: Arc::new(Semaphore::new(1)) }
    }

    /// Waits for the slot.
    ///
    /// # Errors
    /// `UNAVAILABLE` while the server stops.
    pub async fn slot(&self) -> Result<CpuSlot, Fault> {
        let permit = self.slots.clone().acquire_owned().await.map_err(Fault::unavailable)?;
        Ok(CpuSlot { permit })
    }

    /// Waits for the slot and runs the work in it.
    ///
    /// # Errors
    /// `UNAVAILABLE` while the server stops, or if the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        self.slot().await?.run(work).await
    }
}

impl Default for CpuPool {
    fn default() -> Self {
        Self::new()
    }
}

impl CpuSlot {
    /// Runs the work and frees the slot.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the work panics.
    pub async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let permit = self.permit;
        let work = move || {
            let _permit = permit;
            work()
        };
        run_at_lowest_priority("cpu pool", work).await
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use std::sync::mpsc;

    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_slot_is_in_use_until_the_work_ends_even_if_the_caller_is_gone() {
        let pool = CpuPool::new();
        let (started, has_started) = mpsc::channel();
        let (finish, may_finish) = mpsc::channel::<()>();
        let work = move || {
            started.send(()).unwrap();
            may_finish.recv().unwrap();
        };
        let mut call = Box::pin(pool.run(work));
        assert!(call.as_mut().now_or_never().is_none());
        drop(call);
        has_started.recv().unwrap();
        assert!(pool.slot().now_or_never().is_none(), "the work still runs");
        finish.send(()).unwrap();
        assert_eq!(pool.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn panicking_work_releases_its_slot() {
        let pool = CpuPool::new();
        let panicked = pool.run(|| panic!("odd data")).await;
        assert!(panicked.is_err());
        assert_eq!(pool.run(|| 7).await.unwrap(), 7);
    }
}
