//! Deletes a photo of a service request.
use platform::{Actor, Fault};

use super::{require_locked, save_with_activity};
use crate::{
    context::Context,
    operations::file,
    service_requests::service_request::{
        model::{ActivityKind, PhotoId, ServiceRequest, ServiceRequestId},
        store,
    },
};

/// Deletes a photo.
///
/// # Errors
/// `NOT_FOUND` if the scope does not contain the request, or the request does not have the photo.
pub async fn delete_photo(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    photo: &PhotoId,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut request = require_locked(&mut tx, &scope, id).await?;
    let found = store::find_photo(&mut tx, &scope, id, photo).await?;
    let found = found.ok_or_else(|| Fault::not_found("photo"))?;
    store::delete_photo(&mut tx, &scope, id, photo).await?;
    if !found.is_from_text {
        file::remove(&mut tx, &scope, &[&found.file_id, &found.thumbnail_id]).await?;
    }
    request.photo_count -= 1;
    save_with_activity(tx, context, actor, request, ActivityKind::Photo, "Deleted a photo").await
}
