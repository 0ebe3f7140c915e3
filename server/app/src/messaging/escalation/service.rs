//! Implements `EscalationService`.
use std::time::Duration;

use contract::v1::{escalation_service_server::EscalationService, *};
use platform::{
    CpuPool, Fault,
    access_policy::AccessTable,
    paging::{self, PageKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, export, model::ListedEscalation, rules, store};
use crate::{context::Context, incoming_request, messaging::thread};

pub struct Service {
    pub context: Context,
    pub access_policy: AccessTable,
    /// Compares questions; runs one comparison at a time.
    pub cpu_pool: CpuPool,
}

/// Maximum value of a count.
const MAX_COUNT: i64 = 1_000;
/// Maximum number of open escalations that are counted by community.
const MAX_COUNTED: i64 = 10_000;
/// Age of the oldest answer in the median time to answer.
const MEDIAN_WINDOW: Duration = Duration::from_secs(30 * 24 * 3_600);
/// Maximum number of answered escalations that a question is compared with.
const MAX_COMPARED: i64 = 500;

#[async_service]
impl EscalationService for Service {
    async fn list_escalations(
        &self,
        request: Request<ListEscalationsRequest>,
    ) -> Result<Response<ListEscalationsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let secondary = request.include_secondary_escalation_contacts;
        let filter = store::Filter {
            reviewed: request.reviewed,
            secondary,
            community: commands::community_filter(&mut tx, &scope, &request.community_id, secondary).await?,
            newest_first: request.newest_first,
            test_traffic: thread::test_traffic(request.test_traffic()),
            after: paging::after(&request.page_token)?,
            limit: paging::limit(request.limit),
        };
        let rows = store::list(&mut tx, &scope, &filter).await?;
        let key = |ListedEscalation { escalation, .. }: &ListedEscalation| {
            let at = escalation.reviewed_ms.unwrap_or(escalation.asked_ms);
            let key = PageKey::new(at, escalation.id.as_str());
            store::Position { key, priority: escalation.priority as i32 }
        };
        let (rows, next_page_token) = paging::page(rows, filter.limit, key);
        let now = self.context.now();
        let escalations = rows.iter().map(|l| convert::escalation(l, now)).collect();
        Ok(Response::new(ListEscalationsResponse { escalations, next_page_token }))
    }

    async fn count_escalations(
        &self,
        request: Request<CountEscalationsRequest>,
    ) -> Result<Response<CountEscalationsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let community = commands::community_filter(&mut tx, &scope, &request.community_id, false).await?;
        let open = store::count(&mut tx, &scope, community, false, MAX_COUNT).await?;
        let reviewed = store::count(&mut tx, &scope, community, true, MAX_COUNT).await?;
        let since = self.context.now().minus(MEDIAN_WINDOW);
        let times = store::answer_times(&mut tx, &scope, community, since, MAX_COUNT).await?;
        let median_minutes_to_answer = rules::median_minutes(times);
        Ok(Response::new(CountEscalationsResponse { open, reviewed, median_minutes_to_answer }))
    }

    async fn count_escalations_by_community(
        &self,
        request: Request<CountEscalationsByCommunityRequest>,
    ) -> Result<Response<CountEscalationsByCommunityResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let counts = store::open_by_community(&mut tx, &scope, MAX_COUNTED + 1).await?;
        Ok(Response::new(convert::community_counts(counts, MAX_COUNTED)))
    }

    async fn get_escalation(
        &self,
        request: Request<GetEscalationRequest>,
    ) -> Result<Response<GetEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let listed = commands::require(&mut tx, &scope, &request.id.into()).await?;
        let escalation = Some(convert::escalation(&listed, self.context.now()));
        Ok(Response::new(GetEscalationResponse { escalation }))
    }

    async fn list_similar_answers(
        &self,
        request: Request<ListSimilarAnswersRequest>,
    ) -> Result<Response<ListSimilarAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let listed = commands::require(&mut tx, &scope, &request.id.into()).await?;
        let answered = store::answered_beside(&mut tx, &scope, &listed.escalation, MAX_COMPARED).await?;
        drop(tx);
        let question = if listed.english.is_empty() { listed.escalation.question } else { listed.english };
        let similar = self.cpu_pool.run(move || rules::similar_answers(&question, answered)).await?;
        let answers = similar.into_iter().map(convert::similar_answer).collect();
        Ok(Response::new(ListSimilarAnswersResponse { answers }))
    }

    async fn preview_notice(
        &self,
        request: Request<PreviewNoticeRequest>,
    ) -> Result<Response<PreviewNoticeResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let preview = convert::notice_to_preview(request);
        let preview = commands::preview_notice(&self.context, &self.access_policy, &actor, &preview).await?;
        Ok(Response::new(convert::notice_preview(preview)))
    }

    async fn claim_escalation(
        &self,
        request: Request<ClaimEscalationRequest>,
    ) -> Result<Response<ClaimEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let listed = commands::change_escalation(&self.context, &actor, &request.id.into(), |open| {
            rules::claim(open, &actor, self.context.now())
        })
        .await?;
        Ok(Response::new(ClaimEscalationResponse { escalation: Some(self.convert(&listed)) }))
    }

    async fn release_escalation(
        &self,
        request: Request<ReleaseEscalationRequest>,
    ) -> Result<Response<ReleaseEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let listed = commands::change_escalation(&self.context, &actor, &request.id.into(), |open| {
            rules::release(open, &actor.id)
        })
        .await?;
        Ok(Response::new(ReleaseEscalationResponse { escalation: Some(self.convert(&listed)) }))
    }

    async fn set_escalation_priority(
        &self,
        request: Request<SetEscalationPriorityRequest>,
    ) -> Result<Response<SetEscalationPriorityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let priority = incoming_request::priority(request.priority)?;
        let listed = commands::change_escalation(&self.context, &actor, &request.id.into(), |open| {
            rules::set_priority(open, priority)
        })
        .await?;
        Ok(Response::new(SetEscalationPriorityResponse { escalation: Some(self.convert(&listed)) }))
    }

    async fn answer_escalation(
        &self,
        request: Request<AnswerEscalationRequest>,
    ) -> Result<Response<AnswerEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let command = convert::answer_escalation(request);
        let answered =
            commands::answer_escalation(&self.context, &self.access_policy, &actor, &command).await?;
        Ok(Response::new(convert::answered(answered, self.context.now())))
    }

    async fn dismiss_escalation(
        &self,
        request: Request<DismissEscalationRequest>,
    ) -> Result<Response<DismissEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let reason = convert::dismiss_reason(request.reason);
        let reason = reason.ok_or_else(|| Fault::field("reason", "Choose why it needs no answer."))?;
        let id = request.id.into();
        let listed = commands::dismiss_escalation(&self.context, &actor, &id, reason).await?;
        Ok(Response::new(DismissEscalationResponse { escalation: Some(self.convert(&listed)) }))
    }

    async fn undo_escalation(
        &self,
        request: Request<UndoEscalationRequest>,
    ) -> Result<Response<UndoEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let listed = commands::undo_escalation(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(UndoEscalationResponse { escalation: Some(self.convert(&listed)) }))
    }

    async fn export_escalations(
        &self,
        request: Request<ExportEscalationsRequest>,
    ) -> Result<Response<ExportEscalationsResponse>, Status> {
        let (actor, ExportEscalationsRequest {}) = incoming_request::split(request)?;
        let exported = export::export(&self.context, &actor).await?;
        Ok(Response::new(ExportEscalationsResponse {
            escalations_file_link_obj: Some(convert::file_link(exported)),
        }))
    }
}

impl Service {
    fn convert(&self, listed: &ListedEscalation) -> Escalation {
        convert::escalation(listed, self.context.now())
    }
}
