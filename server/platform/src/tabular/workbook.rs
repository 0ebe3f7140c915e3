//! The first sheet of a workbook. A workbook is a ZIP archive that may say less than it holds, so
//! all of it is unpacked once, and thrown away, before anything believes it. It may also say more:
//! the number of its texts is compared with their size, as room is made for so many. Its cells are
//! read one by one, because a single one at the far end would make a table of everything before it,
//! and what they show is added up, because many may show the same text.
use std::{
    borrow::Cow,
    io::{BufReader, Cursor, Read, copy, sink},
};

use crate::Fault;
use calamine::{DataRef, Reader, Xlsx, XlsxError};
use quick_xml::events::{BytesStart, Event};
use zip::{ZipArchive, read::ZipFile};

use super::{MOST_COLUMNS, Row, formula_error_message, plain, refused, row};

/// The most that a workbook may hold, unpacked.
const MOST_UNPACKED: u64 = 64 << 20;
/// The most files in it.
const MOST_FILES: usize = 1_000;
/// The most that its cells may show, in bytes.
const MOST_SHOWN: usize = 32 << 20;
/// The shortest text there is: `<si/>`.
const LEAST_TEXT: u64 = 5;

/// The rows that have something in them.
///
/// # Errors
/// On `data`, when it is too large or no workbook.
pub fn read(bytes: &[u8], most: usize) -> Result<Vec<Row>, Fault> {
    bounded(bytes)?;
    let mut workbook: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let name = workbook.sheet_names().into_iter().next().ok_or_else(|| unreadable(()))?;
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(unreadable)?;
    let (mut rows, mut number, mut texts, mut left) = (Vec::new(), 0, Vec::new(), MOST_SHOWN);
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
            let text = text(cell.get_value());
            left = left.checked_sub(text.len()).ok_or_else(too_much)?;
            texts.resize(texts.len().max(column + 1), String::new());
            // No database takes a NUL, which XML can name.
            texts[column] = plain(&text).replace('\0', "");
        }
    }
    rows.extend(row(number.saturating_add(1), texts));
    Ok(rows)
}

/// What a cell shows.
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

fn bounded(bytes: &[u8]) -> Result<(), Fault> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    let mut left = MOST_UNPACKED;
    if archive.len() > MOST_FILES {
        return Err(too_much());
    }
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(unreadable)?;
        let texts = holds_texts(&file)?;
        let unpacked = copy(&mut file.take(left + 1), &mut sink()).map_err(unreadable)?;
        left = left.checked_sub(unpacked).ok_or_else(too_much)?;
        if texts {
            counted(archive.by_index(place).map_err(unreadable)?, unpacked)?;
        }
    }
    Ok(())
}

/// Whether this is where cells have their texts. An archive may have two names for a file.
fn holds_texts(file: &ZipFile<'_, impl Read>) -> Result<bool, Fault> {
    let decoded = file.name().map_err(unreadable)?;
    let named = |name: &[u8]| name.to_ascii_lowercase().ends_with(b"sharedstrings.xml");
    Ok(named(decoded.as_bytes()) || named(file.name_raw()))
}

/// Refuses a number of texts that this many bytes cannot hold. They are read as calamine reads them.
fn counted(texts: impl Read, size: u64) -> Result<(), Fault> {
    let mut reader = quick_xml::Reader::from_reader(BufReader::new(texts));
    let config = reader.config_mut();
    (config.check_end_names, config.expand_empty_elements) = (false, true);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(unreadable)? {
            Event::Start(element) if element.local_name().as_ref() == "sst" => {
                return check_text_count(&element, size / LEAST_TEXT);
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn check_text_count(element: &BytesStart<'_>, most: u64) -> Result<(), Fault> {
    for attribute in element.attributes() {
        let attribute = attribute.map_err(unreadable)?;
        // Calamine allows more around a name: a form feed.
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

/// What the sheet may hold, and calamine has no name for: an error that came up later, as #SPILL!.
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
