//! Photos are decoded and encoded again, so that no metadata and no byte of the uploaded file is stored.
use platform::Fault;

use crate::operations::file;

/// A photo and its thumbnail as JPEG files.
pub struct EncodedPhoto {
    pub photo: Vec<u8>,
    pub thumbnail: Vec<u8>,
}

const PHOTO_PIXELS: u32 = 2_000;
const THUMBNAIL_PIXELS: u32 = 320;

/// Encodes a photo in both sizes.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not an image.
pub async fn encode(bytes: Vec<u8>) -> Result<EncodedPhoto, Fault> {
    let [photo, thumbnail] = file::to_jpegs(bytes, [PHOTO_PIXELS, THUMBNAIL_PIXELS]).await?;
    Ok(EncodedPhoto { photo, thumbnail })
}
