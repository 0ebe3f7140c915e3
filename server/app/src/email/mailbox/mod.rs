//! Mailboxes of communities.
mod commands;
mod convert;
mod imap;
mod limited_stream;
mod model;
mod rules;
mod service;
mod store;

pub use imap::{Folder, ImapConnection};
pub use model::{DueMailbox, FolderPosition, Mailbox, MailboxHealth, MailboxId, MailboxKind};
pub use rules::parse_address;
pub use service::Service;
pub use store::{
    any_to_watch, claim_watches, find_position, insert, list_due, list_health, lock, record_check,
    record_receipt, save_position,
};

use platform::{Fault, Scope, Tx, ids::CommunityId, secrets::SecretStore};
use secrecy::SecretString;

use crate::context::Context;

/// Returns a mailbox that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &MailboxId) -> Result<Mailbox, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Deletes the empty mailboxes of a deleted community with their passwords. Returns the number of deleted mailboxes.
pub async fn purge(
    tx: &mut Tx,
    scope: &Scope,
    secrets: &SecretStore,
    community: &CommunityId,
) -> Result<u64, Fault> {
    let names: Vec<String> = store::purge(tx, scope, community).await?.iter().map(secret_name).collect();
    secrets.delete_many(tx, scope, &names).await?;
    Ok(u64::try_from(names.len()).unwrap_or(u64::MAX))
}

/// Loads the password for the mail server, for [`password`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load_password(context: &Context, scope: &Scope, id: &MailboxId) -> Result<(), Fault> {
    context.secrets.load(scope, &secret_name(id)).await
}

/// Returns the password for the mail server; empty if there is none. It must be loaded before the transaction.
///
/// # Errors
/// `SECRET_MISSING` if the secret store no longer has it.
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
