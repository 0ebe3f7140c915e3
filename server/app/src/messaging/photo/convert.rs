//! Conversion to the contract.
use std::time::Duration;

use contract::v1;
use platform::Scope;

use super::model::MessagePhoto;
use crate::{context::Context, operations::file};

/// How long links to photos are valid.
const LINK: Duration = Duration::from_secs(3_600);

/// Converts a photo, with links that are valid for an hour.
#[must_use]
pub fn photo(context: &Context, scope: &Scope, photo: &MessagePhoto) -> v1::MessagePhoto {
    let until = context.now().plus(LINK);
    let link = |id: &Option<file::FileId>| {
        id.as_ref().map(|id| file::link(context, scope.company(), id, until)).unwrap_or_default()
    };
    v1::MessagePhoto {
        id: photo.id.to_string(),
        state: photo.state as i32,
        failure: photo.failure,
        content_type: photo.content_type.clone(),
        width: photo.width,
        height: photo.height,
        size_bytes: photo.size_bytes,
        url: link(&photo.file_id),
        thumbnail_url: link(&photo.thumbnail_id),
    }
}
