//! Secrets in Parlor's own database, encrypted by the vault.
use std::sync::Arc;

use crate::{Clock, Db, Fault, Scope, Tx, Vault};
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};

use super::{
    SecretStore,
    store::{self, Position, Renewed, Row},
};

/// Number of secrets that are re-encrypted in one transaction.
const BATCH: i64 = 200;

/// Stores secrets in the database.
pub struct Database {
    /// Encrypts and decrypts the secrets.
    pub vault: Arc<Vault>,
    /// Source of the time at which a secret was updated.
    pub clock: Arc<dyn Clock>,
}

#[async_trait]
impl SecretStore for Database {
    async fn put(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        name: &str,
        secret: &SecretString,
    ) -> Result<bool, Fault> {
        let sealed = self.vault.seal(scope.company(), name, secret.expose_secret().as_bytes())?;
        let now = self.clock.now();
        if store::add(tx, scope, name, &sealed, now).await? {
            return Ok(false);
        }
        store::replace(tx, scope, name, &sealed, now).await?;
        Ok(true)
    }

    async fn get(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<Option<SecretString>, Fault> {
        let Some(sealed) = store::find(tx, scope, name).await? else { return Ok(None) };
        let plain = self.vault.open(scope.company(), name, &sealed)?;
        let text = String::from_utf8(plain).map_err(|_| Fault::internal("a secret is no text"))?;
        Ok(Some(text.into()))
    }

    async fn delete(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault> {
        store::delete(tx, scope, name).await
    }
}

/// Re-encrypts all secrets that are encrypted with an older key with the newest one, so that the older
/// key can be removed from the configuration. A secret that cannot be decrypted is logged and not changed.
pub async fn reseal(db: &Db, vault: &Vault) -> Result<(), Fault> {
    let mut after = Position::default();
    let mut renewed = 0;
    loop {
        let mut tx = db.platform().await?;
        let rows = store::after(&mut tx, &after, BATCH).await?;
        let Some(last) = rows.last() else { break };
        after = Position { company_id: last.company_id.to_string(), name: last.name.clone() };
        let updates: Vec<Renewed> = rows.iter().filter_map(|row| reseal_row(vault, row)).collect();
        if !updates.is_empty() {
            renewed += store::renew(&mut tx, &updates).await?;
            tx.commit().await?;
        }
    }
    if renewed > 0 {
        tracing::info!(secrets = renewed, "re-encrypted secrets with the newest key");
    }
    Ok(())
}

/// Re-encrypts a secret. Returns `None` if it has the newest key, or cannot be decrypted.
fn reseal_row(vault: &Vault, row: &Row) -> Option<Renewed> {
    if vault.is_current(&row.sealed) {
        return None;
    }
    let (company, name) = (&row.company_id, row.name.as_str());
    let sealed = vault.open(company, name, &row.sealed).and_then(|plain| vault.seal(company, name, &plain));
    match sealed {
        Ok(sealed) => Some((company.to_string(), row.name.clone(), row.sealed.clone(), sealed)),
        Err(fault) => {
            tracing::error!(%fault, "could not re-encrypt a secret");
            None
        }
    }
}
