//! Hashing passwords: Argon2id, a few at a time, off the threads that serve calls.
use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use platform::Fault;
use tokio::sync::Semaphore;

/// A bounded pool: each hash takes 19 MiB and some 20 ms.
#[derive(Clone)]
pub struct Passwords {
    places: Arc<Semaphore>,
    /// What is checked where there is no account, so that it takes as long.
    nobody: Arc<str>,
}

const PLACES: usize = 2;

impl Passwords {
    /// A pool.
    ///
    /// # Errors
    /// When the machine has no entropy.
    pub fn new() -> Result<Self, Fault> {
        Ok(Self {
            places: Arc::new(Semaphore::new(PLACES)),
            nobody: hash("nobody-has-this-password")?.into(),
        })
    }

    /// The hash of a new password, with its own salt and parameters in it.
    ///
    /// # Errors
    /// When the machine has no entropy.
    pub async fn hash(&self, password: String) -> Result<String, Fault> {
        self.work(move || hash(&password)).await?
    }

    /// Whether it is the password of that hash. Without one it takes as long and is not.
    ///
    /// # Errors
    /// When the server is going down.
    pub async fn matches(&self, password: String, hash: Option<String>) -> Result<bool, Fault> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.to_string());
        let same = self.work(move || {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(same.await? && known)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
        let _place = self.places.acquire().await.map_err(Fault::unavailable)?;
        tokio::task::spawn_blocking(work).await.map_err(Fault::unavailable)
    }
}

fn hash(password: &str) -> Result<String, Fault> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| Fault::internal(error.to_string()))
}
