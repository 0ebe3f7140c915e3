//! Keeps background writes out of the way of others, which would wait for them or share the processors with them: a
//! background write starts once no other has been under way for a few milliseconds.
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::time::sleep;

/// Longer than the time between two transactions of a reply to a resident.
const QUIET: Duration = Duration::from_millis(3);
/// A background write starts after this time in any case.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// The writes that are not background writes.
#[derive(Clone, Default)]
pub struct ForegroundWrites(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Number of writes that are under way or wait for the writer.
    count: usize,
    last_end: Option<Instant>,
}

/// A write that is under way, until this is dropped.
pub struct ForegroundWrite(ForegroundWrites);

impl ForegroundWrites {
    pub fn begin(&self) -> ForegroundWrite {
        self.with(|state| state.count += 1);
        ForegroundWrite(self.clone())
    }

    /// Waits until none of them has been under way for a few milliseconds.
    pub async fn wait_until_quiet(&self) {
        let begun = Instant::now();
        while !self.are_quiet() && begun.elapsed() < MAX_WAIT {
            sleep(Duration::from_millis(1)).await;
        }
    }

    fn are_quiet(&self) -> bool {
        self.with(|state| state.count == 0 && state.last_end.is_none_or(|end| end.elapsed() >= QUIET))
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for ForegroundWrite {
    fn drop(&mut self) {
        self.0.with(|state| {
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
    async fn a_background_write_starts_when_no_other_write_is_under_way() {
        let writes = ForegroundWrites::default();
        let is_quiet = || writes.wait_until_quiet().now_or_never().is_some();
        assert!(is_quiet(), "nothing was written yet");
        let write = writes.begin();
        assert!(!is_quiet(), "a write is under way");
        let begun = Instant::now();
        writes.wait_until_quiet().await;
        assert!(begun.elapsed() >= MAX_WAIT, "it waits for a write that goes on");
        let ended = Instant::now();
        drop(write);
        writes.wait_until_quiet().await;
        assert!(ended.elapsed() >= QUIET, "another write could follow");
        assert!(is_quiet());
    }
}
