//! The interface to association software, and its implementation by an uploaded file.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use super::{model::Entry, store};

/// Association software that lists a company's associations.
#[async_trait]
pub trait AssociationSoftware: Send + Sync {
    /// Returns all associations; `None` if there are no data yet.
    async fn associations(&self, tx: &mut Tx, scope: &Scope) -> Result<Option<Vec<Entry>>, Fault>;
}

/// The file that an administrator uploaded last.
pub struct Uploaded;

#[async_trait]
impl AssociationSoftware for Uploaded {
    async fn associations(&self, tx: &mut Tx, scope: &Scope) -> Result<Option<Vec<Entry>>, Fault> {
        store::file(tx, scope).await
    }
}
