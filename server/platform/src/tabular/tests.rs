//! Which content of a file is read, and which files are refused.
use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

use super::{archive::archive, *};

const BOUNDS: Bounds = Bounds { megabytes: 8, lines: 5_000 };

fn cells(bytes: &[u8]) -> Vec<(u32, Vec<String>)> {
    read(bytes, BOUNDS).expect("a table").into_iter().map(|row| (row.line, row.cells)).collect()
}

fn refusal(bytes: &[u8]) -> String {
    read(bytes, BOUNDS).expect_err("no table").to_string()
}

fn expected_rows(rows: &[(u32, &[&str])]) -> Vec<(u32, Vec<String>)> {
    rows.iter().map(|(line, cells)| (*line, cells.iter().map(|cell| (*cell).to_owned()).collect())).collect()
}

/// A workbook with one sheet of this XML.
fn workbook(sheet: &str, strings: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let strings = format!("<sst xmlns=\"{main}\">{strings}</sst>");
    archive(sheet, &[("xl/sharedStrings.xml", strings.as_bytes())])
}

#[test]
fn cells_can_contain_line_breaks_and_other_separators_are_detected() {
    let rows =
        expected_rows(&[(1, &["Category", "Samples"]), (2, &["Pets", "one\ntwo"]), (5, &["Parking", ""])]);
    assert_eq!(cells("\u{feff}Category,Samples\r\nPets,\"one\ntwo\"\r\n\r\nParking,\r\n".as_bytes()), rows);
    for mark in [';', '\t'] {
        let text = format!("Category{mark}Samples\nPets{mark}\"a, b\"\n");
        assert_eq!(
            cells(text.as_bytes()),
            expected_rows(&[(1, &["Category", "Samples"]), (2, &["Pets", "a, b"])])
        );
    }
}

#[test]
fn a_written_table_round_trips() {
    let rows = [["=1+1", "two\nlines"], ["-none", "say \"hi\", then go"], ["'=1", "''tis"]]
        .map(|row| row.map(str::to_owned));
    let text = write(["A", "B"], rows.clone().into_iter()).expect("a table");
    assert!(text.contains("'=1+1") && text.contains("'-none"));
    let read: Vec<_> =
        read(text.as_bytes(), BOUNDS).expect("the same").into_iter().skip(1).map(|row| row.cells).collect();
    assert_eq!(read, rows);
}

#[test]
fn the_first_sheet_of_a_workbook_is_read_with_row_numbers() {
    let sheet = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><t> Intent </t></is></c></row>\
                 <row r=\"4\"><c r=\"B4\"><v>12</v></c></row>";
    let bytes = workbook(sheet, "<si><t>Category</t></si>");
    assert_eq!(cells(&bytes), expected_rows(&[(1, &["Category", "Intent"]), (4, &["", "12"])]));
}

#[test]
fn a_distant_cell_uses_no_memory() {
    let sheet = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>2</v></c></row>";
    assert_eq!(cells(&workbook(sheet, "")), expected_rows(&[(1, &["1"])]));
}

#[test]
fn an_archive_bomb_is_refused() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("xl/workbook.xml", SimpleFileOptions::default()).expect("a file");
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..65 {
        archive.write_all(&zeros).expect("its text");
    }
    let bytes = archive.finish().expect("an archive").into_inner();
    assert!(bytes.len() < 1 << 20);
    assert!(refusal(&bytes).contains("far more data than allowed"));
}

