//! Detects the type of a file, reads it, and normalizes its text.
use super::{
    docx,
    model::{Document, PAGE_BREAK, Problem},
    pdf,
};

/// Maximum number of characters of all pages.
const MAX_CHARACTERS: usize = 600_000;
/// First bytes of the file types.
const ZIP: &[u8] = b"PK\x03\x04";
const PDF: &[u8] = b"%PDF-";
const OLD_OFFICE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];
/// Maximum position of the signature in a PDF, which other bytes may precede.
const PDF_MARK_WITHIN: usize = 1_024;

/// Returns the text of a file.
pub fn read(bytes: &[u8]) -> Result<Document, Problem> {
    let head = &bytes[..bytes.len().min(PDF_MARK_WITHIN)];
    let pages = if bytes.starts_with(ZIP) {
        docx::pages(bytes)?
    } else if head.windows(PDF.len()).any(|window| window == PDF) {
        pdf::pages(bytes)?
    } else if bytes.starts_with(OLD_OFFICE) {
        return Err(Problem::OldOrProtected);
    } else {
        plain_text(bytes)?.split(PAGE_BREAK).map(str::to_owned).collect()
    };
    let pages: Vec<String> = pages.iter().map(|page| tidy(page)).collect();
    let characters: usize = pages.iter().map(|page| page.chars().count() + 1).sum();
    if characters > MAX_CHARACTERS {
        return Err(Problem::TooLong);
    }
    if pages.iter().all(String::is_empty) {
        return Err(Problem::WithoutText);
    }
    Ok(Document { pages })
}

/// Decodes UTF-8, UTF-16, and the encoding of older programs.
fn plain_text(bytes: &[u8]) -> Result<String, Problem> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return Ok(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned());
    }
    if bytes.contains(&0) {
        return Err(Problem::UnknownKind);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Ok(encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()),
    }
}

/// Removes control characters, spaces at line ends, and all but one of several empty lines.
fn tidy(page: &str) -> String {
    let page = page.replace("\r\n", "\n").replace('\r', "\n");
    let mut tidied = String::with_capacity(page.len());
    let mut empty = 0;
    for line in page.lines() {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        let line = line.trim_end();
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty <= 1 && !(line.is_empty() && tidied.is_empty()) {
            tidied.push_str(line);
            tidied.push('\n');
        }
    }
    tidied.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(bytes: &[u8]) -> Result<Vec<String>, Problem> {
        read(bytes).map(|document| document.pages)
    }

    #[test]
    fn plain_text_is_read_in_common_encodings() {
        let utf_16: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("Café".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        for bytes in ["Café".as_bytes(), b"Caf\xe9", &utf_16, "\u{feff}Café".as_bytes()] {
            assert_eq!(pages(bytes), Ok(vec!["Café".to_owned()]), "{bytes:?}");
        }
    }

    #[test]
    fn form_feeds_separate_the_pages_of_plain_text() {
        assert_eq!(
            pages(b"One\r\n\r\n\r\n\r\nOne\x0cTwo\x07"),
            Ok(vec!["One\n\nOne".to_owned(), "Two".to_owned()])
        );
    }

    #[test]
    fn unreadable_files_have_distinct_problems() {
        assert_eq!(pages(b"\x89PNG\r\n\x1a\n\0\0"), Err(Problem::UnknownKind));
        assert_eq!(pages(OLD_OFFICE), Err(Problem::OldOrProtected));
        assert_eq!(pages(b"  \n"), Err(Problem::WithoutText));
        assert_eq!(pages("a".repeat(MAX_CHARACTERS).as_bytes()), Err(Problem::TooLong));
        assert_eq!(pages(b"PK\x03\x04 broken"), Err(Problem::Unreadable));
        assert_eq!(pages(b"%PDF-1.7 broken"), Err(Problem::Unreadable));
    }

    #[test]
    fn malformed_files_are_refused_or_have_text_without_control_characters() {
        let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R\
            /Resources<</Font<</F1 5 0 R>>>>>>endobj\n\
            4 0 obj<</Length 41>>stream\nBT /F1 18 Tf 10 100 Td (Pets: $40) Tj ET\nendstream endobj\n\
            5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj\n\
            trailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF";
        let transcript =
            "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Dana>The pool\u{c}opens at 9\r\n".as_bytes();
        let samples: [&[u8]; 4] = [pdf, transcript, b"Caf\xe9\x93x\x94", b"\xff\xfeC\0a\0f\0\xe9\0"];
        fuzzing::check_bytes(800, &samples, |bytes| {
            if let Ok(document) = read(bytes) {
                let is_clean =
                    |page: &String| !page.contains(|c: char| c.is_control() && !"\n\t".contains(c));
                assert!(!document.pages.is_empty() && document.pages.iter().all(is_clean));
            }
        });
    }
}
