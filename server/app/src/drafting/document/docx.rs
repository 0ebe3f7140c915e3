//! Extracts the text of a DOCX file. Pages begin where Word last rendered a page break, and at explicit page
//! breaks.
use std::{
    borrow::Cow,
    io::{Cursor, Read},
};

use quick_xml::{
    Reader,
    events::{BytesRef, BytesStart, Event},
};
use zip::ZipArchive;

use super::model::Problem;

/// Maximum size of the unpacked XML of the text.
const MAX_UNPACKED: u64 = 64 << 20;
/// Maximum number of files in the archive.
const MAX_FILES: usize = 5_000;

/// Returns the texts of the pages.
pub fn pages(bytes: &[u8]) -> Result<Vec<String>, Problem> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Problem::Unreadable)?;
    if archive.len() > MAX_FILES {
        return Err(Problem::TooComplex);
    }
    let name = archive.file_names().filter_map(Result::ok).find(|name| is_text(name)).map(Cow::into_owned);
    let file = archive.by_name(&name.ok_or(Problem::UnknownKind)?).map_err(|_| Problem::Unreadable)?;
    // The archive may state a smaller size than the actual one.
    let mut xml = Vec::new();
    file.take(MAX_UNPACKED + 1).read_to_end(&mut xml).map_err(|_| Problem::Unreadable)?;
    if xml.len() as u64 > MAX_UNPACKED {
        return Err(Problem::TooComplex);
    }
    let mut reader = Reader::from_reader(xml.as_slice());
    reader.config_mut().check_end_names = false;
    let (mut pages, mut buffer) = (Pages::default(), Vec::new());
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|_| Problem::Unreadable)? {
            Event::Start(element) => pages.start(&element),
            Event::Empty(element) => {
                pages.start(&element);
                pages.end(element.local_name().as_ref());
            }
            Event::End(element) => pages.end(element.local_name().as_ref()),
            Event::Text(text) => pages.text(&text),
            Event::GeneralRef(reference) => pages.text(&resolved(&reference)),
            Event::Eof => return Ok(pages.finish()),
            _ => {}
        }
    }
}

/// Returns whether a file contains the text: word/document.xml, or word/document2.xml in files of some
/// programs.
fn is_text(name: &str) -> bool {
    let number = name.strip_prefix("word/document").and_then(|rest| rest.strip_suffix(".xml"));
    number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

fn resolved(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.to_string();
    }
    let text = match &**reference {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => "",
    };
    text.to_owned()
}

/// The pages that were read so far, and the state of reading.
#[derive(Default)]
struct Pages {
    done: Vec<String>,
    page: String,
    /// Whether the reader is inside a text element (`w:t`).
    is_text: bool,
    /// Number of tables that surround the current position.
    tables: usize,
}

impl Pages {
    fn start(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            "t" => self.is_text = true,
            "tab" if !self.page.ends_with(['\n', '\t']) => self.page.push('\t'),
            "br" if is_page_break(element) => self.begin_page(),
            "br" | "cr" => self.page.push('\n'),
            "lastRenderedPageBreak" => self.begin_page(),
            "noBreakHyphen" => self.page.push('-'),
            "tbl" => self.tables += 1,
            "pageBreakBefore" => self.begin_page(),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" => self.is_text = false,
            "p" if self.tables == 0 => self.page.push('\n'),
            "p" => self.page.push(' '),
            "tc" => self.page.push_str("| "),
            "tr" => self.page.push('\n'),
            "tbl" => self.tables = self.tables.saturating_sub(1),
            _ => {}
        }
    }

    /// Adds a text unless it is outside of text elements or was deleted.
    fn text(&mut self, text: &str) {
        if self.is_text {
            self.page.push_str(text);
        }
    }

    /// Begins a page unless the current one is empty: Word marks an explicit page break a second time when it
    /// renders it.
    fn begin_page(&mut self) {
        if !self.page.trim().is_empty() {
            self.done.push(std::mem::take(&mut self.page));
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.begin_page();
        if self.done.is_empty() { vec![String::new()] } else { self.done }
    }
}

fn is_page_break(element: &BytesStart<'_>) -> bool {
    let mut attributes = element.attributes().filter_map(Result::ok);
    attributes.any(|attribute| attribute.key.local_name().as_ref() == "type" && attribute.value == "page")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    fn docx(name: &str, xml: &[u8]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file(name, SimpleFileOptions::default()).expect("a file begins");
        archive.write_all(xml).expect("it is written");
        archive.finish().expect("the archive ends").into_inner()
    }

    fn read(body: &str) -> Vec<String> {
        let xml = format!("<w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>");
        let pages = pages(&docx("word/document.xml", xml.as_bytes())).expect("it is read");
        pages.iter().map(|page| page.trim().to_owned()).collect()
    }

    #[test]
    fn paragraphs_tables_and_entities_are_read_without_deleted_text() {
        let text = read(
            "<w:p><w:r><w:t>4.2 Pets &amp; leashes &#8212; </w:t></w:r><w:r><w:t xml:space=\"preserve\">all</w:t></w:r>\
             <w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>\n \
             <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Fee</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>$40</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        );
        assert_eq!(text, ["4.2 Pets & leashes — all\nFee | $40 |"]);
    }

    #[test]
    fn pages_end_at_rendered_and_manual_page_breaks() {
        let text = read(
            "<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>\
             <w:p><w:r><w:lastRenderedPageBreak/><w:t>Two</w:t><w:br/><w:t>lines</w:t></w:r></w:p>\
             <w:p><w:r><w:lastRenderedPageBreak/><w:t>Three</w:t></w:r></w:p>",
        );
        assert_eq!(text, ["One", "Two\nlines", "Three"]);
    }

    #[test]
    fn other_archives_and_archive_bombs_are_refused() {
        assert_eq!(pages(&docx("xl/workbook.xml", b"<a/>")), Err(Problem::UnknownKind));
        let bomb = vec![b' '; usize::try_from(MAX_UNPACKED).expect("it fits") + 1];
        assert_eq!(pages(&docx("word/document.xml", &bomb)), Err(Problem::TooComplex));
    }

    #[test]
    fn malformed_documents_are_refused_or_read() {
        let xml = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
            <w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>4.2 Pets &amp; &#8212;</w:t>\
            <w:br w:type=\"page\"/></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r>\
            <w:t xml:space=\"preserve\"> $40 </w:t><w:tab/></w:r>\
            </w:p></w:tc></w:tr></w:tbl>\
            <w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p></w:body></w:document>";
        let has_pages = |bytes: &[u8]| assert!(pages(bytes).is_ok_and(|pages| !pages.is_empty()));
        has_pages(&docx("word/document.xml", xml));
        fuzzing::check_bytes(800, &[xml], |xml| {
            let read = pages(&docx("word/document.xml", xml));
            assert!(read.map_or_else(|problem| problem == Problem::Unreadable, |pages| !pages.is_empty()));
        });
        fuzzing::check_bytes(400, &[&docx("word/document.xml", xml)], |bytes| drop(pages(bytes)));
    }
}
