//! RPC handlers of `CatalogService`.
use std::time::Duration;

use contract::v1::{catalog_service_server::CatalogService, *};
use platform::{CpuPool, Fault, Tx, paging, tabular};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, DraftChange, Release, RestoredVersion},
    convert,
    model::{Draft, DraftState, Library},
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::{
        audit::{AuditAction, AuditEvent},
        file,
    },
};

/// Limits of an imported file.
const BOUNDS: tabular::Bounds = tabular::Bounds { megabytes: 8, lines: 5_000 };
/// Period in which questions count towards an impact; 90 days.
const IMPACT_PERIOD: Duration = Duration::from_secs(90 * 24 * 3600);
/// Number of characters of an id that make a new key unique.
const SUFFIX_LENGTH: usize = 6;

/// Implements `CatalogService`.
pub struct Service {
    context: Context,
    /// Reads one file at a time, because a file takes a core and memory.
    cpu_pool: CpuPool,
}

impl Service {
    /// Creates the service.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, cpu_pool: CpuPool::new() }
    }

    fn key_suffix(&self) -> String {
        let id: String = self.context.ids.next(self.context.now());
        id.to_lowercase().split_off(id.len().saturating_sub(SUFFIX_LENGTH))
    }

    async fn impact(&self, keys: &[String]) -> Result<CatalogImpact, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let impact = store::impact(&mut tx, keys, self.context.now().minus(IMPACT_PERIOD)).await?;
        Ok(convert::impact(impact))
    }

    /// Returns the state of the draft; fails if its version is not `version`.
    async fn require_version(&self, version: i64) -> Result<DraftState, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let state = commands::draft_state(&mut tx).await?;
        rules::same_version(&state.draft, version)?;
        Ok(state)
    }

    async fn rows(&self, data: &str) -> Result<Vec<tabular::Row>, Fault> {
        let bytes = file::decode(data)?;
        self.cpu_pool.run(move || tabular::read(&bytes, BOUNDS)).await?
    }
}

#[async_service]
impl CatalogService for Service {
    async fn get_catalogs(
        &self,
        request: Request<GetCatalogsRequest>,
    ) -> Result<Response<GetCatalogsResponse>, Status> {
        let (_, request) = incoming_request::split(request)?;
        let mut tx = self.context.db.platform_read().await?;
        let state = commands::draft_state(&mut tx).await?;
        if request.version == 0 {
            let catalogs = convert::library(&state.draft.library, &state, &state.differences);
            return Ok(Response::new(catalogs));
        }
        let library = find_library(&mut tx, request.version, &state.draft).await?;
        let differences = rules::differences(&store::published(&mut tx).await?, &library);
        Ok(Response::new(convert::library(&library, &state, &differences)))
    }

    async fn get_catalog_impact(
        &self,
        request: Request<GetCatalogImpactRequest>,
    ) -> Result<Response<GetCatalogImpactResponse>, Status> {
        let (_, request) = incoming_request::split(request)?;
        Ok(Response::new(GetCatalogImpactResponse { impact: Some(self.impact(&request.keys).await?) }))
    }

