//! Malformed CSV and XLSX files are refused, or become rows within the limits.
use std::io::{Cursor, Read, Write};

use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::*;

const BOUNDS: Bounds = Bounds { megabytes: 1, lines: 1_000 };

/// Reads a file, and what an import does with its rows.
fn check(bytes: &[u8]) {
    let Ok(rows) = read(bytes, BOUNDS) else { return };
    assert!(!rows.is_empty() && rows.len() <= BOUNDS.lines + 1);
    let mut last = 0;
    for row in &rows {
        assert!(row.cells.len() <= MAX_COLUMNS && row.cells.iter().any(|cell| !cell.is_empty()));
        assert!(row.cells.iter().all(|cell| !cell.contains('\0') && cell == cell.trim()), "{row:?}");
        // Workbooks can have their rows in any order.
        assert!(row.line > last || bytes.starts_with(ARCHIVE), "{row:?}");
        last = row.line;
        let _ =
            (place(row, &["account", "phone number"]), row.check_formula_errors(0..3), row.cell(Some(60)));
        for cell in &row.cells {
            let _ = day(cell);
        }
    }
    let cells =
        rows.into_iter().map(|row| [normalize_cell(row.cell(Some(0))), normalize_cell(row.cell(Some(1)))]);
    let cells: Vec<_> = cells.filter(|row| row.iter().any(|cell| !cell.is_empty())).collect();
    let written = write(["A", "B"], cells.clone().into_iter()).expect("a table");
    if let Ok(again) = read(written.as_bytes(), Bounds { megabytes: 8, lines: BOUNDS.lines + 1 }) {
        let again: Vec<_> = again.into_iter().skip(1).map(|row| row.cells).collect();
        assert_eq!(again, cells, "what is exported can be imported");
    }
}

#[test]
fn malformed_csv_is_refused_or_read() {
    let utf_16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let wide = [b"\xff\xfe".as_slice(), &utf_16("Account\tName\r\n7\tZoë \"Z\" 🌊\r\n")].concat();
    let samples: [&[u8]; 5] = [
        "\u{feff}Account,Phone Number\r\n\"7\",\"(202) 555-0101\"\r\n\r\n8,\"a \"\"b\"\"\n c\"\r\n"
            .as_bytes(),
        b"account;name;balance\n1;=1+1;-3,50\n2;'@x;#N/A\n",
        b"date\tname\n2026-05-03\tx\n5/3/2026 10:00\ty\n",
        b"a,b\r1,\xe9\r",
        &wide,
    ];
    fuzzing::check_bytes(1_500, &samples, check);
}

/// Returns the files of a workbook with texts, numbers, dates, errors, formulas and merged cells.
fn files() -> Vec<(String, Vec<u8>)> {
    let sheet = "<row r=\"1\" spans=\"1:3\"><c r=\"A1\" t=\"s\"><v>0</v></c>\
         <c r=\"B1\" t=\"inlineStr\"><is><t>Phone</t></is></c></row>\
         <row r=\"2\"><c r=\"A2\"><v>7</v></c><c r=\"B2\" s=\"1\"><v>45780.5</v></c>\
         <c r=\"C2\" t=\"e\"><v>#N/A</v></c></row>\
         <row r=\"9\"><c r=\"A9\" t=\"str\"><f>A1&amp;B1</f><v>x</v></c>\
         <c r=\"B9\" t=\"b\"><v>1</v></c>\
         <c r=\"C9\" t=\"d\"><v>2026-05-03T00:00:00</v></c></row>";
    let strings = b"<sst count=\"2\" uniqueCount=\"2\"><si><t>Account</t></si>\
        <si><r><t>a</t></r><r><t>b</t></r></si></sst>";
    let styles =
        b"<styleSheet><numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"yyyy-mm-dd\"/></numFmts>\
        <cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>";
    let others: [(&str, &[u8]); 2] = [("xl/sharedStrings.xml", strings), ("xl/styles.xml", styles)];
    let mut archive = ZipArchive::new(Cursor::new(archive::archive(sheet, &others))).expect("an archive");
    let file = |index| {
        let mut file = archive.by_index(index).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("its text");
        let name = file.name().expect("a name").into_owned();
        if name.ends_with("workbook.xml.rels") {
            let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
            let styles =
                format!("<Relationship Id=\"r3\" Type=\"{relations}/styles\" Target=\"styles.xml\"/>");
            let text = String::from_utf8(bytes).expect("a text");
            bytes = text.replace("</Relationships>", &format!("{styles}</Relationships>")).into_bytes();
        }
        (name, bytes)
    };
    (0..6).map(file).collect()
}

fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), SimpleFileOptions::default()).expect("a file");
        archive.write_all(bytes).expect("its text");
    }
    archive.finish().expect("an archive").into_inner()
}

#[test]
fn a_workbook_with_a_malformed_file_is_refused_or_read() {
    let whole = files();
    let rows = read(&zip(&whole), BOUNDS).expect("a table");
    assert_eq!(rows[1].cells, ["7", "2025-05-03", "#N/A"]);
    for (place, (_, bytes)) in whole.iter().enumerate() {
        fuzzing::check_bytes(200, &[bytes], |bytes| {
            let mut files = whole.clone();
            files[place].1 = bytes.to_vec();
            check(&zip(&files));
        });
    }
}

#[test]
fn a_malformed_archive_is_refused_or_read() {
    let archive = zip(&files());
    fuzzing::check_bytes(300, &[&archive, b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"], check);
}
