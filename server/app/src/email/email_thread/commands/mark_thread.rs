//! Marks a thread as read or unread.
use platform::{Actor, Fault};

use super::save;
use crate::{
    context::Context,
    email::email_thread::{
        model::{EmailThread, EmailThreadId},
        store,
    },
};

/// Marks a thread as read or unread.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn mark_thread(
    context: &Context,
    actor: &Actor,
    id: &EmailThreadId,
    is_unread: bool,
) -> Result<EmailThread, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut thread = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    if thread.unread != is_unread {
        thread.unread = is_unread;
        thread.version += 1;
        save(&mut tx, context, actor, &thread).await?;
        tx.commit().await?;
    }
    Ok(thread)
}
