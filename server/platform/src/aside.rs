//! Work that keeps a core busy: beside the threads on which calls are answered, and one at a time.
//!
//! The place is kept until the work is done, also when whoever asked for it has gone: else those who give up and ask
//! again would fill every core.
use std::{sync::Arc, thread};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::Fault;

/// The kernel's least urgent.
#[cfg(target_os = "linux")]
const LEAST_URGENT: i32 = 19;

/// Does such work on a thread of its own, behind all that answers calls.
///
/// # Errors
/// `UNAVAILABLE` where no thread is to be had, or where the work broke off.
pub async fn least_urgent<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    let (done, worked) = oneshot::channel();
    let thread = thread::Builder::new().name(name.into()).spawn(move || {
        // On Linux a thread has a priority of its own, and whatever it starts has the same.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(LEAST_URGENT);
        let _ = done.send(work());
    });
    thread.map_err(Fault::unavailable)?;
    worked.await.map_err(Fault::unavailable)
}

/// Where one kind of such work is done. Cheap to clone: clones are the same place.
#[derive(Clone, Debug)]
pub struct Aside(Arc<Semaphore>);

/// The place, for whoever has it.
#[derive(Debug)]
pub struct Place(OwnedSemaphorePermit);

impl Aside {
    /// With nobody at it.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }

    /// Waits for the place.
    ///
    /// # Errors
    /// `UNAVAILABLE` while the server stops.
    pub async fn place(&self) -> Result<Place, Fault> {
        self.0.clone().acquire_owned().await.map(Place).map_err(Fault::unavailable)
    }

    /// Waits for the place, and does the work there.
    ///
    /// # Errors
    /// `UNAVAILABLE` while the server stops, or where the work broke off.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        self.place().await?.run(work).await
    }
}

impl Default for Aside {
    fn default() -> Self {
        Self::new()
    }
}

impl Place {
    /// Does the work, and leaves the place.
    ///
    /// # Errors
    /// `UNAVAILABLE` where the work broke off.
    pub async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let Self(permit) = self;
        let work = move || {
            let _permit = permit;
            work()
        };
        least_urgent("aside", work).await
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use std::sync::mpsc;

    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn the_place_is_kept_until_the_work_is_done_though_nobody_waits_for_it() {
        let aside = Aside::new();
        let (begun, has_begun) = mpsc::channel();
        let (go, may_go) = mpsc::channel::<()>();
        let work = move || {
            begun.send(()).unwrap();
            may_go.recv().unwrap();
        };
        let mut asked = Box::pin(aside.run(work));
        assert!(asked.as_mut().now_or_never().is_none());
        drop(asked);
        has_begun.recv().unwrap();
        assert!(aside.place().now_or_never().is_none(), "it is at it still");
        go.send(()).unwrap();
        assert_eq!(aside.run(|| 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn work_that_breaks_off_leaves_the_place() {
        let aside = Aside::new();
        let broken = aside.run(|| panic!("odd data")).await;
        assert!(broken.is_err());
        assert_eq!(aside.run(|| 7).await.unwrap(), 7);
    }
}
