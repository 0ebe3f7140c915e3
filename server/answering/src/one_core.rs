//! Arithmetic on one core, however many there are: the others are for whoever waits.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A thread of its own, for what would spread over all cores by itself.
pub struct OneCore(Option<ThreadPool>);

impl Default for OneCore {
    fn default() -> Self {
        // Where no thread can be had, whoever calls does it.
        Self(ThreadPoolBuilder::new().num_threads(1).build().ok())
    }
}

impl OneCore {
    /// Does it there, and waits for it.
    pub fn run<T: Send>(&self, what: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(thread) => thread.install(what),
            None => what(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spreads_by_itself_stays_on_one_thread() {
        assert_eq!(OneCore::default().run(rayon::current_num_threads), 1);
    }
}
