//! RPC handlers of `DraftService`.
use std::pin::Pin;

use contract::v1::{draft_service_server::DraftService, *};
use futures::{Stream, StreamExt};
use platform::{
    Actor, Fault,
    access_policy::AccessTable,
    paging::{self, PageKey},
};
use service_macros::async_service;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, NewDraft},
    convert,
    generation::month,
    model,
    progress::Progress,
    rules, store,
    watch::Watch,
};
use crate::{
    context::Context,
    drafting::{document::Reader, language_model::LanguageModel},
    identity::caller::{Callers, Credential},
    incoming_request,
    operations::file,
    realtime::event::StreamSlots,
    tenancy::company,
};

/// Implements `DraftService`.
pub struct Service {
    pub context: Context,
    /// Without a model, drafts are generated from templates.
    pub model: Option<LanguageModel>,
    pub progress: Progress,
    /// Reads uploaded documents.
    pub reader: Reader,
    /// Re-validates the session of a stream.
    pub callers: Callers,
    pub access: AccessTable,
    /// Limits the number of open streams.
    pub slots: StreamSlots,
    /// Becomes true when the server shuts down.
    pub stop: watch::Receiver<bool>,
}

/// Maximum number of messages that are buffered for a slow client.
const BUFFER: usize = 16;

#[async_service]
impl DraftService for Service {
    type WatchDraftStream = Pin<Box<dyn Stream<Item = Result<WatchDraftResponse, Status>> + Send>>;

    async fn create_draft(
        &self,
        request: Request<CreateDraftRequest>,
    ) -> Result<Response<CreateDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let kind = model::DraftKind::try_from(request.kind).unwrap_or_default();
        let community = Some(request.community_id).filter(|id| !id.is_empty()).map(Into::into);
        let inputs = convert::to_inputs(request.inputs.unwrap_or_default());
        let new = NewDraft { kind, community, inputs };
        let draft = commands::create_draft(&self.context, &actor, new, self.model.is_some()).await?;
        Ok(Response::new(CreateDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn get_draft(
        &self,
        request: Request<GetDraftRequest>,
    ) -> Result<Response<GetDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let mut tx = self.context.db.read(&actor.scope()).await?;
        let draft = commands::require_readable(&mut tx, &actor, &request.id.into()).await?;
        let view = commands::view(&self.context, &mut tx, &actor, draft).await?;
        Ok(Response::new(GetDraftResponse { draft: Some(convert::draft(view)) }))
    }

    async fn list_drafts(
        &self,
        request: Request<ListDraftsRequest>,
    ) -> Result<Response<ListDraftsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut kinds = rules::kinds(&actor);
        kinds.retain(|kind| request.kinds.is_empty() || request.kinds.contains(kind));
        let mut tx = self.context.db.read(&scope).await?;
        let owner = (request.scope() != DraftScope::Shared).then_some(&actor.id);
        let drafts = store::list(&mut tx, &scope, owner, &kinds, before, limit).await?;
        let (drafts, next_page_token) =
            paging::page(drafts, limit, |draft| PageKey::new(draft.updated_ms, draft.id.as_str()));
        let drafts = drafts.iter().map(|draft| convert::summary(draft, &actor.id)).collect();
        Ok(Response::new(ListDraftsResponse { drafts, next_page_token }))
    }

    async fn watch_draft(
        &self,
        request: Request<WatchDraftRequest>,
    ) -> Result<Response<Self::WatchDraftStream>, Status> {
        let credential = request.extensions().get::<Credential>().cloned();
        let credential =
            credential.ok_or_else(|| Fault::internal("a call without a credential reached its service"))?;
        let (actor, request) = incoming_request::split(request)?;
        let id: model::DraftId = request.id.into();
        let mut tx = self.context.db.read(&actor.scope()).await?;
        commands::require(&mut tx, &actor, &id).await?;
        drop(tx);
        let slot = self.slots.take(&actor)?;
        let (sender, receiver) = mpsc::channel(BUFFER);
        let watch = Watch {
            context: self.context.clone(),
            callers: self.callers.clone(),
            access: self.access.clone(),
            changes: self.progress.watch(&id),
            progress: self.progress.clone(),
            credential,
            actor,
            id,
            after: request.after,
            last_read: None,
            position: None,
            sender,
            stop: self.stop.clone(),
            _slot: slot,
        };
        tokio::spawn(platform::request::within(platform::request::current(), watch.run()));
        let updates = ReceiverStream::new(receiver);
        Ok(Response::new(Box::pin(updates.map(|update| update.map(convert::update).map_err(Into::into)))))
    }

