//! Photos: decoded and encoded again in two sizes, so that no metadata and no byte of the received file is stored.
use platform::{Fault, Scope, Tx};

use super::{
    keep,
    model::{FileId, NewFile},
    picture::{Jpeg, to_jpegs},
};
use crate::context::Context;

/// A photo and its thumbnail.
pub struct EncodedPhoto {
    pub photo: Jpeg,
    pub thumbnail: Jpeg,
}

/// The files of a photo.
pub struct PhotoFiles {
    pub file_id: FileId,
    pub thumbnail_id: FileId,
}

const PHOTO_PIXELS: u32 = 2_000;
const THUMBNAIL_PIXELS: u32 = 320;

/// Encodes a photo in both sizes.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not an image.
pub async fn encode_photo(bytes: Vec<u8>) -> Result<EncodedPhoto, Fault> {
    let [photo, thumbnail] = to_jpegs(bytes, [PHOTO_PIXELS, THUMBNAIL_PIXELS]).await?;
    Ok(EncodedPhoto { photo, thumbnail })
}

/// Keeps both sizes of a photo.
pub async fn keep_photo(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    encoded: EncodedPhoto,
) -> Result<PhotoFiles, Fault> {
    let file = |name, jpeg: Jpeg| NewFile {
        name,
        media_type: "image/jpeg",
        bytes: jpeg.bytes,
        expires: None,
        single_use: false,
    };
    Ok(PhotoFiles {
        file_id: keep(tx, scope, context, &file("photo.jpg", encoded.photo)).await?,
        thumbnail_id: keep(tx, scope, context, &file("thumbnail.jpg", encoded.thumbnail)).await?,
    })
}
