//! RPC handlers of `BlastService`.
use contract::v1::{blast_service_server::BlastService, *};
use platform::{Actor, Fault, Timestamp, Tx, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, Decision, RecipientList, StateChange},
    convert,
    model::BlastResults,
    rules::Scheduling,
    store,
};
use crate::{
    context::Context, incoming_request, messaging::carrier, operations::link, outreach::blast::model,
};

/// Implements `BlastService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl BlastService for Service {
    async fn list_blasts(
        &self,
        request: Request<ListBlastsRequest>,
    ) -> Result<Response<ListBlastsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let blasts = store::list(&mut tx, &scope, &request.states, before, limit).await?;
        let (blasts, next_page_token) =
            paging::page(blasts, limit, |blast| (blast.created_ms.0, blast.id.to_string()));
        let results = commands::results_of(&mut tx, &scope, &blasts).await?;
        let blasts = blasts.iter().zip(results);
        let blasts = blasts.map(|(blast, results)| convert::blast(&self.context, blast, results, &actor));
        Ok(Response::new(ListBlastsResponse { blasts: blasts.collect(), next_page_token }))
    }

    async fn get_blast(
        &self,
        request: Request<GetBlastRequest>,
    ) -> Result<Response<GetBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let blast = require(&mut tx, &actor, &request.id).await?;
        let public_url = &self.context.settings.public_url;
        let links = link::find_in_text(&mut tx, &scope, public_url, &blast.body).await?;
        let blast = to_contract(&self.context, &mut tx, &actor, &blast).await?;
        let links = links.into_iter().map(convert::link).collect();
        Ok(Response::new(GetBlastResponse { blast: Some(blast), links }))
    }

    async fn create_blast(
        &self,
        request: Request<CreateBlastRequest>,
    ) -> Result<Response<CreateBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let blast = commands::create_draft(&self.context, &actor, convert::new_draft(request)?).await?;
        Ok(Response::new(CreateBlastResponse {
            blast: Some(convert::blast(&self.context, &blast, BlastResults::default(), &actor)),
        }))
    }

    async fn update_blast(
        &self,
        request: Request<UpdateBlastRequest>,
    ) -> Result<Response<UpdateBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, version) = (request.id.as_str().into(), request.version);
        let change = convert::draft_change(request)?;
        let blast = commands::update_draft(&self.context, &actor, &id, version, change).await?;
        Ok(Response::new(UpdateBlastResponse {
            blast: Some(convert::blast(&self.context, &blast, BlastResults::default(), &actor)),
        }))
    }

    async fn set_blast_picture(
        &self,
        request: Request<SetBlastPictureRequest>,
    ) -> Result<Response<SetBlastPictureResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, version) = (request.id.into(), request.version);
        let blast = commands::set_picture(&self.context, &actor, &id, version, &request.data).await?;
        let blast = convert::blast(&self.context, &blast, BlastResults::default(), &actor);
        Ok(Response::new(SetBlastPictureResponse { blast: Some(blast) }))
    }

    async fn delete_blast_picture(
        &self,
        request: Request<DeleteBlastPictureRequest>,
    ) -> Result<Response<DeleteBlastPictureResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let blast = commands::delete_picture(&self.context, &actor, &request.id.into()).await?;
        let blast = convert::blast(&self.context, &blast, BlastResults::default(), &actor);
        Ok(Response::new(DeleteBlastPictureResponse { blast: Some(blast) }))
    }

    async fn delete_blast(
        &self,
        request: Request<DeleteBlastRequest>,
    ) -> Result<Response<DeleteBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(DeleteBlastResponse {}))
    }

    async fn review_blast(
        &self,
        request: Request<ReviewBlastRequest>,
    ) -> Result<Response<ReviewBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        carrier::load_account(&self.context, &scope).await?;
        let mut tx = self.context.db.read(&scope).await?;
        let blast = require(&mut tx, &actor, &request.id).await?;
        let starts = &request.starts_at_local;
        let review = commands::review(&self.context, &scope, &mut tx, &blast, starts).await?;
        Ok(Response::new(convert::review(&review)))
    }

    async fn list_blast_recipients(
        &self,
        request: Request<ListBlastRecipientsRequest>,
    ) -> Result<Response<ListBlastRecipientsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let filter = convert::recipient_filter(request.exclusion, request.outcome)?;
        let delay = convert::delay(&request)?;
        if delay.is_some() {
            carrier::load_account(&self.context, &scope).await?;
        }
        let mut tx = self.context.db.read(&scope).await?;
        let blast = require(&mut tx, &actor, &request.id).await?;
        let starts_local = &request.starts_at_local;
        let list = RecipientList { filter, delay, starts_local, after: after.unwrap_or(-1), limit };
        let recipients = commands::list_recipients(&self.context, &scope, &mut tx, &blast, list).await?;
        let (recipients, next_page_token) = paging::page(recipients, limit, |recipient| recipient.seq);
        let recipients = recipients.iter().map(convert::recipient).collect();
        Ok(Response::new(ListBlastRecipientsResponse { recipients, next_page_token }))
    }

    async fn list_blast_previews(
        &self,
        request: Request<ListBlastPreviewsRequest>,
    ) -> Result<Response<ListBlastPreviewsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (after, limit) =
            (paging::after(&request.page_token)?.unwrap_or(-1), paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let blast = require(&mut tx, &actor, &request.id).await?;
        let previews = commands::list_previews(&mut tx, &scope, &blast, &request.query, after, limit).await?;
        let (previews, next_page_token) = paging::page(previews, limit, |preview| preview.recipient.seq);
        let previews = previews.iter().map(convert::preview).collect();
        Ok(Response::new(ListBlastPreviewsResponse { previews, next_page_token }))
    }

    async fn send_blast_test(
        &self,
        request: Request<SendBlastTestRequest>,
    ) -> Result<Response<SendBlastTestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let test = commands::send_test(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(SendBlastTestResponse { phone: test.phone.as_str().to_owned(), text: test.text }))
    }

    async fn schedule_blast(
        &self,
        request: Request<ScheduleBlastRequest>,
    ) -> Result<Response<ScheduleBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let starts = request.starts_at.map(|at| {
            let millis = at.seconds.saturating_mul(1_000).saturating_add(i64::from(at.nanos) / 1_000_000);
            Timestamp(millis)
        });
        let how = Scheduling {
            starts,
            starts_local: request.starts_at_local,
            is_emergency: request.is_emergency,
            emergency_reason: request.emergency_reason,
            by: actor.id.clone(),
        };
        let id = request.id.into();
        let blast = commands::schedule(&self.context, &actor, &id, request.version, how).await?;
        Ok(Response::new(ScheduleBlastResponse {
            blast: Some(convert::blast(&self.context, &blast, BlastResults::default(), &actor)),
        }))
    }

    async fn approve_blast(
        &self,
        request: Request<ApproveBlastRequest>,
    ) -> Result<Response<ApproveBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, version) = (request.id.into(), request.version);
        let blast = commands::decide(&self.context, &actor, &id, version, Decision::Approve).await?;
        let blast = convert::blast(&self.context, &blast, BlastResults::default(), &actor);
        Ok(Response::new(ApproveBlastResponse { blast: Some(blast) }))
    }

    async fn reject_blast(
        &self,
        request: Request<RejectBlastRequest>,
    ) -> Result<Response<RejectBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, decision) = (request.id.into(), Decision::Reject(request.note));
        let blast = commands::decide(&self.context, &actor, &id, request.version, decision).await?;
        let blast = convert::blast(&self.context, &blast, BlastResults::default(), &actor);
        Ok(Response::new(RejectBlastResponse { blast: Some(blast) }))
    }

    async fn retry_blast(
        &self,
        request: Request<RetryBlastRequest>,
    ) -> Result<Response<RetryBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (retried, blast) = commands::retry(&self.context, &actor, &request.id.into()).await?;
        let mut tx = self.context.db.read(&actor.scope()).await?;
        let blast = to_contract(&self.context, &mut tx, &actor, &blast).await?;
        let retried_count = i32::try_from(retried).unwrap_or(i32::MAX);
        Ok(Response::new(RetryBlastResponse { retried_count, blast: Some(blast) }))
    }

    async fn export_blast(
        &self,
        request: Request<ExportBlastRequest>,
    ) -> Result<Response<ExportBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let after = paging::after(&request.page_token)?;
        let export = commands::export(&self.context, &actor, &request.id.into(), after).await?;
        Ok(Response::new(ExportBlastResponse {
            url: export.file.url,
            expires_at: Some(export.file.expires.into()),
            row_count: i32::try_from(export.file.rows).unwrap_or(i32::MAX),
            next_page_token: export.next.map(|seq| paging::token(&seq)).unwrap_or_default(),
        }))
    }

    async fn unschedule_blast(
        &self,
        request: Request<UnscheduleBlastRequest>,
    ) -> Result<Response<UnscheduleBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let blast = self.change(&actor, &request.id, StateChange::Unschedule).await?;
        Ok(Response::new(UnscheduleBlastResponse { blast: Some(blast) }))
    }

    async fn pause_blast(
        &self,
        request: Request<PauseBlastRequest>,
    ) -> Result<Response<PauseBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let blast = self.change(&actor, &request.id, StateChange::Pause).await?;
        Ok(Response::new(PauseBlastResponse { blast: Some(blast) }))
    }

    async fn resume_blast(
        &self,
        request: Request<ResumeBlastRequest>,
    ) -> Result<Response<ResumeBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let blast = self.change(&actor, &request.id, StateChange::Resume).await?;
        Ok(Response::new(ResumeBlastResponse { blast: Some(blast) }))
    }

    async fn cancel_blast(
        &self,
        request: Request<CancelBlastRequest>,
    ) -> Result<Response<CancelBlastResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let blast = self.change(&actor, &request.id, StateChange::Cancel).await?;
        Ok(Response::new(CancelBlastResponse { blast: Some(blast) }))
    }
}

impl Service {
    /// Changes the state of a blast and returns it with its counts.
    async fn change(&self, actor: &Actor, id: &str, change: StateChange) -> Result<Blast, Fault> {
        let blast = commands::change_state(&self.context, actor, &id.into(), change).await?;
        let mut tx = self.context.db.read(&actor.scope()).await?;
        to_contract(&self.context, &mut tx, actor, &blast).await
    }
}

async fn to_contract(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    blast: &model::Blast,
) -> Result<Blast, Fault> {
    let results = commands::results_of(tx, &actor.scope(), std::slice::from_ref(blast)).await?;
    Ok(convert::blast(context, blast, results.first().copied().unwrap_or_default(), actor))
}

async fn require(tx: &mut Tx, actor: &Actor, id: &str) -> Result<model::Blast, Fault> {
    commands::require(tx, &actor.scope(), &id.into()).await
}
