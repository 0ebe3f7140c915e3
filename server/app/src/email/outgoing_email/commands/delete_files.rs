//! Deletes the files of an email.
use platform::{Fault, Scope, Tx};

use crate::{
    email::email_thread::{self, EmailMessageId},
    operations::file,
};

/// Deletes one attachment of an email with its file, or all attachments; at most 10.
pub(super) async fn delete_files(
    tx: &mut Tx,
    scope: &Scope,
    id: &EmailMessageId,
    position: Option<i32>,
) -> Result<(), Fault> {
    let attached = email_thread::list_attachments(tx, scope, &[id.as_str()]).await?;
    email_thread::delete_attachments(tx, scope, id, position).await?;
    let deleted = attached.iter().filter(|one| position.is_none_or(|position| one.position == position));
    let files: Vec<_> = deleted.filter_map(|attachment| attachment.file_id.as_ref()).collect();
    file::remove(tx, scope, &files).await
}
