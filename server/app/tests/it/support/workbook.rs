//! Workbooks in the format of spreadsheets.
use super::archive::archive;

/// Returns a workbook with one sheet that has these rows.
pub fn workbook(rows: &[&[&str]]) -> Vec<u8> {
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
    archive(&sheet, &[])
}
