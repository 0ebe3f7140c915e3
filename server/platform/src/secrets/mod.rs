//! Secrets of companies, such as credentials for other systems.
//!
//! A secret is bound to its company and its name: copied to another row, it cannot be decrypted.
//! Secrets are never logged, and no call returns one.
mod database;
mod store;

use crate::{Fault, Scope, Tx};
use async_trait::async_trait;
use secrecy::SecretString;

pub use database::{Database, reseal};

/// Stores secrets. Changes are part of the transaction that is passed in.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// Stores a secret under a name. Returns whether it replaced an existing one.
    async fn put(&self, tx: &mut Tx, scope: &Scope, name: &str, secret: &SecretString)
    -> Result<bool, Fault>;

    /// Returns the secret with a name, if there is one.
    async fn get(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<Option<SecretString>, Fault>;

    /// Deletes the secret with a name. Returns false if there is none.
    async fn delete(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault>;
}

/// Returns the name of the secret that holds a client credential.
#[must_use]
pub fn credential(name: &str) -> String {
    format!("credential/{name}")
}

/// Renames a secret, or deletes it if there is no new name.
pub async fn rename(
    secrets: &dyn SecretStore,
    tx: &mut Tx,
    scope: &Scope,
    from: &str,
    to: Option<&str>,
) -> Result<(), Fault> {
    if let Some(to) = to
        && let Some(secret) = secrets.get(tx, scope, from).await?
    {
        secrets.put(tx, scope, to, &secret).await?;
    }
    secrets.delete(tx, scope, from).await.map(drop)
}
