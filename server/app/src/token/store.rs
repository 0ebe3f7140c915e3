//! Who changes the keys waits for whoever does so now.
use platform::{Fault, Tx, dialect};

/// Has others who would change the keys wait until this is committed. On SQLite they do anyway.
pub async fn lock(tx: &mut Tx) -> Result<(), Fault> {
    tx.query(dialect("SELECT 1", "SELECT CAST(pg_advisory_xact_lock(hashtext('signing keys')) AS TEXT)"))
        .run()
        .await?;
    Ok(())
}
