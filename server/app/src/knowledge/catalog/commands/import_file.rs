//! Imports a file into the draft.
use platform::{Actor, CpuPool, Fault, config::CatalogName, tabular};

use super::{
    change_draft::{DraftChange, change_draft},
    key_suffix, require_version,
};
use crate::{
    context::Context,
    knowledge::catalog::{
        model::{Difference, Draft, DraftState, Library, Rejected},
        rules,
    },
    operations::{
        audit::{AuditAction, AuditEvent},
        file,
    },
};

/// Limits of an imported file.
const BOUNDS: tabular::Bounds = tabular::Bounds { megabytes: 8, lines: 5_000 };

/// A file to import into a catalog.
pub struct FileToImport {
    pub catalog: CatalogName,
    /// The file in base64.
    pub data: String,
    /// The version of the draft that the import is based on.
    pub version: i64,
    /// Whether intents that are not in the file are removed.
    pub is_whole: bool,
    pub is_dry_run: bool,
}

/// The draft after an import, or before one that was only tried.
pub struct ImportedFile {
    pub state: DraftState,
    pub differences: Vec<Difference>,
    /// Number of intents that the file leaves unchanged.
    pub unchanged: usize,
    pub rejected: Vec<Rejected>,
}

/// Imports a file into the draft. A dry run stores nothing and returns the state of the draft before the import.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data`; fails if the draft has another version.
pub async fn import_file(
    context: &Context,
    cpu_pool: &CpuPool,
    actor: &Actor,
    file: FileToImport,
) -> Result<ImportedFile, Fault> {
    let FileToImport { catalog, data, version, is_whole, is_dry_run } = file;
    let rows = read_rows(cpu_pool, &data).await?;
    let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("the file has no lines"))?;
    let columns = rules::columns_of(first)?;
    let read = |library: &Library| {
        let result = rules::import(library, catalog, &columns, rows, is_whole, &|| key_suffix(context))?;
        Ok::<_, Fault>((rules::differences(library, &result.library), result))
    };
    let (state, (differences, unchanged, rejected)) = if is_dry_run {
        let state = require_version(context, version).await?;
        let (differences, result) = read(&state.draft.library)?;
        (state, (differences, result.unchanged, result.rejected))
    } else {
        let change = |draft: &Draft, _: &Library| {
            let (differences, result) = read(&draft.library)?;
            let summary =
                format!("Imported a file into the catalogs' draft: {} intents changed.", differences.len());
            let audit_event = AuditEvent { action: AuditAction::CatalogImported, subject: "", summary };
            let next = DraftChange { library: result.library, is_undoable: true, audit_event };
            Ok((next, (differences, result.unchanged, result.rejected)))
        };
        change_draft(context, actor, version, change).await?
    };
    Ok(ImportedFile { state, differences, unchanged, rejected })
}

async fn read_rows(cpu_pool: &CpuPool, data: &str) -> Result<Vec<tabular::Row>, Fault> {
    let bytes = file::decode(data)?;
    cpu_pool.run(move || tabular::read(&bytes, BOUNDS)).await?
}
