//! What a company keeps secret, such as its credential for another system.
//!
//! A secret is bound to its company and its name: moved to another row, it does not open. It
//! is never logged, and no call returns it.
mod database;
mod store;

use crate::{Fault, Scope, Tx};
use async_trait::async_trait;
use secrecy::SecretString;

pub use database::{Database, reseal};

/// Where secrets are kept. What is done with one belongs to the transaction of its cause.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// Keeps a secret under a name; true when there was one, which is replaced.
    async fn put(&self, tx: &mut Tx, scope: &Scope, name: &str, secret: &SecretString)
    -> Result<bool, Fault>;

    /// The secret of that name, if there is one.
    async fn get(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<Option<SecretString>, Fault>;

    /// Forgets the secret of that name; false when there is none.
    async fn delete(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault>;
}

/// Where a client credential is kept, apart from what else is secret.
#[must_use]
pub fn credential(name: &str) -> String {
    format!("credential/{name}")
}

/// Keeps a secret under another name from now on; without one, it is forgotten.
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
