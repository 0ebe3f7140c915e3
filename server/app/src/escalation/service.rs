//! The calls of `EscalationService`.
use contract::v1::{escalation_service_server::EscalationService, *};
use platform::{Fault, paging};
use tonic::{Request, Response, Status};

use super::{
    acts::{self, Acts},
    convert, export,
    model::{EscalationId, Held, Listed, Reply},
    rules, store,
};
use crate::{
    call,
    context::Context,
    conversation, homeowner,
    knowledge::{self, Lesson},
    transport::AccessTable,
};

/// Answers the calls.
pub struct Service(pub Context, pub AccessTable);

/// Counts stop here.
const MOST_COUNTED: i64 = 1_000;

#[tonic::async_trait]
impl EscalationService for Service {
    async fn list_escalations(
        &self,
        request: Request<ListEscalationsRequest>,
    ) -> Result<Response<ListEscalationsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let secondary = request.include_secondary_escalation_contacts;
        let filter = store::Filter {
            reviewed: request.reviewed,
            secondary,
            community: acts::community_filter(&mut tx, &scope, &request.community_id, secondary).await?,
            newest_first: request.newest_first,
            after: paging::after(&request.page_token)?,
            limit: paging::limit(request.limit),
        };
        let rows = store::list(&mut tx, &scope, &filter).await?;
        let key = |Listed { escalation, .. }: &Listed| {
            let at = escalation.reviewed_ms.unwrap_or(escalation.asked_ms);
            (at, escalation.id.clone(), escalation.urgent)
        };
        let (rows, next_page_token) = paging::page(rows, filter.limit, key);
        let now = self.0.now();
        let escalations = rows.iter().map(|l| convert::escalation(l, now)).collect();
        Ok(Response::new(ListEscalationsResponse { escalations, next_page_token }))
    }

    async fn count_escalations(
        &self,
        request: Request<CountEscalationsRequest>,
    ) -> Result<Response<CountEscalationsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let community = acts::community_filter(&mut tx, &scope, &request.community_id, false).await?;
        let open = store::count(&mut tx, &scope, community, false, MOST_COUNTED).await?;
        let reviewed = store::count(&mut tx, &scope, community, true, MOST_COUNTED).await?;
        Ok(Response::new(CountEscalationsResponse { open, reviewed }))
    }

    async fn get_escalation(
        &self,
        request: Request<GetEscalationRequest>,
    ) -> Result<Response<GetEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let listed = acts::require(&mut tx, &scope, &request.id.into()).await?;
        let escalation = Some(convert::escalation(&listed, self.0.now()));
        Ok(Response::new(GetEscalationResponse { escalation }))
    }

    async fn preview_notice(
        &self,
        request: Request<PreviewNoticeRequest>,
    ) -> Result<Response<PreviewNoticeResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let listed = acts::require(&mut tx, &scope, &request.id.into()).await?;
        let by_email = convert::by_email(&request.notification_type);
        if by_email {
            acts::require_mail(&mut tx, &scope, &self.0).await?;
        }
        let community = &listed.escalation.community_id;
        let to = (community, (!by_email).then_some(&listed.phone));
        // What it tells of an account is for whoever sees accounts.
        let answer = match homeowner::sees(&mut tx, &self.1, &actor, community).await? {
            true => homeowner::written(&mut tx, &scope, &self.0, to, &request.answer).await?,
            false => request.answer.clone(),
        };
        let notice = acts::notice(&mut tx, &scope, &actor, &listed, &answer, by_email).await?;
        let question = &listed.escalation.question;
        let known = knowledge::find_by_question(&mut tx, &scope.whole(), community, question).await?;
        Ok(Response::new(PreviewNoticeResponse {
            notice: Some(convert::notice(notice)),
            replaces_answer: known.map(|answer| answer.answer).unwrap_or_default(),
        }))
    }

    async fn claim_escalation(
        &self,
        request: Request<ClaimEscalationRequest>,
    ) -> Result<Response<ClaimEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let listed =
            Acts(&self.0).turn(&actor, &request.id.into(), |open| rules::claim(open, &actor)).await?;
        Ok(Response::new(ClaimEscalationResponse { escalation: Some(self.shown(&listed)) }))
    }

    async fn release_escalation(
        &self,
        request: Request<ReleaseEscalationRequest>,
    ) -> Result<Response<ReleaseEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let listed =
            Acts(&self.0).turn(&actor, &request.id.into(), |open| rules::release(open, &actor.id)).await?;
        Ok(Response::new(ReleaseEscalationResponse { escalation: Some(self.shown(&listed)) }))
    }

    async fn answer_escalation(
        &self,
        request: Request<AnswerEscalationRequest>,
    ) -> Result<Response<AnswerEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let (id, now) = (EscalationId(request.id.clone()), self.0.now());
        let mut tx = self.0.db.write(&scope).await?;
        let listed = acts::require(&mut tx, &scope, &id).await?;
        let wish = convert::wish(request.notify_homeowner_data.as_ref());
        let to = acts::recipient(&mut tx, &scope, &self.0, &listed, wish.as_ref()).await?;
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
        // What was put into English is learnt in English: so it is ranked when it is asked again.
        let (sample, question) = match conversation::english(&mut tx, &scope, &done.message_id).await? {
            Some(english) if request.question.trim().is_empty() => (english.clone(), english),
            Some(english) => (english, done.question.clone()),
            None => {
                let body = conversation::message_body_of(&mut tx, &scope, &done.message_id).await?;
                (body, done.question.clone())
            }
        };
        let lesson = Lesson {
            question: &question,
            sample: &sample,
            answer: &answer,
            topic: &request.topic,
            by: &actor.name,
        };
        // The conversation first, then the knowledge: the order in which the bot takes them.
        let sees = homeowner::sees(&mut tx, &self.1, &actor, &done.community_id).await?;
        let held = match &to {
            Some(to) => Some(Acts(&self.0).hold_notice(&mut tx, &actor, &listed, to, (&answer, sees)).await?),
            None => None,
        };
        let taught = match request.bot_trained {
            true => {
                let (whole, community) = (scope.whole(), &done.community_id);
                Some(knowledge::teach(&mut tx, &whole, community, &lesson, &self.0.ids, now).await?)
            }
            false => None,
        };
        if let Some(undo) = &mut done.undo {
            undo.taught = taught;
            match &held {
                Some((Held::Text(text), _)) => undo.notice = Some(text.clone()),
                Some((Held::Mail(mail), _)) => undo.mail = Some(mail.clone()),
                None => {}
            }
            done.mail_id.clone_from(&undo.mail);
        }
        store::save(&mut tx, &scope, before, &done).await?;
        Acts(&self.0).hand_back(&mut tx, &scope, &done.conversation_id).await?;
        let escalation = self.shown(&Acts(&self.0).finish(tx, &scope, &id).await?);
        let notice = held.map(|(_, notice)| convert::notice(notice));
        Ok(Response::new(AnswerEscalationResponse { escalation: Some(escalation), notice }))
    }

    async fn dismiss_escalation(
        &self,
        request: Request<DismissEscalationRequest>,
    ) -> Result<Response<DismissEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let reason = convert::dismiss_reason(request.reason);
        let reason = reason.ok_or_else(|| Fault::field("reason", "Say why it needs no answer."))?;
        let (scope, id) = (actor.scope(), request.id.into());
        let mut tx = self.0.db.write(&scope).await?;
        let open = acts::require(&mut tx, &scope, &id).await?.escalation;
        let before = open.state;
        let done = rules::dismiss(open, reason, &actor.id, self.0.now()).map_err(Fault::from)?;
        store::save(&mut tx, &scope, before, &done).await?;
        Acts(&self.0).hand_back(&mut tx, &scope, &done.conversation_id).await?;
        let escalation = self.shown(&Acts(&self.0).finish(tx, &scope, &id).await?);
        Ok(Response::new(DismissEscalationResponse { escalation: Some(escalation) }))
    }

    async fn undo_escalation(
        &self,
        request: Request<UndoEscalationRequest>,
    ) -> Result<Response<UndoEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id, now) = (actor.scope(), request.id.into(), self.0.now());
        let mut tx = self.0.db.write(&scope).await?;
        let done = acts::require(&mut tx, &scope, &id).await?.escalation;
        let before = done.state;
        let (open, undo) = rules::undo(done, &actor.id, now).map_err(Fault::from)?;
        Acts(&self.0).recall(&mut tx, &scope, &undo).await?;
        if let Some(taught) = &undo.taught {
            let whole = scope.whole();
            knowledge::forget(&mut tx, &whole, &open.community_id, taught, &actor.name, now).await?;
        }
        // A question waits again, whoever was at the conversation meanwhile.
        conversation::set_open(&mut tx, &scope, &open.conversation_id).await?;
        store::save(&mut tx, &scope, before, &open).await?;
        let escalation = self.shown(&Acts(&self.0).finish(tx, &scope, &id).await?);
        Ok(Response::new(UndoEscalationResponse { escalation: Some(escalation) }))
    }

    async fn export_escalations(
        &self,
        request: Request<ExportEscalationsRequest>,
    ) -> Result<Response<ExportEscalationsResponse>, Status> {
        let (actor, ExportEscalationsRequest {}) = call::enter(request)?;
        let exported = export::export(&self.0, &actor).await?;
        Ok(Response::new(ExportEscalationsResponse {
            escalations_file_link_obj: Some(convert::file_link(exported)),
        }))
    }
}

impl Service {
    fn shown(&self, listed: &Listed) -> Escalation {
        convert::escalation(listed, self.0.now())
    }
}
