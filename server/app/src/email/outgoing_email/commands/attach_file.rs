//! Attaches a file to a draft.
use platform::{Actor, Fault, Scope, Tx};

use super::{publish, require, require_locked};
use crate::{
    context::Context,
    email::{
        email_thread::{self, Attachment, EmailMessage, EmailMessageId},
        outgoing_email::{attached_file::AttachedFile, rules},
    },
    operations::file::{self, NewFile},
};

/// Attaches a file to a draft.
///
/// # Errors
/// `NOT_FOUND`, `EMAIL_ALREADY_SENT`, `TOO_MANY_EMAIL_ATTACHMENTS`; `INVALID_ARGUMENT` on `data`.
pub async fn attach_file(
    context: &Context,
    actor: &Actor,
    id: &EmailMessageId,
    attached: AttachedFile,
) -> Result<EmailMessage, Fault> {
    let scope = actor.scope();
    let size_bytes = i64::try_from(attached.bytes.len()).unwrap_or(i64::MAX);
    let mut tx = context.db.read(&scope).await?;
    let draft = require(&mut tx, actor, id).await?;
    check(&mut tx, &scope, &draft, size_bytes).await?;
    drop(tx);
    let AttachedFile { name, media_type, bytes } = attached;
    // Downloaded rather than shown by the browser, like received files.
    let stored = "application/octet-stream";
    let new = NewFile { name: &name, media_type: stored, bytes, expires: None, single_use: false };
    let written = file::write(context, &scope, new).await?;
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    let others = check(&mut tx, &scope, &draft, size_bytes).await?;
    let file_id = Some(file::keep(&mut tx, &scope, context, &written).await?);
    let attachment = Attachment {
        message_id: draft.id.clone(),
        position: others.last().map_or(0, |last| last.position + 1),
        name,
        media_type: media_type.to_owned(),
        size_bytes,
        file_id,
    };
    email_thread::insert_attachment(&mut tx, &scope, &attachment).await?;
    publish(&mut tx, actor, &draft, context.now());
    tx.commit().await?;
    Ok(draft)
}

/// Returns the files of a draft after checking that one of this size can be added.
async fn check(
    tx: &mut Tx,
    scope: &Scope,
    draft: &EmailMessage,
    size_bytes: i64,
) -> Result<Vec<Attachment>, Fault> {
    rules::check_draft(draft)?;
    let others = email_thread::list_attachments(tx, scope, &[draft.id.as_str()]).await?;
    rules::check_attachment(&others, size_bytes)?;
    Ok(others)
}
