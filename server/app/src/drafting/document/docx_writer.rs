//! Writes a text as a DOCX file.
use std::io::{Cursor, Write};

use platform::Fault;
use quick_xml::escape::escape;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::blocks::{Block, blocks};

const MAIN: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const DRAWING: &str = "http://schemas.openxmlformats.org/drawingml/2006";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>";
const KIND: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
/// ID of the numbering of bulleted lists. Numbered lists use the following IDs, each with its own count.
const BULLETED: usize = 1;

/// Width of the text on a page, in English Metric Units (914,400 to an inch).
const TEXT_WIDTH: u64 = 5_943_600;

/// An image above each text.
pub struct HeaderImage {
    png: Vec<u8>,
    width: u32,
    height: u32,
}

impl HeaderImage {
    /// Parses the header of a PNG image. Returns `None` if the bytes are not a PNG.
    #[must_use]
    pub fn new(png: Vec<u8>) -> Option<Self> {
        // The PNG signature precedes the first chunk: its length, its name, and the size of the image.
        let size = |at: usize| png.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        let is_png = png.starts_with(b"\x89PNG\r\n\x1a\n") && png.get(12..16) == Some(b"IHDR");
        let (width, height) = (size(16)?, size(20)?);
        (is_png && width > 0 && height > 0).then_some(Self { png, width, height })
    }

    /// Returns the image as a paragraph, as wide as the text.
    fn paragraph(&self, number: usize) -> String {
        let height = TEXT_WIDTH * u64::from(self.height) / u64::from(self.width);
        let extent = format!("cx=\"{TEXT_WIDTH}\" cy=\"{height}\"");
        format!(
            "<w:p><w:r><w:drawing><wp:inline xmlns:wp=\"{DRAWING}/wordprocessingDrawing\" distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">\
             <wp:extent {extent}/><wp:docPr id=\"{number}\" name=\"Header {number}\" descr=\"\"/>\
             <a:graphic xmlns:a=\"{DRAWING}/main\"><a:graphicData uri=\"{DRAWING}/picture\"><pic:pic xmlns:pic=\"{DRAWING}/picture\">\
             <pic:nvPicPr><pic:cNvPr id=\"{number}\" name=\"header.png\"/><pic:cNvPicPr/></pic:nvPicPr>\
             <pic:blipFill><a:blip xmlns:r=\"{OFFICE}\" r:embed=\"r3\"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
             <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext {extent}/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr>\
             </pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
        )
    }
}

/// Returns a DOCX file with these texts, each on a new page below the image.
///
/// # Errors
/// `INTERNAL` if the archive cannot be written.
pub fn write(texts: &[&str], header: Option<&HeaderImage>) -> Result<Vec<u8>, Fault> {
    let mut body = Body::default();
    for (text, number) in texts.iter().zip(1..) {
        body.xml.extend(header.map(|image| image.paragraph(number)));
        for block in blocks(text) {
            body.block(&block);
        }
        if number < texts.len() {
            body.xml.push_str("<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>");
        }
    }
    archive(&body, header).map_err(Fault::internal)
}

/// The parts of the document as XML.
#[derive(Default)]
struct Body {
    xml: String,
    /// Number of numbered lists so far.
    numbered: usize,
}

