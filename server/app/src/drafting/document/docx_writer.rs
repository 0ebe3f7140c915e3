//! Writes a text as a DOCX file.
use std::io::{Cursor, Write};

use platform::Fault;
use quick_xml::escape::escape;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::blocks::{Block, blocks};

const MAIN: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>";
const KIND: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
/// The numbering of bulleted lists. Numbered lists follow, each with its own count.
const BULLETED: usize = 1;

/// Returns a DOCX file with these texts, each from a new page.
///
/// # Errors
/// `INTERNAL` if the archive cannot be written.
pub fn write(texts: &[&str]) -> Result<Vec<u8>, Fault> {
    let mut body = Body::default();
    for (text, number) in texts.iter().zip(1..) {
        for block in blocks(text) {
            body.block(&block);
        }
        if number < texts.len() {
            body.xml.push_str("<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>");
        }
    }
    archive(&body).map_err(Fault::internal)
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

/// A line with its bold parts.
fn runs(line: &str) -> String {
    let is_paired = line.matches("**").count().is_multiple_of(2);
    let parts: Vec<&str> = if is_paired { line.split("**").collect() } else { vec![line] };
    let mut xml = String::new();
    for (part, place) in parts.iter().zip(0..).filter(|(part, _)| !part.is_empty()) {
        let bold = if place % 2 == 1 { "<w:rPr><w:b/></w:rPr>" } else { "" };
        // XML has no name for other control characters.
        let text: String = part.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        xml.push_str(&format!("<w:r>{bold}<w:t xml:space=\"preserve\">{}</w:t></w:r>", escape(&*text)));
    }
    xml
}

fn archive(body: &Body) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
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
                "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"r1\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/><Relationship Id=\"r2\" Type=\"{OFFICE}/numbering\" Target=\"numbering.xml\"/></Relationships>"
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
    Ok(archive.finish()?.into_inner())
}

fn content_types() -> String {
    let part = |name: &str, kind: &str| {
        format!("<Override PartName=\"/word/{name}.xml\" ContentType=\"{KIND}.{kind}+xml\"/>")
    };
    format!(
        "<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/>{}{}{}</Types>",
        part("document", "document.main"),
        part("styles", "styles"),
        part("numbering", "numbering"),
    )
}

/// Styles of text, headings, lists and tables. Sizes are half points, spaces twentieths of a point.
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

/// One numbering of bullets, and one for each numbered list, which begins with 1.
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
    use super::*;
    use crate::drafting::document::reading::read;

    #[test]
    fn what_is_written_is_read_back_with_every_mark_of_xml_as_text() {
        let letter = "# Fees & <rules>\n\nDear \"Ann\",\nit's **due** now.\n\n- $40\n- 2 < 3\n\n1. First\n\n| Fee | Due |\n| --- | --- |\n| $40 | May 3 |\n";
        let file = write(&[letter, "Second letter\u{0}"]).expect("it is written");
        let pages = read(&file).expect("it is read").pages;
        assert_eq!(
            pages,
            [
                "Fees & <rules>\nDear \"Ann\",\nit's due now.\n$40\n2 < 3\nFirst\nFee | Due |\n$40 | May 3 |",
                "Second letter"
            ]
        );
    }
}
