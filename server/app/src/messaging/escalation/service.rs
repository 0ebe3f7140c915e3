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

use super::{
    commands::{self, NoticeDraft},
    convert, export,
    model::{EscalationId, ListedEscalation, Reply, ScheduledDelivery},
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    knowledge::answer::{self, TrainingExample},
    messaging::thread,
    residents::homeowner,
};

pub struct Service {
    pub context: Context,
    pub access_policy: AccessTable,
    /// Compares questions; runs one comparison at a time.
    pub cpu_pool: CpuPool,
}

/// Maximum value of a count.
const MAX_COUNT: i64 = 1_000;
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
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let listed = commands::require(&mut tx, &scope, &request.id.into()).await?;
        let is_from_email = listed.escalation.email_thread_id.is_some();
        let by_email = is_from_email || convert::by_email(&request.notification_type);
        if by_email && !is_from_email {
            commands::require_email(&mut tx, &scope, &self.context).await?;
        }
        let community = &listed.escalation.community_id;
        let to = homeowner::Recipient { community, phone: listed.phone.as_ref().filter(|_| !by_email) };
        // Account details are shown only to users who may view accounts.
        let answer = match homeowner::can_view_accounts(&mut tx, &self.access_policy, &actor, community)
            .await?
        {
            true => homeowner::fill_staff_text(&mut tx, &scope, &self.context, &to, &request.answer).await?,
            false => request.answer.clone(),
        };
        let notice = commands::compose_notice(&mut tx, &scope, &actor, &listed, &answer, by_email).await?;
        let question = &listed.escalation.question;
        let known = answer::find_by_question(&mut tx, &scope.whole(), community, question).await?;
        Ok(Response::new(PreviewNoticeResponse {
            notice: Some(convert::notice(notice)),
            replaces_answer: known.map(|answer| answer.answer).unwrap_or_default(),
        }))
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
        let scope = actor.scope();
        let (id, now) = (EscalationId(request.id.clone()), self.context.now());
        let mut tx = self.context.db.write(&scope).await?;
        let listed = commands::require(&mut tx, &scope, &id).await?;
        let notice_request = convert::notice_request(request.notify_homeowner_data.as_ref());
        let to = commands::find_recipient(&mut tx, &scope, &self.context, &listed, notice_request.as_ref())
            .await?;
        let answer = rules::filled(&request.answer)?;
        let reply = Reply {
            question: &request.question,
            answer: &answer,
            train: request.bot_trained,
            notify: to.as_ref(),
        };
        let before = listed.escalation.state;
        let mut done =
            rules::answer(listed.escalation.clone(), &reply, &actor.id, now).map_err(Fault::from)?;
        // A translated question trains the bot in English, the language in which it is matched.
        let (sample, question) =
            commands::sample(&mut tx, &scope, &listed.escalation, &request.question, &done.question).await?;
        let example = TrainingExample {
            question: &question,
            sample: &sample,
            answer: &answer,
            category: &request.category,
            new_category: &done.suggested_category,
            by: &actor.name,
        };
        // The conversation is locked before the answers, in the same order as the bot does.
        let can_view_accounts =
            homeowner::can_view_accounts(&mut tx, &self.access_policy, &actor, &done.community_id).await?;
        let scheduled = match &to {
            Some(to) => {
                let draft = NoticeDraft { to, answer: &answer, can_view_accounts };
                Some(commands::schedule_notice(&self.context, &mut tx, &actor, &listed, &draft).await?)
            }
            None => None,
        };
        let taught = match request.bot_trained {
            true => {
                let (whole, community) = (scope.whole(), &done.community_id);
                Some(answer::train(&mut tx, &whole, community, &example, &self.context.ids, now).await?)
            }
            false => None,
        };
        if let Some(undo) = &mut done.undo {
            undo.taught = taught;
            match scheduled.as_ref().map(|scheduled| &scheduled.delivery) {
                Some(ScheduledDelivery::Text(text)) => undo.notice = Some(text.clone()),
                Some(ScheduledDelivery::Mail(mail)) => undo.mail = Some(mail.clone()),
                Some(ScheduledDelivery::Email(email)) => undo.email = Some(email.clone()),
                None => {}
            }
            done.mail_id.clone_from(&undo.mail);
        }
        store::save(&mut tx, &scope, before, &done).await?;
        commands::return_to_bot(&mut tx, &scope, done.conversation_id.as_ref()).await?;
        let escalation = self.convert(&commands::commit(&self.context, tx, &scope, &id).await?);
        let notice = scheduled.map(|scheduled| convert::notice(scheduled.notice));
        Ok(Response::new(AnswerEscalationResponse { escalation: Some(escalation), notice }))
    }

    async fn dismiss_escalation(
        &self,
        request: Request<DismissEscalationRequest>,
    ) -> Result<Response<DismissEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let reason = convert::dismiss_reason(request.reason);
        let reason = reason.ok_or_else(|| Fault::field("reason", "Choose why it needs no answer."))?;
        let (scope, id) = (actor.scope(), request.id.into());
        let mut tx = self.context.db.write(&scope).await?;
        let open = commands::require(&mut tx, &scope, &id).await?.escalation;
        let before = open.state;
        let done = rules::dismiss(open, reason, &actor.id, self.context.now()).map_err(Fault::from)?;
        store::save(&mut tx, &scope, before, &done).await?;
        commands::return_to_bot(&mut tx, &scope, done.conversation_id.as_ref()).await?;
        let escalation = self.convert(&commands::commit(&self.context, tx, &scope, &id).await?);
        Ok(Response::new(DismissEscalationResponse { escalation: Some(escalation) }))
    }

    async fn undo_escalation(
        &self,
        request: Request<UndoEscalationRequest>,
    ) -> Result<Response<UndoEscalationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id, now) = (actor.scope(), request.id.into(), self.context.now());
        let mut tx = self.context.db.write(&scope).await?;
        let done = commands::require(&mut tx, &scope, &id).await?.escalation;
        let before = done.state;
        let (open, undo) = rules::undo(done, &actor.id, now).map_err(Fault::from)?;
        commands::cancel_notice(&mut tx, &scope, &undo).await?;
        if let Some(taught) = &undo.taught {
            let whole = scope.whole();
            answer::undo_training(&mut tx, &whole, &open.community_id, taught, &actor.name, now).await?;
        }
        // The question is open again, regardless of the conversation's assignee.
        if let Some(conversation) = &open.conversation_id {
            thread::wait_for_staff(&mut tx, &scope, &self.context, conversation).await?;
        }
        store::save(&mut tx, &scope, before, &open).await?;
        let escalation = self.convert(&commands::commit(&self.context, tx, &scope, &id).await?);
        Ok(Response::new(UndoEscalationResponse { escalation: Some(escalation) }))
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
