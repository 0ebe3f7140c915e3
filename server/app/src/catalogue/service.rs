//! The calls of `CatalogueService`.
use std::time::Duration;

use contract::v1::{catalogue_service_server::CatalogueService, *};
use platform::{Aside, Fault, Tx, paging};
use tonic::{Request, Response, Status};

use super::{
    acts::{self, Next, Release},
    convert,
    model::{Draft, Library, Standing},
    rules, store,
};
use crate::{audit::Deed, call, context::Context, file, sheet};

/// The largest file of a catalogue.
const BOUNDS: sheet::Bounds = sheet::Bounds { megabytes: 8, lines: 5_000 };
/// Questions are counted so far back.
const SINCE: Duration = Duration::from_secs(90 * 24 * 3600);
/// So many letters and digits of an id make a key one that no intent had.
const FRESH: usize = 6;

/// Answers the calls.
pub struct Service {
    context: Context,
    /// A file keeps a core busy and takes memory, so one at a time.
    aside: Aside,
}

impl Service {
    /// With nobody at it.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, aside: Aside::new() }
    }

    fn fresh(&self) -> String {
        let id: String = self.context.ids.next(self.context.now());
        id.to_lowercase().split_off(id.len().saturating_sub(FRESH))
    }

    async fn impact(&self, keys: &[String]) -> Result<CatalogueImpact, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let impact = store::impact(&mut tx, keys, self.context.now().minus(SINCE)).await?;
        Ok(convert::impact(impact))
    }

    /// The draft as it is, if it is still the one that the caller saw.
    async fn seen(&self, version: i64) -> Result<Standing, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let standing = acts::standing(&mut tx).await?;
        rules::same_version(&standing.draft, version)?;
        Ok(standing)
    }

    async fn rows(&self, data: &str) -> Result<Vec<sheet::Row>, Fault> {
        let bytes = file::decode(data)?;
        self.aside.run(move || sheet::read(&bytes, BOUNDS)).await?
    }
}

#[tonic::async_trait]
impl CatalogueService for Service {
    async fn get_catalogues(
        &self,
        request: Request<GetCataloguesRequest>,
    ) -> Result<Response<GetCataloguesResponse>, Status> {
        let (_, request) = call::enter(request)?;
        let mut tx = self.context.db.platform_read().await?;
        let standing = acts::standing(&mut tx).await?;
        if request.version == 0 {
            let told = convert::library(&standing.draft.library, &standing, &standing.differences);
            return Ok(Response::new(told));
        }
        let library = stored(&mut tx, request.version, &standing.draft).await?;
        let differences = rules::differences(&store::published(&mut tx).await?, &library);
        Ok(Response::new(convert::library(&library, &standing, &differences)))
    }

    async fn get_catalogue_impact(
        &self,
        request: Request<GetCatalogueImpactRequest>,
    ) -> Result<Response<GetCatalogueImpactResponse>, Status> {
        let (_, request) = call::enter(request)?;
        Ok(Response::new(GetCatalogueImpactResponse { impact: Some(self.impact(&request.keys).await?) }))
    }