#[test]
fn a_workbook_with_an_excessive_string_count_is_refused() {
    let sheet = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>";
    // Room for the first number of them is made on most machines, and then never used.
    let texts = |start: &str| format!("{start}<si><t>Account</t></si></sst>");
    for count in ["40000000", "00040000000", "18446744073709551615", "99999999999999999999", "-1", ""] {
        for start in [
            format!("<sst uniqueCount=\"{count}\">"),
            format!("<!-- <sst> --><sst a='>' uniqueCount = '{count}'>"),
            format!("<sst \u{c}uniqueCount\u{c}=\"{count}\">"),
            format!("<x:sst count=\"1\" uniqueCount=\"{count}\">"),
        ] {
            for name in ["xl/sharedStrings.xml", "XL\\SharedStrings.XML"] {
                let texts = texts(&start);
                let others = [("old/sharedStrings.xml", &b"<sst/>"[..]), (name, texts.as_bytes())];
                assert!(refusal(&archive(sheet, &others)).contains("cannot be read"), "{start} {name}");
            }
        }
    }
    let wide = texts("<?xml version=\"1.0\" encoding=\"utf-16\"?><sst uniqueCount=\"40000000\">");
    let wide: Vec<u8> =
        "\u{feff}".encode_utf16().chain(wide.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert!(refusal(&archive(sheet, &[("xl/sharedStrings.xml", &wide)])).contains("cannot be read"));
    let true_one = texts("<sst count=\"5\" uniqueCount=\"1\">");
    let true_one = archive(sheet, &[("xl/sharedStrings.xml", true_one.as_bytes())]);
    assert_eq!(cells(&true_one), expected_rows(&[(1, &["Account"])]));
}

#[test]
fn a_shared_text_counts_once_per_cell_toward_the_limit() {
    let sheet = |cells: usize| {
        let cell = |line| format!("<row r=\"{line}\"><c r=\"A{line}\" t=\"s\"><v>0</v></c></row>");
        (1..=cells).map(cell).collect::<String>()
    };
    for letter in ["a", " "] {
        let text = format!("<si><t xml:space=\"preserve\">{}</t></si>", letter.repeat(1 << 20));
        let refusal = refusal(&workbook(&sheet(33), &text));
        assert!(refusal.contains("far more data than allowed"), "{letter}: {refusal}");
    }
    let text = format!("<si><t>{}</t></si>", "a".repeat(1 << 10));
    assert_eq!(cells(&workbook(&sheet(4_000), &text)).len(), 4_000);
    // A number takes a few letters to write, and may take many to show.
    let long = "<row r=\"1\"><c r=\"A1\"><v>9e307</v></c></row>".to_owned()
        + &"<c r=\"A1\"><v>9e307</v></c>".repeat(120_000);
    assert!(refusal(&workbook(&long, "")).contains("far more data than allowed"));
}

#[test]
fn lines_are_numbered_with_any_line_ending() {
    let expected = expected_rows(&[(1, &["a", "b"]), (2, &["1", "x\ny"]), (5, &["2", ""])]);
    for end in ["\n", "\r\n", "\r"] {
        let text = "a,b\n1,\"x\ny\"\n\n2,\n".replace('\n', end);
        assert_eq!(cells(text.as_bytes()), expected, "{end:?}");
    }
}

#[test]
fn an_unclosed_quotation_mark_is_refused_with_its_line() {
    for (text, line) in [
        ("a,b\r\n1,x\r\n2,\"y\r\n3,z\r\n", 3),
        ("a,b\n1,\"x\n2,y\n3,\"z\",\n4,w\n", 2),
        ("a\n\"x\ny\"\n\n\"z\n", 5),
        ("\"a\n", 1),
        ("a,b\n\"say \"hi\", then go\",1\n", 2),
    ] {
        let refusal = refusal(text.as_bytes());
        assert!(refusal.contains(&format!("Line {line}: a quotation mark")), "{text}: {refusal}");
    }
    let closed = "a,b\n\"say \"\"hi\"\"\" , 5\" pipe\n";
    assert_eq!(
        cells(closed.as_bytes()),
        expected_rows(&[(1, &["a", "b"]), (2, &["say \"hi\"", "5\" pipe"])])
    );
}

#[test]
fn utf_16_text_of_spreadsheets_is_read() {
    let expected = expected_rows(&[(1, &["Account", "Name"]), (2, &["1", "Zoë 🌊"])]);
    let letters: Vec<u16> = "\u{feff}Account\tName\r\n1\tZoë 🌊\r\n".encode_utf16().collect();
    let little: Vec<u8> = letters.iter().flat_map(|letter| letter.to_le_bytes()).collect();
    let big: Vec<u8> = letters.iter().flat_map(|letter| letter.to_be_bytes()).collect();
    assert_eq!(cells(&little), expected);
    assert_eq!(cells(&big), expected);
    assert!(refusal(&little[..little.len() - 1]).contains("neither CSV nor XLSX"));
}

#[test]
fn a_formula_error_is_detected() {
    let sheet = "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"B1\" t=\"e\"><v>#REF!</v></c></row>";
    let rows = read(&workbook(sheet, ""), BOUNDS).expect("a table");
    assert!(rows[0].check_formula_errors([1].into_iter()).expect_err("broken").contains("#REF!"));
    assert_eq!(rows[0].check_formula_errors([0, 7].into_iter()), Ok(()));
    let later = "<row r=\"1\"><c r=\"A1\" t=\"e\"><v>#SPILL!</v></c></row>";
    assert!(refusal(&workbook(later, "")).contains("#SPILL!"));
}

#[test]
fn files_without_a_table_are_refused_in_plain_words() {
    for (bytes, words) in [
        (&b""[..], "This file is empty"),
        (b"\n\n , \n", "This file is empty"),
        (b"PK\x03\x04 but no archive", "cannot be read"),
        (b"\x89PNG\r\n\x1a\n\0\0", "neither CSV nor XLSX"),
        (b"caf\xe9,1", "neither CSV nor XLSX"),
    ] {
        assert!(refusal(bytes).contains(words), "{words}: {}", refusal(bytes));
    }
    assert!(refusal("a\n".repeat(5_002).as_bytes()).contains("5,000 lines"));
    assert!(refusal(&vec![b'a'; (8 << 20) + 1]).contains("8 MB"));
    assert_eq!(read("a\n".repeat(5_001).as_bytes(), BOUNDS).expect("so many").len(), 5_001);
}

#[test]
fn text_that_begins_like_a_formula_is_escaped() {
    for bad in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "\tplain",
        "＝1",
        "＋1",
        "－1",
        "＠SUM(A1)",
        "﹦1",
        " =1",
        "   +1",
        "\u{a0}=1",
        "\u{3000}-1",
        "\u{feff}=1",
        "\u{200b}@SUM(A1)",
        "\u{200b} \t\u{2060}=1",
        "\u{202e}=1",
        "\u{0}=1",
        "\n\n=1",
        " '=1",
    ] {
        assert_eq!(harmless(bad.to_owned()), format!("'{bad}"));
    }
    for good in ["", "Yes.", "1-2", " a=1", "'", "'tis", " Yes.", "\u{200b}Yes.", "4 @ 5"] {
        assert_eq!(harmless(good.to_owned()), good);
    }
    assert_eq!(harmless("'=1".to_owned()), "''=1");
    for original in ["=1", " =1", "'=1", "' =1", "\u{feff}=1", "'tis"] {
        assert_eq!(plain(&harmless(original.to_owned())), original.trim(), "{original}");
    }
}