    async fn edit_catalogs(
        &self,
        request: Request<EditCatalogsRequest>,
    ) -> Result<Response<EditCatalogsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (version, dry_run) = (i64::from(request.version), request.dry_run);
        let edit = convert::edit(request)?;
        let impact = self.impact(&edit.keys()).await?;
        let suffix = || self.key_suffix();
        let (state, (differences, key)) = if dry_run {
            let state = self.require_version(version).await?;
            let edited = rules::apply_edit(&state.draft.library, edit, &suffix)?;
            let differences = rules::differences(&state.draft.library, &edited.library);
            (state, (differences, edited.key))
        } else {
            let change = |draft: &Draft, _: &Library| {
                let edited = rules::apply_edit(&draft.library, edit, &suffix)?;
                let differences = rules::differences(&draft.library, &edited.library);
                let audit_event =
                    AuditEvent { action: AuditAction::CatalogEdited, subject: "", summary: edited.summary };
                let next = DraftChange { library: edited.library, is_undoable: true, audit_event };
                Ok((next, (differences, edited.key)))
            };
            commands::change_draft(&self.context, &actor, version, change).await?
        };
        Ok(Response::new(EditCatalogsResponse {
            draft: Some(convert::draft(&state)),
            differences: convert::listed_differences(&differences),
            impact: Some(impact),
            key,
        }))
    }

    async fn undo_catalog_edit(
        &self,
        request: Request<UndoCatalogEditRequest>,
    ) -> Result<Response<UndoCatalogEditResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let undo = |draft: &Draft, _: &Library| {
            let library = draft.previous_library.clone().ok_or_else(rules::nothing_to_undo)?;
            let summary = "Undid the last change to the catalogs' draft.".to_owned();
            let audit_event = AuditEvent { action: AuditAction::CatalogEditUndone, subject: "", summary };
            Ok((DraftChange { library, is_undoable: false, audit_event }, ()))
        };
        let (state, ()) = commands::change_draft(&self.context, &actor, request.version.into(), undo).await?;
        Ok(Response::new(UndoCatalogEditResponse { draft: Some(convert::draft(&state)) }))
    }

    async fn discard_catalog_draft(
        &self,
        request: Request<DiscardCatalogDraftRequest>,
    ) -> Result<Response<DiscardCatalogDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let discard = |_: &Draft, published: &Library| {
            let summary = "Discarded the catalogs' draft.".to_owned();
            let audit_event = AuditEvent { action: AuditAction::CatalogDraftDiscarded, subject: "", summary };
            Ok((DraftChange { library: published.clone(), is_undoable: true, audit_event }, ()))
        };
        let (state, ()) =
            commands::change_draft(&self.context, &actor, request.version.into(), discard).await?;
        Ok(Response::new(DiscardCatalogDraftResponse { draft: Some(convert::draft(&state)) }))
    }

    async fn import_catalog(
        &self,
        request: Request<ImportCatalogRequest>,
    ) -> Result<Response<ImportCatalogResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (name, version) = (convert::name_from_contract(request.catalog), i64::from(request.version));
        let rows = self.rows(&request.data).await?;
        let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("the file has no lines"))?;
        let columns = rules::columns_of(first)?;
        let read = |library: &Library| {
            let result = rules::import(library, name, &columns, rows, request.whole, &|| self.key_suffix())?;
            Ok::<_, Fault>((rules::differences(library, &result.library), result))
        };
        let (state, (differences, unchanged, rejected)) = if request.dry_run {
            let state = self.require_version(version).await?;
            let (differences, result) = read(&state.draft.library)?;
            (state, (differences, result.unchanged, result.rejected))
        } else {
            let change = |draft: &Draft, _: &Library| {
                let (differences, result) = read(&draft.library)?;
                let summary = format!(
                    "Imported a file into the catalogs' draft: {} intents changed.",
                    differences.len()
                );
                let audit_event = AuditEvent { action: AuditAction::CatalogImported, subject: "", summary };
                let next = DraftChange { library: result.library, is_undoable: true, audit_event };
                Ok((next, (differences, result.unchanged, result.rejected)))
            };
            commands::change_draft(&self.context, &actor, version, change).await?
        };
        Ok(Response::new(ImportCatalogResponse {
            draft: Some(convert::draft(&state)),
            differences: convert::listed_differences(&differences),
            unchanged: i32::try_from(unchanged).unwrap_or(i32::MAX),
            rejected_count: i32::try_from(rejected.len()).unwrap_or(i32::MAX),
            rejected: convert::rejected(rejected),
        }))
    }

    async fn export_catalog(
        &self,
        request: Request<ExportCatalogRequest>,
    ) -> Result<Response<ExportCatalogResponse>, Status> {
        let (_, request) = incoming_request::split(request)?;
        let name = convert::name_from_contract(request.catalog);
        let mut tx = self.context.db.platform_read().await?;
        let csv = rules::export(&store::draft(&mut tx).await?.library, name)?;
        Ok(Response::new(ExportCatalogResponse { name: convert::file_name(name), csv }))
    }

    async fn list_catalog_versions(
        &self,
        request: Request<ListCatalogVersionsRequest>,
    ) -> Result<Response<ListCatalogVersionsResponse>, Status> {
        let (_, request) = incoming_request::split(request)?;
        let (limit, before) = (paging::limit(request.limit), paging::after(&request.page_token)?);
        let mut tx = self.context.db.platform_read().await?;
        let rows = store::list(&mut tx, before, limit).await?;
        let (versions, next_page_token) = paging::page(rows, limit, |version| version.number);
        let versions = versions.iter().map(convert::version).collect();
        Ok(Response::new(ListCatalogVersionsResponse { versions, next_page_token }))
    }

    async fn compare_catalog_versions(
        &self,
        request: Request<CompareCatalogVersionsRequest>,
    ) -> Result<Response<CompareCatalogVersionsResponse>, Status> {
        let (_, request) = incoming_request::split(request)?;
        let mut tx = self.context.db.platform_read().await?;
        let draft = store::draft(&mut tx).await?;
        let before = find_library(&mut tx, request.from_version, &draft).await?;
        let after = find_library(&mut tx, request.to_version, &draft).await?;
        let differences = convert::differences(&rules::differences(&before, &after));
        Ok(Response::new(CompareCatalogVersionsResponse { differences }))
    }

    async fn publish_catalogs(
        &self,
        request: Request<PublishCatalogsRequest>,
    ) -> Result<Response<PublishCatalogsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let release = Release { note: rules::note(&request.note)?, restored: None };
        let (published, state) =
            commands::publish(&self.context, &actor, request.version.into(), release).await?;
        Ok(Response::new(PublishCatalogsResponse {
            published: Some(convert::version(&published)),
            draft: Some(convert::draft(&state)),
        }))
    }

    async fn roll_back_catalogs(
        &self,
        request: Request<RollBackCatalogsRequest>,
    ) -> Result<Response<RollBackCatalogsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let number = i64::from(request.number);
        let mut tx = self.context.db.platform_read().await?;
        let library = store::find(&mut tx, number).await?.ok_or_else(|| Fault::not_found("version"))?;
        drop(tx);
        let note = match request.note.trim() {
            "" => format!("Back to version {number}."),
            note => note.to_owned(),
        };
        let release = Release { note, restored: Some(RestoredVersion { number, library }) };
        let (published, state) =
            commands::publish(&self.context, &actor, request.version.into(), release).await?;
        Ok(Response::new(RollBackCatalogsResponse {
            published: Some(convert::version(&published)),
            draft: Some(convert::draft(&state)),
        }))
    }
}

/// Returns the content of a version; 0 means the draft.
async fn find_library(tx: &mut Tx, number: i32, draft: &Draft) -> Result<Library, Fault> {
    if number == 0 {
        return Ok(draft.library.clone());
    }
    store::find(tx, number.into()).await?.ok_or_else(|| Fault::not_found("version"))
}
