//! Photos of messages: encoded again when they are sent, and shown by links that expire.
use std::time::Duration;

use platform::{Fault, Scope, Tx};

use super::{
    model::{LinkedPhoto, WebChatMessage, WebChatMessageId, WebChatPhoto},
    store,
};
use crate::{
    context::Context,
    operations::file::{self, WrittenPhoto},
};

/// How long links for staff are valid.
pub const STAFF_LINK: Duration = Duration::from_secs(3_600);
/// How long links for visitors are valid, whose page is loaded less often.
pub const VISITOR_LINK: Duration = Duration::from_secs(24 * 3_600);
/// How long links in an emailed reply are valid.
pub const EMAIL_LINK: Duration = Duration::from_secs(7 * 24 * 3_600);

/// Encodes and writes the photos of a message, which are files in base64. Call it without a transaction: encoding and
/// storage may be slow.
///
/// # Errors
/// `INVALID_ARGUMENT` on `photos`.
pub async fn write(context: &Context, scope: &Scope, photos: &[String]) -> Result<Vec<WrittenPhoto>, Fault> {
    file::write_photos(context, scope, photos, file::PHOTO_PIXELS).await
}

/// Stores the written photos of a message. Returns them with links for `valid_for`.
pub async fn keep(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    message: &WebChatMessage,
    written: &[WrittenPhoto],
    valid_for: Duration,
) -> Result<Vec<LinkedPhoto>, Fault> {
    let mut photos = Vec::with_capacity(written.len());
    for photo in written {
        let files = file::keep_photo(tx, scope, context, photo).await?;
        photos.push(WebChatPhoto {
            id: context.ids.next(context.now()),
            message_id: message.id.clone(),
            width: i32::try_from(photo.width).unwrap_or(i32::MAX),
            height: i32::try_from(photo.height).unwrap_or(i32::MAX),
            size_bytes: i32::try_from(photo.photo.size_bytes).unwrap_or(i32::MAX),
            file_id: files.file_id,
            thumbnail_id: files.thumbnail_id,
        });
    }
    if !photos.is_empty() {
        store::insert_photos(tx, scope, message, &photos).await?;
    }
    Ok(linked(context, scope, photos, valid_for))
}

/// Returns the photos of messages, in order, with links that are valid for some time.
pub async fn of_messages(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    messages: &[&str],
    valid_for: Duration,
) -> Result<Vec<LinkedPhoto>, Fault> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let photos = store::photos_of_messages(tx, scope, messages).await?;
    Ok(linked(context, scope, photos, valid_for))
}

/// Deletes the photos of a message with their files.
pub async fn delete(tx: &mut Tx, scope: &Scope, message: &WebChatMessageId) -> Result<(), Fault> {
    let photos = store::photos_of_messages(tx, scope, &[message.as_str()]).await?;
    if photos.is_empty() {
        return Ok(());
    }
    store::delete_photos(tx, scope, message).await?;
    let files: Vec<_> = photos.iter().flat_map(|photo| [&photo.file_id, &photo.thumbnail_id]).collect();
    file::remove(tx, scope, &files).await
}

/// Adds the links to photos.
fn linked(
    context: &Context,
    scope: &Scope,
    photos: Vec<WebChatPhoto>,
    valid_for: Duration,
) -> Vec<LinkedPhoto> {
    let until = context.now().plus(valid_for);
    let link = |id: &file::FileId| file::link(context, scope.company(), id, until);
    let with_links = |photo: WebChatPhoto| LinkedPhoto {
        url: link(&photo.file_id),
        thumbnail_url: link(&photo.thumbnail_id),
        photo,
    };
    photos.into_iter().map(with_links).collect()
}
