//! Drawing a picture anew: known by its bytes, measured before it is decoded, and written as
//! nothing but its pixels. A picture takes up to 256 MB while it is decoded, so one at a time.
use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, guess_format,
    imageops::FilterType,
};
use platform::Fault;
use tokio::sync::Semaphore;

/// A refusal of what was sent.
fn refused(words: &str) -> Fault {
    Fault::field("data", words)
}

static PLACE: Semaphore = Semaphore::const_new(1);

/// The most pixels on a side.
const MOST_PIXELS: u32 = 8_000;
const MOST_MEMORY: u64 = 4 * 8_000 * 8_000;
/// What is kept fits into this.
const WIDTH: u32 = 1_600;
const HEIGHT: u32 = 400;

const NO_PICTURE: &str = "This is no picture that can be read. Send a PNG, JPEG or WebP file.";
const TOO_LARGE: &str = "This picture is larger than 8,000 by 8,000 pixels. Send a smaller one.";
const MORE_BEHIND: &str =
    "There is something else behind the picture in this file. Save the picture anew, then send it.";

/// The same picture as a PNG within 1,600 by 400.
///
/// # Errors
/// `INVALID_ARGUMENT` on data for what is no picture, or too large a one.
pub async fn drawn_anew(bytes: Vec<u8>) -> Result<Vec<u8>, Fault> {
    let _place = PLACE.acquire().await.map_err(Fault::unavailable)?;
    let drawn = tokio::task::spawn_blocking(move || draw(&bytes)).await.map_err(Fault::unavailable)?;
    drawn.map_err(refused)
}

fn draw(bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
    let format = guess_format(bytes).map_err(|_| NO_PICTURE)?;
    if !ends(format, bytes)? {
        return Err(MORE_BEHIND);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS);
    limits.max_image_height = Some(MOST_PIXELS);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| why(&error))?;
    let (width, height) = decoder.dimensions();
    if width > MOST_PIXELS || height > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY {
        return Err(TOO_LARGE);
    }
    // Without its metadata nothing tells any more which way up it was.
    let orientation = decoder.orientation().map_err(|error| why(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| why(&error))?;
    if picture.width() > WIDTH.max(HEIGHT) * 2 || picture.height() > WIDTH.max(HEIGHT) * 2 {
        // A quick pass first: the slow one then has little to do.
        picture = picture.thumbnail(WIDTH * 2, WIDTH * 2);
    }
    picture.apply_orientation(orientation);
    if picture.width() > WIDTH || picture.height() > HEIGHT {
        picture = picture.resize(WIDTH, HEIGHT, FilterType::CatmullRom);
    }
    let picture = match picture.color().has_alpha() {
        true => DynamicImage::from(picture.to_rgba8()),
        false => DynamicImage::from(picture.to_rgb8()),
    };
    let mut drawn = Cursor::new(Vec::new());
    picture.write_to(&mut drawn, ImageFormat::Png).map_err(|error| why(&error))?;
    Ok(drawn.into_inner())
}

fn why(error: &ImageError) -> &'static str {
    match error {
        ImageError::Limits(_) => TOO_LARGE,
        _ => NO_PICTURE,
    }
}

/// Whether the file ends where the picture does: a file that is a picture and something else
/// at once has the something else behind it.
fn ends(format: ImageFormat, bytes: &[u8]) -> Result<bool, &'static str> {
    match format {
        ImageFormat::Png => Ok(bytes.ends_with(b"\0\0\0\0IEND\xaeB`\x82")),
        ImageFormat::Jpeg => {
            let padding = bytes.iter().rev().take_while(|byte| **byte == 0).count();
            Ok(bytes[..bytes.len() - padding].ends_with(b"\xff\xd9"))
        }
        ImageFormat::WebP => {
            let said = bytes.get(4..8).and_then(|size| size.try_into().ok()).map(u32::from_le_bytes);
            // The size counts from behind itself, and is rounded up to even.
            Ok(said.is_some_and(|said| u64::from(said) + u64::from(said % 2) + 8 == bytes.len() as u64))
        }
        _ => Err(NO_PICTURE),
    }
}
