//! Reads the first sheet of a workbook (XLSX), safely for untrusted files.
//!
//! A workbook is a ZIP archive that may contain more than its headers state, so all of it is unpacked and
//! discarded first to measure it. It may also state more than it contains: the number of its shared strings is
//! compared with their size, because memory is allocated for that number. Cells are read one by one, because a
//! table up to a single cell in a far corner would be huge. The lengths of their texts are added up, because many
//! cells may show the same text.
use std::{
    borrow::Cow,
    io::{BufReader, Cursor, Read, copy, sink},
};

use crate::Fault;
use calamine::{DataRef, Reader, Xlsx, XlsxError};
use quick_xml::events::{BytesStart, Event};
use zip::{ZipArchive, read::ZipFile};

use super::{MAX_COLUMNS, Row, formula_error_message, plain, refused, row};

/// Maximum unpacked size of a workbook in bytes.
const MAX_UNPACKED_BYTES: u64 = 64 << 20;
/// Maximum number of files in a workbook.
const MAX_FILES: usize = 1_000;
/// Maximum total length of the texts of all cells in bytes.
const MAX_TEXT_BYTES: usize = 32 << 20;
/// Length of the shortest shared string in bytes: `<si/>`.
const MIN_SHARED_STRING_BYTES: u64 = 5;

/// Returns the rows that are not empty.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is too large or not a workbook.
pub fn read(bytes: &[u8], most: usize) -> Result<Vec<Row>, Fault> {
    check_size(bytes)?;
    let mut workbook: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let name = workbook.sheet_names().into_iter().next().ok_or_else(|| unreadable(()))?;
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(unreadable)?;
    let (mut rows, mut number, mut texts, mut left) = (Vec::new(), 0, Vec::new(), MAX_TEXT_BYTES);
    while let Some(cell) = cells.next_cell().map_err(unreadable_cell)? {
        let (line, column) = cell.get_position();
        if line != number {
            rows.extend(row(number.saturating_add(1), std::mem::take(&mut texts)));
            number = line;
            if rows.len() > most + 1 {
                return Ok(rows);
            }
        }
        let column = usize::try_from(column).unwrap_or(MAX_COLUMNS);
        if column < MAX_COLUMNS {
            let text = text(cell.get_value());
            left = left.checked_sub(text.len()).ok_or_else(too_much)?;
            texts.resize(texts.len().max(column + 1), String::new());
            // PostgreSQL does not accept NUL, which XML can contain.
            texts[column] = plain(&text).replace('\0', "");
        }
    }
    rows.extend(row(number.saturating_add(1), texts));
    Ok(rows)
}

/// Returns the text that a cell shows.
fn text<'t>(value: &'t DataRef<'_>) -> Cow<'t, str> {
    match value {
        DataRef::String(text) => text.into(),
        DataRef::SharedString(text) => (*text).into(),
        DataRef::Int(number) => number.to_string().into(),
        DataRef::Float(number) => number.to_string().into(),
        DataRef::Bool(so) => so.to_string().into(),
        DataRef::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}").into()
        }
        DataRef::DateTimeIso(moment) => moment.chars().take(10).collect(),
        DataRef::Error(error) => error.to_string().into(),
        _ => "".into(),
    }
}

/// Refuses an archive whose unpacked content is too large.
fn check_size(bytes: &[u8]) -> Result<(), Fault> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    let mut left = MAX_UNPACKED_BYTES;
    if archive.len() > MAX_FILES {
        return Err(too_much());
    }
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(unreadable)?;
        let has_strings = has_shared_strings(&file)?;
        let unpacked = copy(&mut file.take(left + 1), &mut sink()).map_err(unreadable)?;
        left = left.checked_sub(unpacked).ok_or_else(too_much)?;
        if has_strings {
            check_strings(archive.by_index(index).map_err(unreadable)?, unpacked)?;
        }
    }
    Ok(())
}

/// Returns whether a file contains the texts of cells. A file in an archive can have two names.
fn has_shared_strings(file: &ZipFile<'_, impl Read>) -> Result<bool, Fault> {
    let decoded = file.name().map_err(unreadable)?;
    let named = |name: &[u8]| name.to_ascii_lowercase().ends_with(b"sharedstrings.xml");
    Ok(named(decoded.as_bytes()) || named(file.name_raw()))
}

/// Refuses a stated number of shared strings that does not fit into `size` bytes. Reads the file as calamine does.
fn check_strings(strings: impl Read, size: u64) -> Result<(), Fault> {
    let mut reader = quick_xml::Reader::from_reader(BufReader::new(strings));
    let config = reader.config_mut();
    (config.check_end_names, config.expand_empty_elements) = (false, true);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(unreadable)? {
            Event::Start(element) if element.local_name().as_ref() == "sst" => {
                return check_text_count(&element, size / MIN_SHARED_STRING_BYTES);
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn check_text_count(element: &BytesStart<'_>, most: u64) -> Result<(), Fault> {
    for attribute in element.attributes() {
        let attribute = attribute.map_err(unreadable)?;
        // Calamine allows more characters around a name, such as a form feed.
        if attribute.key.as_ref().contains("uniqueCount") {
            let count: u64 = attribute.value.parse().map_err(unreadable)?;
            if count > most {
                return Err(unreadable(()));
            }
        }
    }
    Ok(())
}

fn too_much() -> Fault {
    refused("This workbook expands to far more data than allowed. Save the sheet as CSV, and try again.")
}

/// Converts an error of calamine. It does not know newer formula errors, such as #SPILL!.
fn unreadable_cell(error: XlsxError) -> Fault {
    match error {
        XlsxError::CellError(shown) => {
            refused(&formula_error_message(&shown.chars().take(40).collect::<String>()))
        }
        error => unreadable(error),
    }
}

fn unreadable<E>(_: E) -> Fault {
    refused("This workbook cannot be read. Save it as .xlsx without a password, or as CSV, and try again.")
}
