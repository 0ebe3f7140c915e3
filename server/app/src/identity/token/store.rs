//! The lock of the signing keys.
use platform::{Fault, Tx};

/// Blocks other changes of the keys until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx) -> Result<(), Fault> {
    tx.lock("signing keys").await
}
