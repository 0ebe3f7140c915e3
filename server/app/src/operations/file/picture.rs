//! Re-encoding of images: the format is detected from the bytes, the size is checked before decoding, and only the
//! pixels are written. Decoding takes up to 256 MB, so one image is processed at a time.
use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
    guess_format, imageops::FilterType,
};
use platform::Fault;
use tokio::sync::Semaphore;

/// Returns the error for an invalid upload.
fn invalid_data(words: &str) -> Fault {
    Fault::field("data", words)
}

static ENCODER_SLOT: Semaphore = Semaphore::const_new(1);

/// Maximum width and height, in pixels.
const MAX_PIXELS: u32 = 8_000;
const MAX_MEMORY: u64 = 4 * 8_000 * 8_000;
/// Quality of JPEG files, 1 to 100.
const QUALITY: u8 = 85;

const NOT_AN_IMAGE: &str = "This picture can't be read. Choose a PNG, JPEG or WebP file.";
const TOO_LARGE: &str = "This picture is larger than 8,000 by 8,000 pixels. Choose a smaller one.";
const TRAILING_DATA: &str =
    "This file has extra data after the picture. Save the picture again, then upload it.";

/// Maximum size of an image, in pixels.
#[derive(Clone, Copy)]
pub struct MaxSize {
    pub width: u32,
    pub height: u32,
}

/// Re-encodes an image as a PNG of at most this size.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not an image, is larger than 8,000 by 8,000 pixels or has trailing data.
pub async fn to_png(bytes: Vec<u8>, size: MaxSize) -> Result<Vec<u8>, Fault> {
    run(move || {
        let image = fit(decode(&bytes, size)?, size);
        let image = match image.color().has_alpha() {
            true => DynamicImage::from(image.to_rgba8()),
            false => DynamicImage::from(image.to_rgb8()),
        };
        let mut encoded = Cursor::new(Vec::new());
        image.write_to(&mut encoded, ImageFormat::Png).map_err(|error| refusal(&error))?;
        Ok(encoded.into_inner())
    })
    .await
}

/// A JPEG file.
pub struct Jpeg {
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    pub height: u32,
}

/// Re-encodes an image as JPEG files, one for each maximum width and height, the largest first.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not an image, is larger than 8,000 by 8,000 pixels or has trailing data.
pub async fn to_jpegs<const N: usize>(bytes: Vec<u8>, sizes: [u32; N]) -> Result<[Jpeg; N], Fault> {
    run(move || {
        let largest = sizes.into_iter().max().unwrap_or(1);
        let mut image = decode(&bytes, MaxSize { width: largest, height: largest })?;
        let mut files = [const { Jpeg { bytes: Vec::new(), width: 0, height: 0 } }; N];
        for (file, pixels) in files.iter_mut().zip(sizes) {
            image = fit(image, MaxSize { width: pixels, height: pixels });
            (file.width, file.height) = (image.width(), image.height());
            let encoder = JpegEncoder::new_with_quality(&mut file.bytes, QUALITY);
            image.to_rgb8().write_with_encoder(encoder).map_err(|error| refusal(&error))?;
        }
        Ok(files)
    })
    .await
}

async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, &'static str> + Send + 'static,
) -> Result<T, Fault> {
    let slot = ENCODER_SLOT.acquire().await.map_err(Fault::unavailable)?;
    // A call that is canceled does not end the work, which keeps the slot.
    let work = move || {
        let _slot = slot;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(Fault::unavailable)?.map_err(invalid_data)
}

/// Decodes an image and applies its orientation. The result may be up to twice the size.
fn decode(bytes: &[u8], size: MaxSize) -> Result<DynamicImage, &'static str> {
    let format = guess_format(bytes).map_err(|_| NOT_AN_IMAGE)?;
    if !ends_with_image(format, bytes)? {
        return Err(TRAILING_DATA);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_PIXELS);
    limits.max_image_height = Some(MAX_PIXELS);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refusal(&error))?;
    let (width, height) = decoder.dimensions();
    if width > MAX_PIXELS || height > MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(TOO_LARGE);
    }
    // The orientation is applied, because the metadata is dropped.
    let orientation = decoder.orientation().map_err(|error| refusal(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| refusal(&error))?;
    let twice = size.width.max(size.height) * 2;
    if image.width() > twice || image.height() > twice {
        // A fast pass reduces the work of the slow one.
        image = image.thumbnail(twice, twice);
    }
    image.apply_orientation(orientation);
    Ok(image)
}

fn fit(image: DynamicImage, size: MaxSize) -> DynamicImage {
    match image.width() > size.width || image.height() > size.height {
        true => image.resize(size.width, size.height, FilterType::CatmullRom),
        false => image,
    }
}

fn refusal(error: &ImageError) -> &'static str {
    match error {
        ImageError::Limits(_) => TOO_LARGE,
        _ => NOT_AN_IMAGE,
    }
}

/// Returns whether the file ends with the image. Files of two formats at once have trailing data.
fn ends_with_image(format: ImageFormat, bytes: &[u8]) -> Result<bool, &'static str> {
    match format {
        ImageFormat::Png => Ok(bytes.ends_with(b"\0\0\0\0IEND\xaeB`\x82")),
        ImageFormat::Jpeg => {
            let padding = bytes.iter().rev().take_while(|byte| **byte == 0).count();
            Ok(bytes[..bytes.len() - padding].ends_with(b"\xff\xd9"))
        }
        ImageFormat::WebP => {
            let declared = bytes.get(4..8).and_then(|size| size.try_into().ok()).map(u32::from_le_bytes);
            // The declared size excludes the first 8 bytes; data is padded to an even length.
            Ok(declared.is_some_and(|size| u64::from(size) + u64::from(size % 2) + 8 == bytes.len() as u64))
        }
        _ => Err(NOT_AN_IMAGE),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_canceled_call_keeps_the_slot_until_its_work_ends() {
        let (begin, has_begun) = oneshot::channel();
        let (end, has_ended) = mpsc::channel::<()>();
        let call = tokio::spawn(run(move || {
            let _ = begin.send(());
            let _ = has_ended.recv();
            Ok(())
        }));
        has_begun.await.expect("the work begins");
        call.abort();
        assert!(call.await.is_err_and(|error| error.is_cancelled()));
        assert_eq!(ENCODER_SLOT.available_permits(), 0);
        drop(end);
    }
}
