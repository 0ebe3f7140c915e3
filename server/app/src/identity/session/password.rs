//! Password hashing with Argon2id in a bounded pool, off the threads that serve calls.
use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use platform::{ErrorReason, Fault, cpu_pool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use super::{model::PasswordOwner, password_strength};

/// A bounded pool for hashes, which take 19 MiB and about 20 ms each, and strength checks, which take a few ms. Cheap
/// to clone.
#[derive(Clone)]
pub struct Passwords {
    workers: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// The part of the queue for locations with too many failures.
    crowded: Arc<Semaphore>,
}

/// The hash that is verified if there is no account, so that the duration is the same. It is random: no password is
/// known that matches it.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$hbISDF2azpoVqUsQSAq7Mw$8k5MQb1Zg3E8OrWdL/TAHj7nzCOTQ2HtfMAyIV7vD3E";

/// Maximum number of password checks that run or wait.
const MAX_QUEUED: usize = 1_000;
/// Maximum number of password checks among them for locations with too many failures, so that attackers there cannot
/// fill the queue.
const MAX_QUEUED_OF_CROWDED_LOCATIONS: usize = 100;
/// The retry delay when the queue is full.
const RETRY_AFTER: std::time::Duration = std::time::Duration::from_secs(5);

impl Passwords {
    /// Creates a pool that uses half of the cores, at least one.
    pub fn new(cores: usize) -> Self {
        Self {
            workers: Arc::new(Semaphore::new((cores / 2).max(1))),
            queue: Arc::new(Semaphore::new(MAX_QUEUED)),
            crowded: Arc::new(Semaphore::new(MAX_QUEUED_OF_CROWDED_LOCATIONS)),
        }
    }

    /// Reserves a slot in the queue.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` with reason `BUSY` if 1,000 checks are queued.
    pub fn queue(&self) -> Result<QueueSlot, Fault> {
        Ok(QueueSlot { _waiting: reserve(&self.queue)?, _crowded: None, pool: self.clone() })
    }

    /// Checks the length and strength of a new password.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` on `field`; `RESOURCE_EXHAUSTED` if the queue is full.
    pub async fn check(
        &self,
        field: &'static str,
        password: &str,
        owner: PasswordOwner,
    ) -> Result<(), Fault> {
        password_strength::check_length(password).map_err(|why| Fault::field(field, why))?;
        let password = password.to_owned();
        let judged = self.queue()?.work(move || password_strength::check_guessability(&password, &owner));
        judged.await?.map_err(|why| Fault::field(field, why))
    }

    /// Hashes a new password; the result includes salt and parameters.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` if the queue is full.
    pub async fn hash(&self, password: String) -> Result<String, Fault> {
        self.queue()?.work(move || hash(&password)).await?
    }

    /// Returns whether a password matches a hash.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` if the queue is full.
    pub async fn matches(&self, password: String, hash: Option<String>) -> Result<bool, Fault> {
        self.queue()?.matches(password, hash).await
    }
}

/// A reserved slot in the queue.
pub struct QueueSlot {
    pool: Passwords,
    _waiting: OwnedSemaphorePermit,
    _crowded: Option<OwnedSemaphorePermit>,
}

/// Takes a place in a queue.
fn reserve(queue: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Fault> {
    queue.clone().try_acquire_owned().map_err(|error| match error {
        TryAcquireError::NoPermits => Fault::exhausted(
            ErrorReason::Busy,
            "Too many people are logging in right now. Try again in a few seconds.",
            Some(RETRY_AFTER),
        ),
        closed @ TryAcquireError::Closed => Fault::unavailable(closed),
    })
}

impl QueueSlot {
    /// Counts the slot as one of the 100 for locations with too many failures.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` with reason `BUSY` if these are taken.
    pub fn of_crowded_location(self) -> Result<Self, Fault> {
        Ok(Self { _crowded: Some(reserve(&self.pool.crowded)?), ..self })
    }

    /// Returns whether a password matches a hash. A missing or empty hash never matches and takes as long.
    ///
    /// # Errors
    /// `UNAVAILABLE` while the server shuts down.
    pub async fn matches(self, password: String, hash: Option<String>) -> Result<bool, Fault> {
        let hash = hash.filter(|hash| !hash.is_empty());
        let has_hash = hash.is_some();
        let hash = hash.unwrap_or_else(|| DUMMY_HASH.to_owned());
        let matches = self.work(move || {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(matches.await? && has_hash)
    }

    /// Runs work in the pool. The worker is held until the work is done, even if the call is canceled.
    async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let worker = self.pool.workers.clone().acquire_owned().await.map_err(Fault::unavailable)?;
        let work = move || {
            let _worker = worker;
            work()
        };
        cpu_pool::run_at_lowest_priority("password", work).await
    }
}

fn hash(password: &str) -> Result<String, Fault> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| Fault::internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_refuses_until_a_slot_is_released() {
        let pool = Passwords::new(2);
        let mut waiting: Vec<QueueSlot> = (0..MAX_QUEUED).map(|_| pool.queue().expect("room")).collect();
        let refused = pool.matches("a-password-of-mine".into(), None).await.expect_err("no room");
        assert_eq!(refused.code(), tonic::Code::ResourceExhausted);
        waiting.pop();
        assert!(!pool.matches("not-the-password".into(), None).await.expect("room"));
    }

    #[tokio::test]
    async fn crowded_locations_do_not_fill_the_queue() {
        let pool = Passwords::new(2);
        let crowded = || pool.queue().and_then(QueueSlot::of_crowded_location);
        let mut waiting: Vec<QueueSlot> =
            (0..MAX_QUEUED_OF_CROWDED_LOCATIONS).map(|_| crowded().expect("room")).collect();
        let refused = crowded().err().expect("no room");
        assert_eq!(refused.code(), tonic::Code::ResourceExhausted);
        let others = pool.queue().expect("room for others");
        assert!(!others.matches("not-the-password".into(), None).await.expect("a worker"));
        waiting.pop();
        assert!(crowded().is_ok());
    }

    #[tokio::test]
    async fn no_password_matches_an_account_without_one() {
        let pool = Passwords::new(2);
        let hash = pool.hash("a-password-of-mine".into()).await.expect("entropy");
        assert!(pool.matches("a-password-of-mine".into(), Some(hash)).await.expect("room"));
        for none in [None, Some(String::new())] {
            assert!(!pool.matches("not-the-password".into(), none).await.expect("room"));
        }
    }

    #[test]
    fn verifying_the_dummy_hash_costs_as_much_as_verifying_a_new_hash() {
        let new = hash("a-password-of-mine").expect("entropy");
        let [new, dummy] = [new.as_str(), DUMMY_HASH].map(|text| PasswordHash::new(text).expect("a hash"));
        assert_eq!(
            (dummy.algorithm, dummy.version, &dummy.params),
            (new.algorithm, new.version, &new.params)
        );
        assert_eq!(dummy.salt.map(|salt| salt.len()), new.salt.map(|salt| salt.len()));
        assert_eq!(dummy.hash.map(|hash| hash.len()), new.hash.map(|hash| hash.len()));
    }
}
