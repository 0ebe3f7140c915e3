//! Attaches photos to a reply that the server wrote.
use platform::{Fault, Scope, Tx};

use crate::{
    context::Context,
    email::email_thread::{self, Attachment, EmailMessageId},
    operations::file::{self, WrittenFile},
};

/// Attaches written photos, which are JPEG files, to a reply that was just scheduled.
pub async fn attach_photos(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    reply: &EmailMessageId,
    photos: &[WrittenFile],
) -> Result<(), Fault> {
    for (position, photo) in (0..).zip(photos) {
        let attachment = Attachment {
            message_id: reply.clone(),
            position,
            name: photo.name.clone(),
            media_type: "image/jpeg".to_owned(),
            size_bytes: photo.size_bytes,
            file_id: Some(file::keep(tx, scope, context, photo).await?),
        };
        email_thread::insert_attachment(tx, scope, &attachment).await?;
    }
    Ok(())
}
