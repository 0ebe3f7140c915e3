//! Reads CSV: a table with commas, semicolons or tabs, in UTF-8, or in the UTF-16 that spreadsheets call
//! Unicode text. It is parsed character by character, so that each row has the number of its line, and an
//! unclosed quotation mark is refused instead of swallowing lines.
use std::{iter::Peekable, str::Chars};

use crate::Fault;

use super::{MARK, MAX_COLUMNS, Row, plain, refused, row};

/// Returns the rows that are not empty. Stops after the heading and `most` + 1 further rows.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data` if it is not text, or if a quotation mark is not closed; the message names its line.
pub fn read(bytes: &[u8], most: usize) -> Result<Vec<Row>, Fault> {
    let unreadable =
        "This is neither CSV nor XLSX. Save it as \"CSV UTF-8\" or as an Excel workbook, and try again.";
    let text = decoded(bytes).filter(|text| !text.contains('\0')).ok_or_else(|| refused(unreadable))?;
    let text = text.trim_start_matches(MARK).replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = Reader { letters: text.chars().peekable(), mark: delimiter(&text), line: 1 };
    let (mut rows, mut cells, mut begins) = (Vec::new(), Vec::new(), 1);
    loop {
        let (cell, end) = reader.cell()?;
        if cells.len() < MAX_COLUMNS {
            cells.push(plain(&cell).to_owned());
        }
        if end == End::Cell {
            continue;
        }
        rows.extend(row(begins, std::mem::take(&mut cells)));
        if end == End::File || rows.len() > most + 1 {
            return Ok(rows);
        }
        begins = reader.line;
    }
}

fn decoded(bytes: &[u8]) -> Option<String> {
    let wide = |bytes: &[u8], letter: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let text = char::decode_utf16(pairs.iter().map(|pair| letter(*pair))).collect::<Result<_, _>>();
        text.ok().filter(|_| rest.is_empty())
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes.to_vec()).ok(),
    }
}

/// Returns the character that separates the columns of the first line. In many countries it is not a comma.
fn delimiter(text: &str) -> char {
    let first = text.trim_start_matches('\n').lines().next().unwrap_or_default();
    // Ignores characters in quotation marks.
    let bare: Vec<&str> = first.split('"').step_by(2).collect();
    let count = |mark: char| bare.iter().map(|part| part.matches(mark).count()).sum::<usize>();
    [';', '\t']
        .into_iter()
        .filter(|mark| count(*mark) > count(','))
        .max_by_key(|mark| count(*mark))
        .unwrap_or(',')
}

#[derive(PartialEq)]
enum End {
    Cell,
    Line,
    File,
}

struct Reader<'t> {
    letters: Peekable<Chars<'t>>,
    mark: char,
    /// The line of the next character, counted from 1.
    line: u32,
}

impl Reader<'_> {
    /// Returns the next cell and what ends after it.
    fn cell(&mut self) -> Result<(String, End), Fault> {
        self.skip_spaces();
        if self.letters.next_if_eq(&'"').is_some() {
            return self.quoted();
        }
        let mut cell = String::new();
        loop {
            match self.end() {
                Some(end) => return Ok((cell, end)),
                None => cell.extend(self.letters.next()),
            }
        }
    }

    /// Reads the rest of a quoted cell after its opening mark. Two quotation marks stand for one.
    fn quoted(&mut self) -> Result<(String, End), Fault> {
        let opened = self.line;
        let unclosed = || {
            refused(&format!(
                "Line {opened}: a quotation mark opens a cell here and is not closed at the cell's end, so it cannot \
                 be told where the line ends. Close it, or write \"\" for a quotation mark inside, and try again."
            ))
        };
        let mut cell = String::new();
        loop {
            match self.letters.next().ok_or_else(unclosed)? {
                '"' if self.letters.next_if_eq(&'"').is_some() => cell.push('"'),
                '"' => break,
                letter => {
                    self.line += u32::from(letter == '\n');
                    cell.push(letter);
                }
            }
        }
        self.skip_spaces();
        let end = self.end().ok_or_else(unclosed)?;
        Ok((cell, end))
    }

    fn skip_spaces(&mut self) {
        while self.letters.next_if_eq(&' ').is_some() {}
    }

    /// Consumes a delimiter, a line break or the end of the file at the current position, and returns what ends there.
    fn end(&mut self) -> Option<End> {
        let end = match self.letters.peek() {
            None => return Some(End::File),
            Some('\n') => End::Line,
            Some(letter) if *letter == self.mark => End::Cell,
            Some(_) => return None,
        };
        self.letters.next();
        self.line += u32::from(end == End::Line);
        Some(end)
    }
}