    async fn stop_draft(
        &self,
        request: Request<StopDraftRequest>,
    ) -> Result<Response<StopDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let draft = commands::stop_draft(&self.context, &self.progress, &actor, &request.id.into()).await?;
        self.progress.stop(&draft.id);
        Ok(Response::new(StopDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn continue_draft(
        &self,
        request: Request<ContinueDraftRequest>,
    ) -> Result<Response<ContinueDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let draft = commands::continue_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(ContinueDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn regenerate_draft(
        &self,
        request: Request<RegenerateDraftRequest>,
    ) -> Result<Response<RegenerateDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, inputs) = (request.id.into(), request.inputs.map(convert::to_inputs));
        let draft =
            commands::regenerate_draft(&self.context, &actor, &id, inputs, self.model.is_some()).await?;
        Ok(Response::new(RegenerateDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn update_draft_text(
        &self,
        request: Request<UpdateDraftTextRequest>,
    ) -> Result<Response<UpdateDraftTextResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, text) = (request.id.into(), convert::clean(&request.text));
        let confirmed = request.confirmed_details;
        let draft =
            commands::update_text(&self.context, &actor, &id, request.revision, text, confirmed).await?;
        Ok(Response::new(UpdateDraftTextResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn get_draft_version(
        &self,
        request: Request<GetDraftVersionRequest>,
    ) -> Result<Response<GetDraftVersionResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let draft = commands::require_readable(&mut tx, &actor, &request.id.into()).await?;
        let version = store::find_version(&mut tx, &scope, &draft.id, request.number.into()).await?;
        let version = version.ok_or_else(|| Fault::not_found("version"))?;
        Ok(Response::new(convert::version(version)))
    }

    async fn delete_draft(
        &self,
        request: Request<DeleteDraftRequest>,
    ) -> Result<Response<DeleteDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = request.id.into();
        commands::delete_draft(&self.context, &actor, &id).await?;
        self.progress.stop(&id);
        Ok(Response::new(DeleteDraftResponse {}))
    }

    async fn set_draft_feedback(
        &self,
        request: Request<SetDraftFeedbackRequest>,
    ) -> Result<Response<SetDraftFeedbackResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, feedback) = (request.id.into(), request.feedback);
        let draft = commands::set_feedback(&self.context, &actor, &id, feedback, request.note).await?;
        Ok(Response::new(SetDraftFeedbackResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn share_draft(
        &self,
        request: Request<ShareDraftRequest>,
    ) -> Result<Response<ShareDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let draft = commands::share_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(ShareDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn unshare_draft(
        &self,
        request: Request<UnshareDraftRequest>,
    ) -> Result<Response<UnshareDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let draft = commands::unshare_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(UnshareDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn copy_draft(
        &self,
        request: Request<CopyDraftRequest>,
    ) -> Result<Response<CopyDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let draft = commands::copy_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(CopyDraftResponse { draft: Some(self.view(&actor, draft).await?) }))
    }

    async fn export_draft(
        &self,
        request: Request<ExportDraftRequest>,
    ) -> Result<Response<ExportDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let file = commands::export_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(convert::exported(file)))
    }

    async fn rewrite_text(
        &self,
        request: Request<RewriteTextRequest>,
    ) -> Result<Response<RewriteTextResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (command, model) = (convert::to_rewrite(request), self.model.as_ref());
        let rewritten = commands::rewrite_text(&self.context, model, &actor, command).await?;
        Ok(Response::new(convert::rewritten(rewritten)))
    }

    async fn merge_letters(
        &self,
        request: Request<MergeLettersRequest>,
    ) -> Result<Response<MergeLettersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, accounts) = (request.id.into(), convert::to_accounts(request.account_ids));
        let letters = commands::merge_letters(&self.context, &self.access, &actor, &id, accounts).await?;
        let letters = letters.into_iter().map(convert::letter).collect();
        Ok(Response::new(MergeLettersResponse { letters }))
    }

    async fn export_letters(
        &self,
        request: Request<ExportLettersRequest>,
    ) -> Result<Response<ExportLettersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, accounts) = (request.id.into(), convert::to_accounts(request.account_ids));
        let file = commands::export_letters(&self.context, &self.access, &actor, &id, accounts).await?;
        Ok(Response::new(convert::exported_letters(file)))
    }

    async fn read_document(
        &self,
        request: Request<ReadDocumentRequest>,
    ) -> Result<Response<ReadDocumentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let bytes = file::decode(&request.data)?;
        let document = commands::read_document(&self.context, &self.reader, &actor, bytes).await?;
        Ok(Response::new(convert::document(&document)))
    }

    async fn get_drafting_status(
        &self,
        request: Request<GetDraftingStatusRequest>,
    ) -> Result<Response<GetDraftingStatusResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let used_tokens = store::used_tokens(&mut tx, &scope, &month(self.context.now())).await?;
        let token_allowance = company::require(&mut tx, &scope).await?.monthly_token_allowance;
        let has_model = self.model.is_some();
        Ok(Response::new(GetDraftingStatusResponse { has_model, used_tokens, token_allowance }))
    }
}

impl Service {
    /// Converts a draft after a change.
    async fn view(&self, actor: &Actor, draft: model::Draft) -> Result<Draft, Fault> {
        let mut tx = self.context.db.read(&actor.scope()).await?;
        let view = commands::view(&self.context, &mut tx, actor, draft).await?;
        Ok(convert::draft(view))
    }
}