impl Body {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, text } => {
                let style = format!("<w:pStyle w:val=\"Heading{level}\"/>");
                self.paragraph(&style, std::slice::from_ref(text));
            }
            Block::Paragraph { lines } => self.paragraph("", lines),
            Block::List { is_ordered, items } => {
                self.numbered += usize::from(*is_ordered);
                let number = if *is_ordered { BULLETED + self.numbered } else { BULLETED };
                let style = format!(
                    "<w:pStyle w:val=\"ListParagraph\"/><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"{number}\"/></w:numPr>"
                );
                for item in items {
                    self.paragraph(&style, std::slice::from_ref(item));
                }
            }
            Block::Table { rows } => self.table(rows),
        }
    }

    fn paragraph(&mut self, properties: &str, lines: &[String]) {
        let lines: Vec<String> = lines.iter().map(|line| runs(line)).collect();
        let lines = lines.join("<w:r><w:br/></w:r>");
        self.xml.push_str(&format!("<w:p><w:pPr>{properties}</w:pPr>{lines}</w:p>"));
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let grid = "<w:gridCol/>".repeat(columns);
        self.xml.push_str(&format!(
            "<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/><w:tblW w:w=\"5000\" w:type=\"pct\"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>"
        ));
        for row in rows {
            self.xml.push_str("<w:tr>");
            for column in 0..columns {
                self.xml.push_str("<w:tc><w:tcPr/>");
                self.paragraph("", &[row.get(column).cloned().unwrap_or_default()]);
                self.xml.push_str("</w:tc>");
            }
            self.xml.push_str("</w:tr>");
        }
        // A paragraph must follow a table.
        self.xml.push_str("</w:tbl><w:p/>");
    }
}

/// Returns the runs of a line, with its bold parts.
fn runs(line: &str) -> String {
    let is_paired = line.matches("**").count().is_multiple_of(2);
    let parts: Vec<&str> = if is_paired { line.split("**").collect() } else { vec![line] };
    let mut xml = String::new();
    for (part, place) in parts.iter().zip(0..).filter(|(part, _)| !part.is_empty()) {
        let bold = if place % 2 == 1 { "<w:rPr><w:b/></w:rPr>" } else { "" };
        // XML does not allow other control characters.
        let text: String = part.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        xml.push_str(&format!("<w:r>{bold}<w:t xml:space=\"preserve\">{}</w:t></w:r>", escape(&*text)));
    }
    xml
}

fn archive(
    body: &Body,
    header: Option<&HeaderImage>,
) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
    let image = match header {
        Some(_) => {
            format!("<Relationship Id=\"r3\" Type=\"{OFFICE}/image\" Target=\"media/header.png\"/>")
        }
        None => String::new(),
    };
    let files = [
        ("[Content_Types].xml", content_types()),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
            ),
        ),
        (
            "word/_rels/document.xml.rels",
            format!(
                "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"r1\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/><Relationship Id=\"r2\" Type=\"{OFFICE}/numbering\" Target=\"numbering.xml\"/>{image}</Relationships>"
            ),
        ),
        ("word/styles.xml", styles()),
        ("word/numbering.xml", numbering(body.numbered)),
        (
            "word/document.xml",
            format!(
                "<w:document xmlns:w=\"{MAIN}\"><w:body>{}<w:sectPr><w:pgSz w:w=\"12240\" w:h=\"15840\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/></w:sectPr></w:body></w:document>",
                body.xml
            ),
        ),
    ];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, xml) in files {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(DECLARATION.as_bytes())?;
        archive.write_all(xml.as_bytes())?;
    }
    if let Some(image) = header {
        archive.start_file("word/media/header.png", SimpleFileOptions::default())?;
        archive.write_all(&image.png)?;
    }
    Ok(archive.finish()?.into_inner())
}

fn content_types() -> String {
    let part = |name: &str, kind: &str| {
        format!("<Override PartName=\"/word/{name}.xml\" ContentType=\"{KIND}.{kind}+xml\"/>")
    };
    format!(
        "<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\" ContentType=\"image/png\"/>{}{}{}</Types>",
        part("document", "document.main"),
        part("styles", "styles"),
        part("numbering", "numbering"),
    )
}

