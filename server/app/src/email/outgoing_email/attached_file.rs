//! Validates files that staff attach. Their type is detected from their bytes, and determines their name.
use std::io::Cursor;

use platform::Fault;
use zip::ZipArchive;

use crate::operations::file::{self, MaxSize};

/// Maximum number of files in a DOCX file.
const MAX_PARTS: usize = 5_000;
/// Maximum size of a picture, in pixels.
const PICTURE: MaxSize = MaxSize { width: 4_000, height: 4_000 };
const OTHER: &str = "Attach a PDF, PNG, JPEG, WebP or DOCX file.";
const WITH_MACROS: &str = "This document has macros. Save it as DOCX without them, then attach it.";

/// A file that is safe to attach.
pub struct AttachedFile {
    pub name: String,
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Pdf,
    Png,
    Jpeg,
    Webp,
    Docx,
}

/// Reads a file in base64. Pictures are encoded again, so that none of their metadata is sent.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data`.
pub async fn read(name: &str, data: &str) -> Result<AttachedFile, Fault> {
    let bytes = file::decode(data)?;
    let (kind, bytes) = tokio::task::spawn_blocking(move || recognize(&bytes).map(|kind| (kind, bytes)))
        .await
        .map_err(Fault::unavailable)?
        .map_err(|words| Fault::field("data", words))?;
    let (extension, media_type, bytes) = match kind {
        Kind::Pdf => ("pdf", "application/pdf", bytes),
        Kind::Docx => {
            ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", bytes)
        }
        Kind::Jpeg => ("jpg", "image/jpeg", file::encode_photo(bytes).await?.photo.bytes),
        Kind::Png | Kind::Webp => ("png", "image/png", file::to_png(bytes, PICTURE).await?),
    };
    Ok(AttachedFile { name: file::safe_name(name, extension), media_type, bytes })
}

/// Detects the type of a file from its bytes, regardless of its name.
fn recognize(bytes: &[u8]) -> Result<Kind, &'static str> {
    match bytes {
        [b'%', b'P', b'D', b'F', b'-', ..] => Ok(Kind::Pdf),
        [0x89, b'P', b'N', b'G', ..] => Ok(Kind::Png),
        [0xff, 0xd8, 0xff, ..] => Ok(Kind::Jpeg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(Kind::Webp),
        [b'P', b'K', 3, 4, ..] => check_docx(bytes).map(|()| Kind::Docx),
        _ => Err(OTHER),
    }
}

/// Checks, from the directory of the archive, that it is a document without macros. Nothing is unpacked.
fn check_docx(bytes: &[u8]) -> Result<(), &'static str> {
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| OTHER)?;
    if archive.len() > MAX_PARTS {
        return Err(OTHER);
    }
    let names: Vec<String> =
        archive.file_names().filter_map(Result::ok).map(|name| name.to_lowercase()).collect();
    let has = |name: &str| names.iter().any(|one| one == name);
    if !has("[content_types].xml") || !names.iter().any(|name| name.starts_with("word/document")) {
        return Err(OTHER);
    }
    match names.iter().any(|name| name.ends_with("vbaproject.bin")) {
        true => Err(WITH_MACROS),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    fn archive(names: &[&str]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            zip.start_file(*name, SimpleFileOptions::default()).expect("a file");
            zip.write_all(b"x").expect("its bytes");
        }
        zip.finish().expect("an archive").into_inner()
    }

    #[test]
    fn the_file_type_is_detected_from_the_content() {
        let document = archive(&["[Content_Types].xml", "word/document.xml"]);
        assert_eq!(recognize(&document), Ok(Kind::Docx));
        assert_eq!(recognize(b"%PDF-1.7"), Ok(Kind::Pdf));
        let macros = archive(&["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"]);
        assert_eq!(recognize(&macros), Err(WITH_MACROS));
        let sheet = archive(&["[Content_Types].xml", "xl/workbook.xml"]);
        for other in [&sheet[..], b"PK\x03\x04 broken", b"<svg xmlns='x'/>", b"MZ\x90\0", b"GIF89a", b""] {
            assert_eq!(recognize(other), Err(OTHER));
        }
    }
}
