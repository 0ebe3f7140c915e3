//! Tables that people bring and take away: CSV and XLSX in, CSV out. What comes in is bounded before
//! it is read, and what goes out holds no formula.
mod text;
mod workbook;

use crate::Fault;
use jiff::civil::Date;

use crate::sms::is_invisible;

/// The largest table.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// How large the file may be, at most 8.
    pub megabytes: usize,
    /// How many lines it may have under the first.
    pub lines: usize,
}
/// What stands in further columns is not read.
const MOST_COLUMNS: usize = 50;
/// Has spreadsheets read it as UTF-8.
const MARK: &str = "\u{feff}";
/// How a workbook begins.
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// What cells show whose formula went wrong.
const BROKEN: [&str; 14] = [
    "#BLOCKED!",
    "#BUSY!",
    "#CALC!",
    "#CONNECT!",
    "#DATA!",
    "#DIV/0!",
    "#FIELD!",
    "#GETTING_DATA",
    "#N/A",
    "#NAME?",
    "#NULL!",
    "#NUM!",
    "#REF!",
    "#VALUE!",
];

/// A line with something in it.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// Which line of the file, or row of the sheet, counted from 1.
    pub line: u32,
    /// Without spaces around them.
    pub cells: Vec<String>,
}

impl Row {
    /// What stands in a column; nothing where there is none.
    #[must_use]
    pub fn cell(&self, column: Option<usize>) -> &str {
        column.and_then(|column| self.cells.get(column)).map_or("", String::as_str)
    }

    /// Refuses a line with a formula in these columns that went wrong: what it should say is not known.
    ///
    /// # Errors
    /// In plain words.
    pub fn sound(&self, mut columns: impl Iterator<Item = usize>) -> Result<(), String> {
        let broken = columns.find(|column| BROKEN.contains(&self.cell(Some(*column))));
        broken.map_or(Ok(()), |column| Err(formula_error_message(self.cell(Some(column)))))
    }
}

/// The lines of a file, the first of which names the columns.
///
/// # Errors
/// On `data`, in plain words, when it is too large or no table.
pub fn read(bytes: &[u8], bounds: Bounds) -> Result<Vec<Row>, Fault> {
    let Bounds { megabytes, lines: most } = bounds;
    if bytes.len() > megabytes << 20 {
        return Err(refused(&format!("This file is larger than {megabytes} MB. Remove some of it.")));
    }
    let rows = match bytes.starts_with(ARCHIVE) {
        true => workbook::read(bytes, most)?,
        false => text::read(bytes, most)?,
    };
    match rows.len() {
        0 => Err(refused("This file is empty. Choose another one.")),
        count if count > most + 1 => Err(refused(&format!(
            "This file has more than {},000 lines, which is the limit. Remove some.",
            most / 1_000
        ))),
        _ => Ok(rows),
    }
}

/// A row, unless there is nothing in it.
fn row(line: u32, cells: Vec<String>) -> Option<Row> {
    cells.iter().any(|cell| !cell.is_empty()).then_some(Row { line, cells })
}

/// What a cell says: without spaces around it, and without the apostrophe of [`harmless`].
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    match cell.strip_prefix('\'') {
        Some(rest) if harmless(rest.to_owned()) != rest => rest.trim(),
        _ => cell,
    }
}

/// What a cell says after it was written by [`write`], kept by a spreadsheet and read again.
#[must_use]
pub fn said(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned()
}

/// A day as spreadsheets write it: 2026-05-03, or 5/3/2026 as in the United States, whatever time of it.
#[must_use]
pub fn day(text: &str) -> Option<Date> {
    let day = text.trim().split([' ', 'T']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split('/').collect();
    match parts.as_slice() {
        [month, day, year] if year.len() == 4 => {
            Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
        }
        _ if day.len() == 10 => day.parse().ok(),
        _ => None,
    }
}

fn formula_error_message(shown: &str) -> String {
    format!("A cell shows {shown} because its formula failed. Fix the formula, or enter the value.")
}

fn refused(words: &str) -> Fault {
    Fault::field("data", words)
}

/// The places of columns, by what the first line calls them: in any case, with spaces or underscores.
#[must_use]
pub fn place(first: &Row, names: &[&str]) -> Option<usize> {
    first.cells.iter().position(|cell| names.contains(&cell.to_lowercase().replace('_', " ").trim()))
}

/// A table as CSV, as spreadsheets read it.
///
/// # Errors
/// None that a caller could mend.
pub fn write<const N: usize>(
    headings: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<String, Fault> {
    let mut table =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(MARK.as_bytes().to_vec());
    table.write_record(headings).map_err(Fault::internal)?;
    for row in rows {
        table.write_record(row.map(harmless)).map_err(Fault::internal)?;
    }
    let bytes = table.into_inner().map_err(|error| Fault::internal(error.to_string()))?;
    String::from_utf8(bytes).map_err(Fault::internal)
}

/// What a formula begins with, in full width and small forms too.
const FORMULA_SIGNS: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

/// A spreadsheet takes a cell that begins like a formula for one, some of them after blanks and characters that
/// nobody sees; an apostrophe makes it text. What begins with such an apostrophe itself gets another, so that
/// it is read as it was.
#[must_use]
pub fn harmless(cell: String) -> String {
    let is_skipped = |c: char| c == '\'' || c.is_whitespace() || c.is_control() || is_invisible(c);
    let is_formula = cell.trim_start_matches(is_skipped).starts_with(FORMULA_SIGNS);
    let is_broken_off = cell.trim_start_matches('\'').starts_with(['\t', '\r', '\n']);
    if is_formula || is_broken_off { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod tests;
