//! Re-encrypts stored secrets when the keys change.
use crate::{Db, Fault, Vault};

use super::store::{self, Position, Renewed, Row};

/// Number of secrets that are re-encrypted in one transaction.
const BATCH: i64 = 200;

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
