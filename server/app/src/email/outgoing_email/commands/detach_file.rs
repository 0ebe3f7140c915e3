//! Removes a file from a draft.
use platform::{Actor, Fault};

use super::{delete_files::delete_files, publish, require_locked};
use crate::{
    context::Context,
    email::{
        email_thread::{EmailMessage, EmailMessageId},
        outgoing_email::rules,
    },
};

/// Removes a file from a draft, if it is attached.
///
/// # Errors
/// `NOT_FOUND`, `EMAIL_ALREADY_SENT`.
pub async fn detach_file(
    context: &Context,
    actor: &Actor,
    id: &EmailMessageId,
    position: i32,
) -> Result<EmailMessage, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    rules::check_draft(&draft)?;
    delete_files(&mut tx, &scope, id, Some(position)).await?;
    publish(&mut tx, actor, &draft, context.now());
    tx.commit().await?;
    Ok(draft)
}
