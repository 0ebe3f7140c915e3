//! Mailboxes of communities.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use model::{Mailbox, MailboxId, MailboxKind};
pub use rules::parse_address;
pub use service::Service;
pub use store::{insert, lock, purge, record_receipt};

use platform::{Fault, Scope, Tx};

/// Returns a mailbox that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &MailboxId) -> Result<Mailbox, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}
