//! Photos of residents' texts: pending until they are fetched from the carrier, then stored, or failed with a reason.
mod convert;
mod model;
mod rules;
mod store;

use platform::{Fault, Scope, Tx};

pub use convert::photo as to_contract;
pub use model::{Failure, MessagePhoto, MessagePhotoId, NewPhoto, Source, State};
pub use rules::{MAX_PHOTOS, count_text, is_placeholder, placeholder};
pub use store::{insert, mark_failed, messages_since, next_pending, of_messages, record_failed_try};

use crate::{
    context::Context,
    operations::file::{self, EncodedPhoto},
};

/// Keeps the files of a pending photo.
pub async fn store_photo(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &MessagePhotoId,
    encoded: EncodedPhoto,
) -> Result<(), Fault> {
    let small = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let size = model::Size {
        width: i32::try_from(encoded.photo.width).unwrap_or(i32::MAX),
        height: i32::try_from(encoded.photo.height).unwrap_or(i32::MAX),
        bytes: small(encoded.photo.bytes.len()),
    };
    let files = file::keep_photo(tx, scope, context, encoded).await?;
    store::mark_ready(tx, scope, id, &files, &size).await
}
