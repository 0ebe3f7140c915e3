//! Tables that people bring and take away: CSV and XLSX in, CSV out. What comes in is bounded before
//! it is read, and what goes out holds no formula.
mod workbook;

use platform::Fault;

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
}

/// The lines of a file, the first of which names the columns.
///
/// # Errors
/// On `data`, in plain words, when it is too large or no table.
pub fn read(bytes: &[u8], bounds: Bounds) -> Result<Vec<Row>, Fault> {
    let Bounds { megabytes, lines: most } = bounds;
    if bytes.len() > megabytes << 20 {
        return Err(refused(&format!("This file is larger than {megabytes} MB. Leave some of it out.")));
    }
    let rows = if bytes.starts_with(b"PK") { workbook::read(bytes, most)? } else { lines(bytes, most)? };
    match rows.len() {
        0 => Err(refused("There is nothing in this file. Choose another one.")),
        count if count > most + 1 => Err(refused(&format!(
            "This has more than {},000 lines, which is the most. Leave some out.",
            most / 1_000
        ))),
        _ => Ok(rows),
    }
}

fn lines(bytes: &[u8], most: usize) -> Result<Vec<Row>, Fault> {
    let unreadable = || {
        refused(
            "This is neither CSV nor XLSX. Save it as \"CSV UTF-8\" or as an Excel workbook, and try again.",
        )
    };
    let text = std::str::from_utf8(bytes).map_err(|_| unreadable())?.trim_start_matches(MARK);
    let text = text.replace("\r\n", "\n");
    if text.contains('\0') {
        return Err(unreadable());
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let (mut rows, mut line, mut read) = (Vec::new(), 1, 0);
    for record in reader.records() {
        let record = record.map_err(|_| unreadable())?;
        // A record begins after the empty lines before it.
        let begins = record.position().map_or(0, csv::Position::byte);
        let begins = usize::try_from(begins).unwrap_or(read).clamp(read, text.len());
        let empty = text.as_bytes()[begins..].iter().take_while(|byte| **byte == b'\n').count();
        let before = &text.as_bytes()[read..begins + empty];
        line += u32::try_from(before.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(0);
        read = begins + empty;
        let cells = record.iter().take(MOST_COLUMNS).map(|cell| plain(cell).to_owned());
        rows.extend(row(line, cells.collect()));
        if rows.len() > most + 1 {
            break;
        }
    }
    Ok(rows)
}

/// By what the first line separates its columns: in many countries it is no comma.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: u8| first.bytes().filter(|byte| *byte == mark).count();
    [b';', b'\t']
        .into_iter()
        .filter(|mark| count(*mark) > count(b','))
        .max_by_key(|mark| count(*mark))
        .unwrap_or(b',')
}

/// A row, unless there is nothing in it.
fn row(line: u32, cells: Vec<String>) -> Option<Row> {
    cells.iter().any(|cell| !cell.is_empty()).then_some(Row { line, cells })
}

/// What a cell says: without spaces around it, and without the apostrophe of [`harmless`].
fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    match cell.strip_prefix('\'') {
        Some(rest) if harmless(rest.to_owned()) != rest => rest,
        _ => cell,
    }
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

/// A spreadsheet takes a cell that begins like a formula for one; an apostrophe makes it text.
#[must_use]
pub fn harmless(cell: String) -> String {
    match cell.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠') => {
            format!("'{cell}")
        }
        _ => cell,
    }
}

#[cfg(test)]
mod tests;
