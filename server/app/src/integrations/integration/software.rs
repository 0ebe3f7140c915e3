//! The port to association software, and the adapter that needs nothing: a file that was uploaded.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use super::{model::Entry, store};

/// A software that knows a company's associations.
#[async_trait]
pub trait AssociationSoftware: Send + Sync {
    /// All of them; none when nobody has told it of any.
    async fn associations(&self, tx: &mut Tx, scope: &Scope) -> Result<Option<Vec<Entry>>, Fault>;
}

/// The file that an administrator uploaded.
pub struct Uploaded;

#[async_trait]
impl AssociationSoftware for Uploaded {
    async fn associations(&self, tx: &mut Tx, scope: &Scope) -> Result<Option<Vec<Entry>>, Fault> {
        store::file(tx, scope).await
    }
}
