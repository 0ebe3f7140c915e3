//! Photos: decoded and encoded again in two sizes, so that no metadata and no byte of the received file is stored.
use platform::{Fault, Scope, Tx};
use tonic::Code;

use super::{
    MaxSize, decode_field, keep,
    model::{FileId, NewFile, WrittenFile},
    picture::{Jpeg, to_jpegs, to_png},
    write,
};
use crate::context::Context;

/// A photo and its thumbnail.
pub struct EncodedPhoto {
    pub photo: Jpeg,
    pub thumbnail: Jpeg,
}

/// A photo that is written.
pub struct WrittenPhoto {
    pub photo: WrittenFile,
    pub thumbnail: WrittenFile,
    /// Of the photo, in pixels.
    pub width: u32,
    pub height: u32,
}

/// The files of a photo.
pub struct PhotoFiles {
    pub file_id: FileId,
    pub thumbnail_id: FileId,
}

/// Maximum width and height of a photo.
pub const PHOTO_PIXELS: u32 = 2_000;
/// Maximum width and height of a picture that is sent with texts. Carriers make larger ones smaller, or reject them.
pub const SENT_PICTURE_PIXELS: u32 = 1_200;
const THUMBNAIL_PIXELS: u32 = 320;
const WEB_IMAGE_PIXELS: u32 = 1_200;

/// An image of a web page or an email, encoded.
pub struct EncodedImage {
    pub name: &'static str,
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Encodes an image of a web page or an email: as a JPEG if it is one, else as a PNG, which keeps what is transparent.
///
/// # Errors
/// `INVALID_ARGUMENT` if it is not an image.
pub async fn encode_web_image(bytes: Vec<u8>) -> Result<EncodedImage, Fault> {
    if bytes.starts_with(&[0xff, 0xd8]) {
        let [jpeg] = to_jpegs(bytes, [WEB_IMAGE_PIXELS]).await?;
        return Ok(EncodedImage { name: "image.jpg", media_type: "image/jpeg", bytes: jpeg.bytes });
    }
    let size = MaxSize { width: WEB_IMAGE_PIXELS, height: WEB_IMAGE_PIXELS };
    Ok(EncodedImage { name: "image.png", media_type: "image/png", bytes: to_png(bytes, size).await? })
}

/// Encodes a photo in both sizes.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not an image.
pub async fn encode_photo(bytes: Vec<u8>) -> Result<EncodedPhoto, Fault> {
    let [photo, thumbnail] = to_jpegs(bytes, [PHOTO_PIXELS, THUMBNAIL_PIXELS]).await?;
    Ok(EncodedPhoto { photo, thumbnail })
}

/// Encodes a picture that is sent with texts in both sizes.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not an image.
pub async fn encode_sent_picture(bytes: Vec<u8>) -> Result<EncodedPhoto, Fault> {
    let [photo, thumbnail] = to_jpegs(bytes, [SENT_PICTURE_PIXELS, THUMBNAIL_PIXELS]).await?;
    Ok(EncodedPhoto { photo, thumbnail })
}

/// Encodes the photos of a message in both sizes, the larger one with at most this width and height. They are files in
/// base64.
///
/// # Errors
/// `INVALID_ARGUMENT` on `photos`.
pub async fn encode_photos(photos: &[String], pixels: u32) -> Result<Vec<EncodedPhoto>, Fault> {
    let mut encoded = Vec::with_capacity(photos.len());
    for data in photos {
        let sizes = to_jpegs(decode_field("photos", data)?, [pixels, THUMBNAIL_PIXELS]).await;
        let [photo, thumbnail] = sizes.map_err(|fault| match fault.code() {
            Code::InvalidArgument => Fault::field("photos", "Use PNG, JPEG or WebP files."),
            _ => fault,
        })?;
        encoded.push(EncodedPhoto { photo, thumbnail });
    }
    Ok(encoded)
}

/// Encodes and writes the photos of a message as `encode_photos` does. Nothing is written if one of them is refused.
/// Call it without a transaction: encoding and storage may be slow.
///
/// # Errors
/// `INVALID_ARGUMENT` on `photos`.
pub async fn write_photos(
    context: &Context,
    scope: &Scope,
    photos: &[String],
    pixels: u32,
) -> Result<Vec<WrittenPhoto>, Fault> {
    let mut written = Vec::with_capacity(photos.len());
    for photo in encode_photos(photos, pixels).await? {
        written.push(write_photo(context, scope, photo).await?);
    }
    Ok(written)
}

/// Writes both sizes of a photo. Call it without a transaction: storage may be slow.
pub async fn write_photo(
    context: &Context,
    scope: &Scope,
    encoded: EncodedPhoto,
) -> Result<WrittenPhoto, Fault> {
    let EncodedPhoto { photo, thumbnail } = encoded;
    let (width, height) = (photo.width, photo.height);
    let file = |name, jpeg: Jpeg| NewFile {
        name,
        media_type: "image/jpeg",
        bytes: jpeg.bytes,
        expires: None,
        single_use: false,
    };
    Ok(WrittenPhoto {
        photo: write(context, scope, file("photo.jpg", photo)).await?,
        thumbnail: write(context, scope, file("thumbnail.jpg", thumbnail)).await?,
        width,
        height,
    })
}

/// Keeps both sizes of a written photo.
pub async fn keep_photo(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    written: &WrittenPhoto,
) -> Result<PhotoFiles, Fault> {
    Ok(PhotoFiles {
        file_id: keep(tx, scope, context, &written.photo).await?,
        thumbnail_id: keep(tx, scope, context, &written.thumbnail).await?,
    })
}
