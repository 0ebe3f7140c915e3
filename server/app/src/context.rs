//! What is handed to every service at start-up: storage, time, ids and the outside world.
use std::sync::Arc;

use platform::{Clock, Db, Ids, Timestamp};

/// Storage, time and ids. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// Where everything is stored.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes ids.
    pub ids: Arc<Ids>,
}

impl Context {
    /// Now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
