//! The lock of the signing keys.
use platform::{Fault, Tx, dialect};

/// Blocks other changes of the keys until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx) -> Result<(), Fault> {
    tx.query(dialect("SELECT 1", "SELECT CAST(pg_advisory_xact_lock(hashtext('signing keys')) AS TEXT)"))
        .run()
        .await?;
    Ok(())
}
