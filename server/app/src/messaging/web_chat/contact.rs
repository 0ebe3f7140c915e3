//! The contact details and the verified identity of a visitor.
use platform::{Fault, Scope, Tx};

use super::{
    model::{VisitorIdentity, WebChat},
    store,
};
use crate::residents::homeowner;

/// Stores the contact of a chat and indexes it for search. An email address other than the verified one ends the
/// verification.
pub async fn save_contact(tx: &mut Tx, scope: &Scope, chat: &WebChat) -> Result<(), Fault> {
    store::save_contact(tx, scope, chat).await?;
    store::index_contact(tx, scope, chat).await?;
    store::delete_other_identity(tx, scope, &chat.id, &chat.email.to_lowercase()).await
}

/// Stores who the visitor of a chat proved to be, and indexes the names and units of their accounts for search.
pub async fn save_identity(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChat,
    identity: &VisitorIdentity,
) -> Result<(), Fault> {
    store::save_identity(tx, scope, &chat.id, identity).await?;
    let accounts = homeowner::accounts_of_email(tx, scope, &chat.community_id, &identity.email).await?;
    let accounts = accounts.iter().map(|account| format!("{} {}", account.entry.name, account.entry.unit));
    store::index_words(tx, scope, &chat.id, &accounts.collect::<Vec<_>>().join(" ")).await
}
