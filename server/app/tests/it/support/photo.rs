//! Photos for tests.
use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage};

/// Returns a JPEG file with a comment that names a place.
pub fn photo_with_location(width: u32, height: u32) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 90]));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut file, ImageFormat::Jpeg).unwrap();
    let mut file = file.into_inner();
    file.splice(2..2, b"\xff\xfe\x00\x12GPS 38.97,-76.49".iter().copied());
    file
}
