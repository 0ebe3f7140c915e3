//! Queries for the attachments of emails.
use platform::{Fault, Scope, Tx};
use sqlx::types::Json;

use crate::{
    email::email_thread::model::{Attachment, EmailMessageId},
    operations::file::FileId,
};

pub async fn insert_attachment(tx: &mut Tx, scope: &Scope, attachment: &Attachment) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO email_attachment (company_id, message_id, position, name, media_type, size_bytes, file_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(scope.company().as_str())
    .bind(attachment.message_id.as_str())
    .bind(attachment.position)
    .bind(&*attachment.name)
    .bind(&*attachment.media_type)
    .bind(attachment.size_bytes)
    .bind(attachment.file_id.as_ref().map(FileId::as_str))
    .run()
    .await?;
    Ok(())
}

/// Lists the attachments of emails, in order.
pub async fn list_attachments(
    tx: &mut Tx,
    scope: &Scope,
    messages: &[&str],
) -> Result<Vec<Attachment>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT message_id, position, name, media_type, size_bytes, file_id FROM email_attachment
             WHERE company_id = $1 AND message_id IN ",
            "$2",
            " ORDER BY message_id, position"
        ))
        .bind(scope.company().as_str())
        .bind(Json(messages))
        .all()
        .await?)
}

/// Deletes an attachment of an email, or all attachments. The caller deletes their files.
pub async fn delete_attachments(
    tx: &mut Tx,
    scope: &Scope,
    message: &EmailMessageId,
    position: Option<i32>,
) -> Result<(), Fault> {
    tx.query(
        "DELETE FROM email_attachment
         WHERE company_id = $1 AND message_id = $2 AND ($3 IS NULL OR position = $3)",
    )
    .bind(scope.company().as_str())
    .bind(message.as_str())
    .bind(position)
    .run()
    .await?;
    Ok(())
}
