//! Adds a photo to a service request.
use platform::{Actor, Fault, Scope, Timestamp, Tx};

use super::{require, require_locked, save_with_activity};
use crate::{
    context::Context,
    operations::file,
    service_requests::service_request::{
        model::{ActivityKind, Photo, ServiceRequest, ServiceRequestId},
        rules, store,
    },
};

/// Adds a photo. `data` is the file in base64.
///
/// # Errors
/// `NOT_FOUND`; `TOO_MANY_PHOTOS`; `INVALID_ARGUMENT` on `data`.
pub async fn add_photo(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    data: &str,
    caption: &str,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    rules::check_photo_count(&require(&mut tx, &scope, id).await?)?;
    drop(tx);
    let encoded = file::encode_photo(file::decode(data)?).await?;
    let written = file::write_photo(context, &scope, encoded).await?;
    let mut tx = context.db.write(&scope).await?;
    let mut request = require_locked(&mut tx, &scope, id).await?;
    rules::check_photo_count(&request)?;
    insert_photo(&mut tx, &scope, context, &request.id, &written, caption, context.now()).await?;
    request.photo_count += 1;
    save_with_activity(tx, context, actor, request, ActivityKind::Photo, "Added a photo").await
}

/// Inserts a photo whose files are written, with its caption and time. Does not update the number of photos.
pub async fn insert_photo(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: &ServiceRequestId,
    written: &file::WrittenPhoto,
    caption: &str,
    added: Timestamp,
) -> Result<(), Fault> {
    let files = file::keep_photo(tx, scope, context, written).await?;
    let photo = Photo {
        id: context.ids.next(added),
        file_id: files.file_id,
        thumbnail_id: files.thumbnail_id,
        caption: caption.trim().to_owned(),
        added_ms: added,
        is_from_text: false,
    };
    store::insert_photo(tx, scope, request, &photo).await
}