/// Returns the styles of text, headings, lists and tables. Font sizes are in half points, spacing in
/// twentieths of a point.
fn styles() -> String {
    let headings: String = [(1, 36), (2, 28), (3, 24), (4, 22)]
        .iter()
        .map(|(level, size)| {
            format!(
                "<w:style w:type=\"paragraph\" w:styleId=\"Heading{level}\"><w:name w:val=\"heading {level}\"/><w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:pPr><w:keepNext/><w:spacing w:before=\"240\" w:after=\"120\"/><w:outlineLvl w:val=\"{}\"/></w:pPr><w:rPr><w:b/><w:sz w:val=\"{size}\"/></w:rPr></w:style>",
                level - 1
            )
        })
        .collect();
    let borders: String = ["top", "left", "bottom", "right", "insideH", "insideV"]
        .iter()
        .map(|side| format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"auto\"/>"))
        .collect();
    format!(
        "<w:styles xmlns:w=\"{MAIN}\"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\" w:cs=\"Calibri\"/><w:sz w:val=\"22\"/></w:rPr></w:rPrDefault></w:docDefaults>\
         <w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/><w:pPr><w:spacing w:after=\"160\" w:line=\"264\" w:lineRule=\"auto\"/></w:pPr></w:style>{headings}\
         <w:style w:type=\"paragraph\" w:styleId=\"ListParagraph\"><w:name w:val=\"List Paragraph\"/><w:basedOn w:val=\"Normal\"/><w:pPr><w:spacing w:after=\"60\"/><w:ind w:left=\"720\"/></w:pPr></w:style>\
         <w:style w:type=\"table\" w:styleId=\"TableGrid\"><w:name w:val=\"Table Grid\"/><w:tblPr><w:tblBorders>{borders}</w:tblBorders><w:tblCellMar><w:left w:w=\"108\" w:type=\"dxa\"/><w:right w:w=\"108\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr></w:style></w:styles>"
    )
}

/// Returns the numbering of bullets, and one for each numbered list, starting at 1.
fn numbering(numbered: usize) -> String {
    let level = |id: usize, format: &str, text: &str| {
        format!(
            "<w:abstractNum w:abstractNumId=\"{id}\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"720\" w:hanging=\"360\"/></w:pPr></w:lvl></w:abstractNum>"
        )
    };
    let lists: String = (1..=numbered)
        .map(|list| {
            format!(
                "<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"1\"/></w:lvlOverride></w:num>",
                BULLETED + list
            )
        })
        .collect();
    format!(
        "<w:numbering xmlns:w=\"{MAIN}\">{}{}<w:num w:numId=\"{BULLETED}\"><w:abstractNumId w:val=\"0\"/></w:num>{lists}</w:numbering>",
        level(0, "bullet", "•"),
        level(1, "decimal", "%1."),
    )
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::drafting::document::reader::read;

    #[test]
    fn a_written_document_round_trips_with_escaped_xml() {
        let letter = "# Fees & <rules>\n\nDear \"Ann\",\nit's **due** now.\n\n- $40\n- 2 < 3\n\n1. First\n\n| Fee | Due |\n| --- | --- |\n| $40 | May 3 |\n";
        let file = write(&[letter, "Second letter\u{0}"], None).expect("it is written");
        let pages = read(&file).expect("it is read").pages;
        assert_eq!(
            pages,
            [
                "Fees & <rules>\nDear \"Ann\",\nit's due now.\n$40\n2 < 3\nFirst\nFee | Due |\n$40 | May 3 |",
                "Second letter"
            ]
        );
    }

    #[test]
    fn a_header_image_precedes_each_text_and_keeps_its_aspect_ratio() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 6, 64, 0, 0, 1, 144]);
        let image = HeaderImage::new(png.clone()).expect("an image of 1,600 by 400");
        let file = write(&["# One", "# Two"], Some(&image)).expect("it is written");
        let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("an archive");
        let mut part = |name: &str| {
            let mut bytes = Vec::new();
            archive.by_name(name).expect("a part").read_to_end(&mut bytes).expect("it is read");
            bytes
        };
        assert_eq!(part("word/media/header.png"), png);
        let document = String::from_utf8(part("word/document.xml")).expect("text");
        assert_eq!(document.matches("<wp:extent cx=\"5943600\" cy=\"1485900\"/>").count(), 2);
        assert!(HeaderImage::new(b"\x89PNG\r\n\x1a\n".to_vec()).is_none());
    }
}
