//! Hashing passwords: Argon2id, a few at a time, off the threads that serve calls.
use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use platform::{Fault, aside};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

/// A bounded pool: each hash takes 19 MiB and some 20 ms. Cheap to clone.
#[derive(Clone)]
pub struct Passwords {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// What is checked where there is no account, so that it takes as long.
    nobody: Arc<str>,
}

/// So many may wait for a place or have one.
const MOST_WAITING: usize = 1_000;
/// When a queue that was full is worth another try.
const RETRY_AFTER: std::time::Duration = std::time::Duration::from_secs(5);

impl Passwords {
    /// A pool for a machine that does `cores` things at once: half of them stay free, so that
    /// calls are answered while many sign in.
    ///
    /// # Errors
    /// When the machine has no entropy.
    pub fn new(cores: usize) -> Result<Self, Fault> {
        Ok(Self {
            places: Arc::new(Semaphore::new((cores / 2).max(1))),
            queue: Arc::new(Semaphore::new(MOST_WAITING)),
            nobody: hash("nobody-has-this-password")?.into(),
        })
    }

    /// A turn in the queue, for work that should not begin where there is none.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` (BUSY) when too many wait.
    pub fn queue(&self) -> Result<Turn, Fault> {
        match self.queue.clone().try_acquire_owned() {
            Ok(waiting) => Ok(Turn { pool: self.clone(), _waiting: waiting }),
            Err(TryAcquireError::NoPermits) => Err(Fault::exhausted(
                "BUSY",
                "Very many people are signing in right now. Try again in a few seconds.",
                Some(RETRY_AFTER),
            )),
            Err(closed) => Err(Fault::unavailable(closed)),
        }
    }

    /// The hash of a new password, with its own salt and parameters in it.
    ///
    /// # Errors
    /// As [`Passwords::queue`], and when the machine has no entropy.
    pub async fn hash(&self, password: String) -> Result<String, Fault> {
        self.queue()?.work(move || hash(&password)).await?
    }

    /// Whether it is the password of that hash.
    ///
    /// # Errors
    /// As [`Passwords::queue`].
    pub async fn matches(&self, password: String, hash: Option<String>) -> Result<bool, Fault> {
        self.queue()?.matches(password, hash).await
    }
}

/// A turn in the queue.
pub struct Turn {
    pool: Passwords,
    _waiting: OwnedSemaphorePermit,
}

impl Turn {
    /// Whether it is the password of that hash. Without one, or with an empty one, it takes as long
    /// and is not.
    ///
    /// # Errors
    /// When the server is going down.
    pub async fn matches(self, password: String, hash: Option<String>) -> Result<bool, Fault> {
        let hash = hash.filter(|hash| !hash.is_empty());
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.pool.nobody.to_string());
        let same = self.work(move || {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(same.await? && known)
    }

    /// The place is kept until the work is done, also when whoever asked for it has gone.
    async fn work<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let place = self.pool.places.clone().acquire_owned().await.map_err(Fault::unavailable)?;
        let work = move || {
            let _place = place;
            work()
        };
        // Calls go first.
        aside::least_urgent("password", work).await
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
    async fn a_full_queue_refuses_until_somebody_leaves_it() {
        let pool = Passwords::new(2).expect("entropy");
        let mut waiting: Vec<Turn> = (0..MOST_WAITING).map(|_| pool.queue().expect("room")).collect();
        let refused = pool.matches("a-password-of-mine".into(), None).await.expect_err("no room");
        assert_eq!(refused.code(), tonic::Code::ResourceExhausted);
        waiting.pop();
        assert!(!pool.matches("nobody-has-this-password".into(), None).await.expect("room"));
    }

    #[tokio::test]
    async fn an_account_without_a_password_has_none_that_matches() {
        let pool = Passwords::new(2).expect("entropy");
        let hash = pool.hash("a-password-of-mine".into()).await.expect("entropy");
        assert!(pool.matches("a-password-of-mine".into(), Some(hash)).await.expect("room"));
        for none in [None, Some(String::new())] {
            assert!(!pool.matches("nobody-has-this-password".into(), none).await.expect("room"));
        }
    }
}
