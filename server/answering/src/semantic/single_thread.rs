//! A dedicated thread for computations that rayon would otherwise spread over all cores.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A thread pool of one thread. Keeps the other cores free for concurrent requests.
pub struct SingleThread {
    pool: Option<ThreadPool>,
}

impl Default for SingleThread {
    fn default() -> Self {
        // Without a pool, the computation runs on the caller's thread.
        Self { pool: ThreadPoolBuilder::new().num_threads(1).build().ok() }
    }
}

impl SingleThread {
    /// Runs the computation on the thread and blocks until it returns.
    pub fn run<T: Send>(&self, computation: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(computation),
            None => computation(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parallel_computation_uses_one_thread() {
        assert_eq!(SingleThread::default().run(rayon::current_num_threads), 1);
    }
}
