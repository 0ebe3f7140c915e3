//! Builds workbooks for tests.
use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

/// Returns a workbook with one sheet of this XML and further files, such as its shared strings.
pub fn archive(sheet: &str, others: &[(&str, &[u8])]) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let strings = match others {
        [] => String::new(),
        _ => format!(
            "<Relationship Id=\"r2\" Type=\"{relations}/sharedStrings\" Target=\"sharedStrings.xml\"/>"
        ),
    };
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
                "<Relationships xmlns=\"{package}\"><Relationship Id=\"r1\" Type=\"{relations}/worksheet\" Target=\"worksheets/sheet1.xml\"/>{strings}</Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in
        files.iter().map(|(name, text)| (*name, text.as_bytes())).chain(others.iter().copied())
    {
        archive.start_file(name, SimpleFileOptions::default()).expect("a file");
        archive.write_all(text).expect("its text");
    }
    archive.finish().expect("an archive").into_inner()
}
