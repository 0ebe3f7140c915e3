//! Exports: CSV files for spreadsheets, behind a link that opens once without a session, for 15 minutes.
use std::time::Duration;

use platform::{Fault, Scope, Timestamp, Tx, tabular::harmless};

use super::{
    link,
    model::{FileId, NewFile, WrittenFile},
};
use crate::context::Context;

/// How long the link works.
const LIFETIME: Duration = Duration::from_secs(15 * 60);
/// Tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A CSV file that is being written.
pub struct CsvExport {
    table: csv::Writer<Vec<u8>>,
    rows: usize,
}

/// An exported file.
pub struct ExportedFile {
    pub id: FileId,
    pub url: String,
    /// Time at which the link stops working.
    pub expires: Timestamp,
    /// Number of rows without the headings.
    pub rows: usize,
}

impl CsvExport {
    /// Begins a file with its headings.
    pub fn new(headings: &[&str]) -> Result<Self, Fault> {
        let mut table =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
        table.write_record(headings).map_err(Fault::internal)?;
        Ok(Self { table, rows: 0 })
    }

    /// Adds a row. Cells that a spreadsheet would run as a formula are neutralized.
    pub fn push<const N: usize>(&mut self, row: [String; N]) -> Result<(), Fault> {
        self.rows += 1;
        self.table.write_record(row.map(harmless)).map_err(Fault::internal)
    }

    /// Returns the number of rows so far, without the headings.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Writes the file, named for its content and the day, such as "blast-2026-03-02.csv".
    pub async fn write(
        self,
        context: &Context,
        scope: &Scope,
        content: &str,
    ) -> Result<WrittenExport, Fault> {
        let now = context.now();
        let expires = now.plus(LIFETIME);
        let day = now.to_string();
        let name = format!("{content}-{}.csv", day.split('T').next().unwrap_or_default());
        let bytes = self.table.into_inner().map_err(|error| Fault::internal(error.to_string()))?;
        let new = NewFile {
            name: &name,
            media_type: "text/csv; charset=utf-8",
            bytes,
            expires: Some(expires),
            single_use: true,
        };
        let file = super::write(context, scope, new).await?;
        Ok(WrittenExport { file, expires, rows: self.rows })
    }
}

/// A CSV file that is written.
pub struct WrittenExport {
    file: WrittenFile,
    expires: Timestamp,
    rows: usize,
}

impl WrittenExport {
    /// Keeps the file.
    pub async fn keep(self, tx: &mut Tx, scope: &Scope, context: &Context) -> Result<ExportedFile, Fault> {
        let Self { file, expires, rows } = self;
        let id = super::keep(tx, scope, context, &file).await?;
        let url = link(context, scope.company(), &id, expires);
        Ok(ExportedFile { id, url, expires, rows })
    }
}
