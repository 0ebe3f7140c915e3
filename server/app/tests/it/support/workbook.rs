//! Workbooks, as spreadsheets save them.
use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

/// A workbook whose one sheet has these rows.
pub fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let mut sheet = String::new();
    for (row, cells) in rows.iter().enumerate() {
        let cell = |(column, text): (usize, &&str)| {
            let place = format!("{}{}", char::from(b'A' + column as u8), row + 1);
            format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{}</t></is></c>", escaped(text))
        };
        let cells: String = cells.iter().enumerate().map(cell).collect();
        sheet += &format!("<row r=\"{}\">{cells}</row>", row + 1);
    }
    let files = [
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{package}\"><Relationship Id=\"r0\" Type=\"{relations}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{main}\" xmlns:r=\"{relations}\"><sheets><sheet name=\"One\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{package}\"><Relationship Id=\"r1\" Type=\"{relations}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
