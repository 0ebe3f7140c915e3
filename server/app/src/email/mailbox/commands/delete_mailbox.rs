//! Deletes a mailbox.
use platform::{Actor, Fault};

use super::record;
use crate::{
    context::Context,
    email::mailbox::{model::MailboxId, require, secret_name, store},
    operations::audit::AuditAction,
};

/// Deletes a mailbox with its password.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn delete_mailbox(context: &Context, actor: &Actor, id: &MailboxId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mailbox = require(&mut tx, &scope, id).await?;
    store::delete(&mut tx, &scope, &mailbox.id, context.now()).await?;
    context.secrets.delete(&mut tx, &scope, &secret_name(&mailbox.id)).await?;
    record(context, &mut tx, actor, AuditAction::MailboxDeleted, &mailbox, "Deleted", vec![]).await?;
    tx.commit().await
}
