//! Photos of texts. Those of a resident's text are pending until they are fetched from the carrier, then stored, or
//! failed with a reason. Those that staff send are stored with their text.
mod convert;
mod model;
mod rules;
mod store;

use platform::{Fault, Scope, Tx};
use serde_json::json;

pub use convert::photo as to_contract;
pub use model::{CarrierFile, Failure, MessagePhoto, MessagePhotoId, NewPhoto, Source, State};
pub use rules::{MAX_PHOTOS, MAX_SENT_PHOTOS, count_text, is_placeholder, placeholder, text_or_placeholder};
pub use store::{mark_failed, messages_since, next_pending, of_messages, record_failed_try};

use crate::{
    context::Context,
    messaging::thread::MessageId,
    operations::file::{self, WrittenPhoto},
};

/// Stores the photos of a message: pending ones, failed ones whose type is not an image, and ones that are
/// already written. Returns whether any photo is still at the carrier.
pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &MessageId,
    photos: Vec<NewPhoto>,
) -> Result<bool, Fault> {
    if photos.is_empty() {
        return Ok(false);
    }
    let (mut rows, mut written, mut is_any_pending) = (Vec::new(), Vec::new(), false);
    for (position, photo) in photos.into_iter().enumerate() {
        let id: MessagePhotoId = context.ids.next(context.now());
        let may_be_image = photo.may_be_image();
        let nowhere = CarrierFile { carrier: 0, url: String::new() };
        let (state, failure, file) = match photo.source {
            Source::Carrier(_) if !may_be_image => (State::Failed, Failure::NotAnImage as i32, nowhere),
            Source::Carrier(file) => {
                is_any_pending = true;
                (State::Pending, 0, file)
            }
            Source::Written(photo) => {
                written.push((id.clone(), photo));
                (State::Pending, 0, nowhere)
            }
        };
        let CarrierFile { carrier, url } = file;
        rows.push(json!([id, position, state as i32, failure, url, photo.content_type, carrier]));
    }
    store::insert(tx, scope, message, rows).await?;
    for (id, photo) in written {
        store_photo(tx, scope, context, &id, &photo).await?;
    }
    Ok(is_any_pending)
}

/// Stores the photos of a text of staff.
pub async fn insert_sent(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &MessageId,
    written: Vec<WrittenPhoto>,
) -> Result<(), Fault> {
    let photos = written.into_iter().map(NewPhoto::from).collect();
    insert(tx, scope, context, message, photos).await?;
    Ok(())
}

/// Deletes the stored photos of a message with their files.
pub async fn delete(tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<(), Fault> {
    let files = store::files_of(tx, scope, message).await?;
    if files.is_empty() {
        return Ok(());
    }
    store::delete(tx, scope, message).await?;
    let files: Vec<_> = files.iter().flat_map(|(photo, thumbnail)| [photo, thumbnail]).collect();
    file::remove(tx, scope, &files).await
}

/// Stores the files of a pending photo.
pub async fn store_photo(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &MessagePhotoId,
    written: &WrittenPhoto,
) -> Result<(), Fault> {
    let size = model::Size {
        width: i32::try_from(written.width).unwrap_or(i32::MAX),
        height: i32::try_from(written.height).unwrap_or(i32::MAX),
        bytes: i32::try_from(written.photo.size_bytes).unwrap_or(i32::MAX),
    };
    let files = file::keep_photo(tx, scope, context, written).await?;
    store::mark_ready(tx, scope, id, &files, &size).await
}
