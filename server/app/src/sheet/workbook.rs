//! The first sheet of a workbook. A workbook is a ZIP archive that may say less than it holds, so
//! all of it is unpacked once, and thrown away, before anything believes it; and its cells are read
//! one by one, because a single one at the far end would make a table of everything before it.
use std::io::{Cursor, Read, copy, sink};

use calamine::{DataRef, Reader, Xlsx, XlsxError};
use platform::Fault;
use zip::ZipArchive;

use super::{MOST_COLUMNS, Row, plain, refused, row, went_wrong};

/// The most that a workbook may hold, unpacked.
const MOST_UNPACKED: u64 = 64 << 20;
/// The most files in it.
const MOST_FILES: usize = 1_000;

/// The rows that have something in them.
///
/// # Errors
/// On `data`, when it is too large or no workbook.
pub fn read(bytes: &[u8], most: usize) -> Result<Vec<Row>, Fault> {
    bounded(bytes)?;
    let mut workbook: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let name = workbook.sheet_names().into_iter().next().ok_or_else(|| unreadable(()))?;
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(unreadable)?;
    let (mut rows, mut number, mut texts) = (Vec::new(), 0, Vec::new());
    while let Some(cell) = cells.next_cell().map_err(unreadable_cell)? {
        let (line, column) = cell.get_position();
        if line != number {
            rows.extend(row(number.saturating_add(1), std::mem::take(&mut texts)));
            number = line;
            if rows.len() > most + 1 {
                return Ok(rows);
            }
        }
        let column = usize::try_from(column).unwrap_or(MOST_COLUMNS);
        if column < MOST_COLUMNS {
            texts.resize(texts.len().max(column + 1), String::new());
            texts[column] = plain(&text(cell.get_value())).to_owned();
        }
    }
    rows.extend(row(number.saturating_add(1), texts));
    Ok(rows)
}

/// What a cell shows.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(so) => so.to_string(),
        DataRef::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::DateTimeIso(moment) => moment.chars().take(10).collect(),
        DataRef::Error(error) => error.to_string(),
        _ => String::new(),
    }
}

fn bounded(bytes: &[u8]) -> Result<(), Fault> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    let mut left = MOST_UNPACKED;
    if archive.len() > MOST_FILES {
        return Err(too_much());
    }
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(unreadable)?;
        let unpacked = copy(&mut file.take(left + 1), &mut sink()).map_err(unreadable)?;
        left = left.checked_sub(unpacked).ok_or_else(too_much)?;
    }
    Ok(())
}

fn too_much() -> Fault {
    refused("This workbook holds far more than its size says. Save the one sheet as CSV, and try again.")
}

/// What the sheet may hold, and calamine has no name for: an error that came up later, as #SPILL!.
fn unreadable_cell(error: XlsxError) -> Fault {
    match error {
        XlsxError::CellError(shown) => refused(&went_wrong(&shown.chars().take(40).collect::<String>())),
        error => unreadable(error),
    }
}

fn unreadable<E>(_: E) -> Fault {
    refused("This workbook cannot be read. Save it as .xlsx without a password, or as CSV, and try again.")
}
