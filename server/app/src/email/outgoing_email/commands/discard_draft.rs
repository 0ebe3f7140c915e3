//! Deletes a draft.
use platform::{Actor, Fault};

use super::{delete_files::delete_files, publish, require_locked};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessageId},
        outgoing_email::rules,
    },
};

/// Deletes a draft.
///
/// # Errors
/// `NOT_FOUND`, `EMAIL_ALREADY_SENT`.
pub async fn discard_draft(context: &Context, actor: &Actor, id: &EmailMessageId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    rules::check_draft(&draft)?;
    delete_files(&mut tx, &scope, id, None).await?;
    email_thread::delete_draft(&mut tx, &scope, id).await?;
    publish(&mut tx, actor, &draft, context.now());
    tx.commit().await
}