    async fn edit_catalogues(
        &self,
        request: Request<EditCataloguesRequest>,
    ) -> Result<Response<EditCataloguesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (version, dry_run) = (i64::from(request.version), request.dry_run);
        let edit = convert::edit(request)?;
        let impact = self.impact(&edit.keys()).await?;
        let fresh = || self.fresh();
        let (standing, (differences, key)) = if dry_run {
            let standing = self.seen(version).await?;
            let edited = rules::edited(&standing.draft.library, edit, &fresh)?;
            let differences = rules::differences(&standing.draft.library, &edited.library);
            (standing, (differences, edited.key))
        } else {
            let change = |draft: &Draft, _: &Library| {
                let edited = rules::edited(&draft.library, edit, &fresh)?;
                let differences = rules::differences(&draft.library, &edited.library);
                let deed = Deed { action: "catalogue.edited", subject: "", summary: edited.summary };
                let next = Next { library: edited.library, undoable: true, deed };
                Ok((next, (differences, edited.key)))
            };
            acts::change(&self.context, &actor, version, change).await?
        };
        Ok(Response::new(EditCataloguesResponse {
            draft: Some(convert::draft(&standing)),
            differences: convert::told(&differences),
            impact: Some(impact),
            key,
        }))
    }

    async fn undo_catalogue_edit(
        &self,
        request: Request<UndoCatalogueEditRequest>,
    ) -> Result<Response<UndoCatalogueEditResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let undo = |draft: &Draft, _: &Library| {
            let library = draft.before.clone().ok_or_else(rules::nothing_to_undo)?;
            let summary = "Took the last change to the catalogues' draft back.".to_owned();
            let deed = Deed { action: "catalogue.edit_undone", subject: "", summary };
            Ok((Next { library, undoable: false, deed }, ()))
        };
        let (standing, ()) = acts::change(&self.context, &actor, request.version.into(), undo).await?;
        Ok(Response::new(UndoCatalogueEditResponse { draft: Some(convert::draft(&standing)) }))
    }

    async fn discard_catalogue_draft(
        &self,
        request: Request<DiscardCatalogueDraftRequest>,
    ) -> Result<Response<DiscardCatalogueDraftResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let discard = |_: &Draft, published: &Library| {
            let summary = "Discarded the catalogues' draft.".to_owned();
            let deed = Deed { action: "catalogue.draft_discarded", subject: "", summary };
            Ok((Next { library: published.clone(), undoable: true, deed }, ()))
        };
        let (standing, ()) = acts::change(&self.context, &actor, request.version.into(), discard).await?;
        Ok(Response::new(DiscardCatalogueDraftResponse { draft: Some(convert::draft(&standing)) }))
    }

    async fn import_catalogue(
        &self,
        request: Request<ImportCatalogueRequest>,
    ) -> Result<Response<ImportCatalogueResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (name, version) = (convert::named(request.catalogue), i64::from(request.version));
        let rows = self.rows(&request.data).await?;
        let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("a file without a line"))?;
        let columns = rules::columns_of(first)?;
        let read = |library: &Library| {
            let brought = rules::brought(library, name, (&columns, rows), request.whole, &|| self.fresh())?;
            Ok::<_, Fault>((rules::differences(library, &brought.library), brought))
        };
        let (standing, (differences, unchanged, rejected)) = if request.dry_run {
            let standing = self.seen(version).await?;
            let (differences, brought) = read(&standing.draft.library)?;
            (standing, (differences, brought.unchanged, brought.rejected))
        } else {
            let change = |draft: &Draft, _: &Library| {
                let (differences, brought) = read(&draft.library)?;
                let summary = format!(
                    "Imported a file into the catalogues' draft: {} intents changed.",
                    differences.len()
                );
                let deed = Deed { action: "catalogue.imported", subject: "", summary };
                let next = Next { library: brought.library, undoable: true, deed };
                Ok((next, (differences, brought.unchanged, brought.rejected)))
            };
            acts::change(&self.context, &actor, version, change).await?
        };
        Ok(Response::new(ImportCatalogueResponse {
            draft: Some(convert::draft(&standing)),
            differences: convert::told(&differences),
            unchanged: i32::try_from(unchanged).unwrap_or(i32::MAX),
            rejected_count: i32::try_from(rejected.len()).unwrap_or(i32::MAX),
            rejected: convert::rejected(rejected),
        }))
    }

    async fn export_catalogue(
        &self,
        request: Request<ExportCatalogueRequest>,
    ) -> Result<Response<ExportCatalogueResponse>, Status> {
        let (_, request) = call::enter(request)?;
        let name = convert::named(request.catalogue);
        let mut tx = self.context.db.platform_read().await?;
        let csv = rules::export(&store::draft(&mut tx).await?.library, name)?;
        Ok(Response::new(ExportCatalogueResponse { name: convert::file_name(name), csv }))
    }

    async fn list_catalogue_versions(
        &self,
        request: Request<ListCatalogueVersionsRequest>,
    ) -> Result<Response<ListCatalogueVersionsResponse>, Status> {
        let (_, request) = call::enter(request)?;
        let (limit, before) = (paging::limit(request.limit), paging::after(&request.page_token)?);
        let mut tx = self.context.db.platform_read().await?;
        let rows = store::list(&mut tx, before, limit).await?;
        let (versions, next_page_token) = paging::page(rows, limit, |version| version.number);
        let versions = versions.iter().map(convert::version).collect();
        Ok(Response::new(ListCatalogueVersionsResponse { versions, next_page_token }))
    }

    async fn compare_catalogue_versions(
        &self,
        request: Request<CompareCatalogueVersionsRequest>,
    ) -> Result<Response<CompareCatalogueVersionsResponse>, Status> {
        let (_, request) = call::enter(request)?;
        let mut tx = self.context.db.platform_read().await?;
        let draft = store::draft(&mut tx).await?;
        let before = stored(&mut tx, request.from_version, &draft).await?;
        let after = stored(&mut tx, request.to_version, &draft).await?;
        let differences = convert::differences(&rules::differences(&before, &after));
        Ok(Response::new(CompareCatalogueVersionsResponse { differences }))
    }

    async fn publish_catalogues(
        &self,
        request: Request<PublishCataloguesRequest>,
    ) -> Result<Response<PublishCataloguesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let release = Release { note: rules::note(&request.note)?, restored: None };
        let (published, standing) =
            acts::publish(&self.context, &actor, request.version.into(), release).await?;
        Ok(Response::new(PublishCataloguesResponse {
            published: Some(convert::version(&published)),
            draft: Some(convert::draft(&standing)),
        }))
    }

    async fn roll_back_catalogues(
        &self,
        request: Request<RollBackCataloguesRequest>,
    ) -> Result<Response<RollBackCataloguesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let number = i64::from(request.number);
        let mut tx = self.context.db.platform_read().await?;
        let library = store::find(&mut tx, number).await?.ok_or_else(|| Fault::not_found("version"))?;
        drop(tx);
        let note = match request.note.trim() {
            "" => format!("Back to version {number}."),
            note => note.to_owned(),
        };
        let release = Release { note, restored: Some((number, library)) };
        let (published, standing) =
            acts::publish(&self.context, &actor, request.version.into(), release).await?;
        Ok(Response::new(RollBackCataloguesResponse {
            published: Some(convert::version(&published)),
            draft: Some(convert::draft(&standing)),
        }))
    }
}

/// What was in a version; 0 names the draft.
async fn stored(tx: &mut Tx, number: i32, draft: &Draft) -> Result<Library, Fault> {
    if number == 0 {
        return Ok(draft.library.clone());
    }
    store::find(tx, number.into()).await?.ok_or_else(|| Fault::not_found("version"))
}
