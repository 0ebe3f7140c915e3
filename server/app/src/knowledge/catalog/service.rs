//! RPC handlers of `CatalogService`.
use contract::v1::{catalog_service_server::CatalogService, *};
use platform::{CpuPool, Fault, Tx, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, EditedDraft, FileToImport, ImportedFile, Release},
    convert,
    model::{Draft, Library},
    rules, store,
};
use crate::{context::Context, incoming_request};

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
        let impact = commands::find_impact(&self.context, &request.keys).await?;
        Ok(Response::new(GetCatalogImpactResponse { impact: Some(convert::impact(impact)) }))
    }

    async fn edit_catalogs(
        &self,
        request: Request<EditCatalogsRequest>,
    ) -> Result<Response<EditCatalogsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (version, is_dry_run) = (i64::from(request.version), request.dry_run);
        let edit = convert::edit(request)?;
        let EditedDraft { state, differences, impact, key } =
            commands::edit_draft(&self.context, &actor, edit, version, is_dry_run).await?;
        Ok(Response::new(EditCatalogsResponse {
            draft: Some(convert::draft(&state)),
            differences: convert::listed_differences(&differences),
            impact: Some(convert::impact(impact)),
            key,
        }))
    }

    async fn undo_catalog_edit(
        &self,
        request: Request<UndoCatalogEditRequest>,
    ) -> Result<Response<UndoCatalogEditResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let state = commands::undo_edit(&self.context, &actor, request.version.into()).await?;
        Ok(Response::new(UndoCatalogEditResponse { draft: Some(convert::draft(&state)) }))
    }

    async fn discard_catalog_draft(
        &self,
        request: Request<DiscardCatalogDraftRequest>,
    ) -> Result<Response<DiscardCatalogDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let state = commands::discard_draft(&self.context, &actor, request.version.into()).await?;
        Ok(Response::new(DiscardCatalogDraftResponse { draft: Some(convert::draft(&state)) }))
    }

    async fn import_catalog(
        &self,
        request: Request<ImportCatalogRequest>,
    ) -> Result<Response<ImportCatalogResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let file = FileToImport {
            catalog: convert::name_from_contract(request.catalog),
            data: request.data,
            version: request.version.into(),
            is_whole: request.whole,
            is_dry_run: request.dry_run,
        };
        let ImportedFile { state, differences, unchanged, rejected } =
            commands::import_file(&self.context, &self.cpu_pool, &actor, file).await?;
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
        let (version, number) = (request.version.into(), request.number.into());
        let (published, state) =
            commands::roll_back(&self.context, &actor, version, number, &request.note).await?;
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
