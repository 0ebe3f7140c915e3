//! Queries for the remote images of emails.
use platform::{Fault, Scope, Tx, dialect};
use sqlx::types::Json;

use crate::{
    email::email_thread::model::{EmailImage, EmailMessageId},
    operations::file::FileId,
};

pub async fn insert_images(
    tx: &mut Tx,
    scope: &Scope,
    message: &EmailMessageId,
    urls: &[String],
) -> Result<(), Fault> {
    if urls.is_empty() {
        return Ok(());
    }
    tx.query(dialect(
        "INSERT INTO email_image (company_id, message_id, position, url)
         SELECT $1, $2, key, value FROM json_each($3)",
        "INSERT INTO email_image (company_id, message_id, position, url)
         SELECT $1, $2, place - 1, url FROM jsonb_array_elements_text($3) WITH ORDINALITY AS image (url, place)",
    ))
    .bind(scope.company().as_str())
    .bind(message.as_str())
    .bind(Json(urls))
    .run()
    .await?;
    Ok(())
}

/// Lists the images of an email, in order.
pub async fn list_images(
    tx: &mut Tx,
    scope: &Scope,
    message: &EmailMessageId,
) -> Result<Vec<EmailImage>, Fault> {
    Ok(tx
        .query(
            "SELECT position, url, file_id FROM email_image WHERE company_id = $1 AND message_id = $2
             ORDER BY position",
        )
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .all()
        .await?)
}

/// Sets the copy of an image. Returns false if there already is one.
pub async fn set_image_file(
    tx: &mut Tx,
    scope: &Scope,
    message: &EmailMessageId,
    position: i32,
    file: &FileId,
) -> Result<bool, Fault> {
    let changed = tx
        .query(
            "UPDATE email_image SET file_id = $4
             WHERE company_id = $1 AND message_id = $2 AND position = $3 AND file_id IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .bind(position)
        .bind(file.as_str())
        .run()
        .await?;
    Ok(changed == 1)
}
