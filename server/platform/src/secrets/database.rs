//! Secrets in our own database, sealed by the vault.
use std::sync::Arc;

use crate::{Clock, Db, Fault, Scope, Tx, Vault};
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};

use super::{
    SecretStore,
    store::{self, Renewed, Row},
};

/// Number of secrets that are re-encrypted in one transaction.
const BATCH: i64 = 200;

/// Keeps secrets in the database.
pub struct Database {
    /// Seals and opens them.
    pub vault: Arc<Vault>,
    /// The time.
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

/// Seals with the newest key what an older one sealed, so that the older one can be taken out
/// of the configuration. What does not open stays as it is and is told in the log.
pub async fn reseal(db: &Db, vault: &Vault) -> Result<(), Fault> {
    let mut after = (String::new(), String::new());
    let mut renewed = 0;
    loop {
        let mut tx = db.platform().await?;
        let rows = store::after(&mut tx, &after, BATCH).await?;
        let Some(last) = rows.last() else { break };
        after = (last.company_id.to_string(), last.name.clone());
        let fresh: Vec<Renewed> = rows.iter().filter_map(|row| anew(vault, row)).collect();
        if !fresh.is_empty() {
            renewed += store::renew(&mut tx, &fresh).await?;
            tx.commit().await?;
        }
    }
    if renewed > 0 {
        tracing::info!(secrets = renewed, "sealed anew with the newest key");
    }
    Ok(())
}

fn anew(vault: &Vault, row: &Row) -> Option<Renewed> {
    if vault.is_current(&row.sealed) {
        return None;
    }
    let (company, name) = (&row.company_id, row.name.as_str());
    let sealed = vault.open(company, name, &row.sealed).and_then(|plain| vault.seal(company, name, &plain));
    match sealed {
        Ok(sealed) => Some((company.to_string(), row.name.clone(), row.sealed.clone(), sealed)),
        Err(fault) => {
            tracing::error!(%fault, "a secret cannot be sealed anew");
            None
        }
    }
}
