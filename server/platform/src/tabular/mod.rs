//! Imports tables from CSV and XLSX, and exports CSV. The size of an import is limited before it is read, and an
//! export contains no formulas.
mod text;
mod workbook;

use crate::Fault;
use jiff::civil::Date;

use crate::sms::is_invisible;

/// Limits of an import.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Maximum size of the file in MiB, at most 8.
    pub megabytes: usize,
    /// Maximum number of rows below the heading.
    pub lines: usize,
}
/// Maximum number of columns. Further columns are ignored.
const MAX_COLUMNS: usize = 50;
/// The byte order mark, with which spreadsheets read a CSV file as UTF-8.
const MARK: &str = "\u{feff}";
/// The first bytes of a workbook, which is a ZIP archive.
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// Texts of cells whose formula failed.
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

/// A row that is not empty.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// Number of the line in the file or of the row in the sheet, counted from 1.
    pub line: u32,
    /// The texts of the cells, trimmed.
    pub cells: Vec<String>,
}

impl Row {
    /// Returns the text in a column; an empty one if there is no such column.
    #[must_use]
    pub fn cell(&self, column: Option<usize>) -> &str {
        column.and_then(|column| self.cells.get(column)).map_or("", String::as_str)
    }

    /// Refuses a row with a failed formula in one of these columns.
    ///
    /// # Errors
    /// A message for the user.
    pub fn check_formula_errors(&self, mut columns: impl Iterator<Item = usize>) -> Result<(), String> {
        let broken = columns.find(|column| BROKEN.contains(&self.cell(Some(*column))));
        broken.map_or(Ok(()), |column| Err(formula_error_message(self.cell(Some(column)))))
    }
}

/// Returns the rows of a file. The first one is the heading.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is too large or not a table.
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

/// Returns a row, or `None` if all of its cells are empty.
fn row(line: u32, cells: Vec<String>) -> Option<Row> {
    cells.iter().any(|cell| !cell.is_empty()).then_some(Row { line, cells })
}

/// Returns the text of a cell, trimmed and without the apostrophe that [`harmless`] adds.
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    match cell.strip_prefix('\'') {
        Some(rest) if harmless(rest.to_owned()) != rest => rest.trim(),
        _ => cell,
    }
}

/// Returns a text as it is after [`write`], saving in a spreadsheet and [`read`]: trimmed, with `\n` as line break.
#[must_use]
pub fn normalize_cell(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned()
}

/// Parses a date in a format of spreadsheets: 2026-05-03, or 5/3/2026 as in the United States. A time is ignored.
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

/// Returns the index of the column whose heading is one of `names`, regardless of case; an underscore equals a space.
#[must_use]
pub fn place(first: &Row, names: &[&str]) -> Option<usize> {
    first.cells.iter().position(|cell| names.contains(&cell.to_lowercase().replace('_', " ").trim()))
}

/// Returns a table as CSV in the format of spreadsheets.
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

/// Characters that start a formula, including full-width and small forms.
const FORMULA_SIGNS: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

/// Escapes a cell that a spreadsheet would run as a formula, with an apostrophe at its start. Some spreadsheets skip
/// blanks and invisible characters before a formula. A cell that starts with such an apostrophe gets another one, so
/// that reading it restores the original.
#[must_use]
pub fn harmless(cell: String) -> String {
    let is_skipped = |c: char| c == '\'' || c.is_whitespace() || c.is_control() || is_invisible(c);
    let is_formula = cell.trim_start_matches(is_skipped).starts_with(FORMULA_SIGNS);
    let is_broken_off = cell.trim_start_matches('\'').starts_with(['\t', '\r', '\n']);
    if is_formula || is_broken_off { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod archive;
#[cfg(test)]
mod malformed_files;
#[cfg(test)]
mod tests;
