//! Mailboxes of communities.
mod commands;
mod convert;
mod imap;
mod model;
mod rules;
mod service;
mod store;

pub use imap::{Folder, ImapConnection};
pub use model::{DueMailbox, FolderPosition, Mailbox, MailboxId, MailboxKind};
pub use rules::parse_address;
pub use service::Service;
pub use store::{
    any_to_watch, claim_watches, find_position, insert, list_due, lock, purge, record_check, record_receipt,
    save_position,
};

use platform::{Fault, Scope, Tx};
use secrecy::SecretString;

use crate::context::Context;

/// Returns a mailbox that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &MailboxId) -> Result<Mailbox, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Returns the password for the mail server; empty if there is none.
pub async fn password(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &MailboxId,
) -> Result<SecretString, Fault> {
    Ok(context.secrets.get(tx, scope, &secret_name(id)).await?.unwrap_or_default())
}

/// Returns the name of the secret with the password for the mail server.
fn secret_name(id: &MailboxId) -> String {
    format!("mailbox/{id}")
}
