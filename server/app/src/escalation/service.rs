//! The calls of `EscalationService`.
use contract::v1::{escalation_service_server::EscalationService, *};
use platform::{
    Actor, Fault, Scope, Tx,
    events::{self, Kind},
    paging,
    phone::Phone,
};
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{self, EscalationId, Listed, Reply},
    rules, store,
};
use crate::{
    call, carrier, community,
    context::Context,
    conversation::{self, Author, Outbound},
    knowledge::{self, Lesson},
};

/// Answers the calls.
pub struct Service(pub Context);

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
        let filter = store::Filter {
            reviewed: request.reviewed,
            community: community_filter(&mut tx, &scope, &request.community_id).await?,
            newest_first: request.newest_first,
            after: paging::after(&request.page_token)?,
            limit: paging::limit(request.limit),
        };
        let rows = store::list(&mut tx, &scope, &filter).await?;
        let key =
            |l: &Listed| (l.escalation.reviewed_ms.unwrap_or(l.escalation.asked_ms), l.escalation.id.clone());
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
        let community = community_filter(&mut tx, &scope, &request.community_id).await?;
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
        let escalation = Some(self.shown(&mut tx, &scope, &request.id.into()).await?);
        Ok(Response::new(GetEscalationResponse { escalation }))
    }

    async fn preview_notice(
        &self,
        request: Request<PreviewNoticeRequest>,
    ) -> Result<Response<PreviewNoticeResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let listed = require(&mut tx, &scope, &request.id.into()).await?;
        let body = notice(&mut tx, &scope, &actor, &listed, &request.answer).await?;
        let question = &listed.escalation.question;
        let known =
            knowledge::find_by_question(&mut tx, &scope, &listed.escalation.community_id, question).await?;
        Ok(Response::new(PreviewNoticeResponse {
            notice: Some(convert::notice(listed.phone.as_str(), body)),
            replaces_answer: known.map(|answer| answer.answer).unwrap_or_default(),
        }))
    }

    async fn claim_escalation(
        &self,
        request: Request<ClaimEscalationRequest>,
    ) -> Result<Response<ClaimEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let escalation = self.turn(&actor, &request.id.into(), |open| rules::claim(open, &actor)).await?;
        Ok(Response::new(ClaimEscalationResponse { escalation: Some(escalation) }))
    }

    async fn release_escalation(
        &self,
        request: Request<ReleaseEscalationRequest>,
    ) -> Result<Response<ReleaseEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let escalation =
            self.turn(&actor, &request.id.into(), |open| rules::release(open, &actor.id)).await?;
        Ok(Response::new(ReleaseEscalationResponse { escalation: Some(escalation) }))
    }

    async fn answer_escalation(
        &self,
        request: Request<AnswerEscalationRequest>,
    ) -> Result<Response<AnswerEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let (id, now) = (EscalationId(request.id.clone()), self.0.now());
        let mut tx = self.0.db.write(&scope).await?;
        let listed = require(&mut tx, &scope, &id).await?;
        let to = recipient(&mut tx, &scope, &listed, request.notify_homeowner_data.as_ref()).await?;
        let answer = filled(&request.answer)?;
        let reply = Reply {
            question: &request.question,
            answer: &answer,
            train: request.bot_trained,
            notify: to.as_ref(),
        };
        let before = listed.escalation.state;
        let mut done =
            rules::answer(listed.escalation.clone(), &reply, &actor.id, now).map_err(Fault::from)?;
        let sample = conversation::message_body_of(&mut tx, &scope, &done.message_id).await?;
        let lesson = Lesson {
            question: &done.question,
            sample: &sample,
            answer: &answer,
            topic: &request.topic,
            by: &actor.name,
        };
        // The conversation first, then the knowledge: the order in which the bot takes them.
        let held = match &to {
            Some(to) => Some(self.hold_notice(&mut tx, &scope, &actor, &listed, to, &answer).await?),
            None => None,
        };
        let taught = match request.bot_trained {
            true => {
                Some(knowledge::teach(&mut tx, &scope, &done.community_id, &lesson, &self.0.ids, now).await?)
            }
            false => None,
        };
        if let Some(undo) = &mut done.undo {
            undo.taught = taught;
            undo.notice = held.as_ref().map(|(id, _)| id.clone());
        }
        store::save(&mut tx, &scope, before, &done).await?;
        self.hand_back(&mut tx, &scope, &mut done).await?;
        let escalation = self.finish(tx, &scope, &id).await?;
        let notice = held.map(|(_, notice)| notice);
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
        let open = require(&mut tx, &scope, &id).await?.escalation;
        let before = open.state;
        let mut done = rules::dismiss(open, reason, &actor.id, self.0.now()).map_err(Fault::from)?;
        store::save(&mut tx, &scope, before, &done).await?;
        self.hand_back(&mut tx, &scope, &mut done).await?;
        let escalation = self.finish(tx, &scope, &id).await?;
        Ok(Response::new(DismissEscalationResponse { escalation: Some(escalation) }))
    }

    async fn undo_escalation(
        &self,
        request: Request<UndoEscalationRequest>,
    ) -> Result<Response<UndoEscalationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id, now) = (actor.scope(), request.id.into(), self.0.now());
        let mut tx = self.0.db.write(&scope).await?;
        let done = require(&mut tx, &scope, &id).await?.escalation;
        let before = done.state;
        let (open, undo) = rules::undo(done, &actor.id, now).map_err(Fault::from)?;
        if let Some(notice) = &undo.notice
            && !carrier::recall(&mut tx, &scope, notice).await?
        {
            return Err(Fault::from(rules::EscalationError::UndoTooLate).into());
        }
        if let Some(taught) = &undo.taught {
            knowledge::forget(&mut tx, &scope, &open.community_id, taught, now).await?;
        }
        if undo.handed_back {
            let waiting = conversation::State::Open;
            conversation::set_state(&mut tx, &scope, &open.conversation_id, waiting).await?;
        }
        store::save(&mut tx, &scope, before, &open).await?;
        let escalation = self.finish(tx, &scope, &id).await?;
        Ok(Response::new(UndoEscalationResponse { escalation: Some(escalation) }))
    }
}

impl Service {
    /// Changes an escalation by a rule and shows it.
    async fn turn(
        &self,
        actor: &Actor,
        id: &EscalationId,
        rule: impl FnOnce(model::Escalation) -> Result<model::Escalation, rules::EscalationError>,
    ) -> Result<Escalation, Fault> {
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let open = require(&mut tx, &scope, id).await?.escalation;
        let before = open.state;
        let turned = rule(open)?;
        store::save(&mut tx, &scope, before, &turned).await?;
        self.finish(tx, &scope, id).await
    }

    /// Tells listeners, makes it last and shows it.
    async fn finish(&self, mut tx: Tx, scope: &Scope, id: &EscalationId) -> Result<Escalation, Fault> {
        let listed = require(&mut tx, scope, id).await?;
        let now = self.0.now();
        let community = &listed.escalation.community_id;
        let conversation = listed.escalation.conversation_id.as_str();
        events::publish(&mut tx, scope.company(), community, Kind::Conversation, conversation, now);
        events::publish(&mut tx, scope.company(), community, Kind::Escalation, id.as_str(), now);
        tx.commit().await?;
        Ok(convert::escalation(&listed, now))
    }

    async fn shown(&self, tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<Escalation, Fault> {
        Ok(convert::escalation(&require(tx, scope, id).await?, self.0.now()))
    }

    /// A conversation without any question that waits is the bot's again.
    async fn hand_back(&self, tx: &mut Tx, scope: &Scope, done: &mut model::Escalation) -> Result<(), Fault> {
        if store::any_open(tx, scope, &done.conversation_id).await? {
            return Ok(());
        }
        conversation::set_state(tx, scope, &done.conversation_id, conversation::State::Bot).await?;
        if let Some(undo) = &mut done.undo {
            undo.handed_back = true;
        }
        store::save(tx, scope, done.state, done).await
    }

    /// Stores the notice; it leaves when it can no longer be taken back.
    async fn hold_notice(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        actor: &Actor,
        listed: &Listed,
        to: &Phone,
        answer: &str,
    ) -> Result<(conversation::MessageId, Notice), Fault> {
        let now = self.0.now();
        let body = notice(tx, scope, actor, listed, answer).await?;
        rules::fits(&body)?;
        let asked = conversation::find(tx, scope, &listed.escalation.conversation_id).await?;
        let asked = asked.ok_or_else(|| Fault::not_found("conversation"))?;
        let (community, number) = (&listed.escalation.community_id, asked.number.as_str());
        let with = conversation::open(tx, scope, community, to, number, &self.0.ids, now).await?;
        let outbound =
            Outbound { author: Author::Staff, staff: Some(&actor.id), body: &body, decision: None };
        let at = now.plus(rules::UNDO_WINDOW);
        let id = carrier::post(tx, scope, &self.0, &with, &outbound, at).await?;
        Ok((id, convert::notice(to.as_str(), body)))
    }
}

async fn require(tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<Listed, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("escalation"))
}

async fn community_filter<'a>(tx: &mut Tx, scope: &Scope, id: &'a str) -> Result<Option<&'a str>, Fault> {
    if id.is_empty() {
        return Ok(None);
    }
    community::require(tx, scope, &id.into()).await?;
    Ok(Some(id))
}

async fn notice(
    tx: &mut Tx,
    scope: &Scope,
    actor: &Actor,
    listed: &Listed,
    answer: &str,
) -> Result<String, Fault> {
    let company = crate::company::name(tx, scope).await?;
    Ok(rules::notice(&listed.resident, answer, &actor.name, &company))
}

/// Whom to tell: the phone that asked, or another one that the community knows.
async fn recipient(
    tx: &mut Tx,
    scope: &Scope,
    listed: &Listed,
    asked: Option<&NotifyHomeownerData>,
) -> Result<Option<Phone>, Fault> {
    let Some(data) = asked.filter(|data| data.notify) else { return Ok(None) };
    if data.notification_type == "email" {
        return Err(Fault::precondition(
            "EMAIL_NOT_SET_UP",
            "Your company has no e-mail set up yet. Notify the homeowner by text instead.",
        ));
    }
    if data.to.is_empty() || data.to == listed.phone.as_str() {
        return Ok(Some(listed.phone.clone()));
    }
    let to = Phone::parse("notifyHomeownerData.to", &data.to)?;
    let known = conversation::resident(tx, scope, &listed.escalation.community_id, &to).await?;
    match known {
        Some(_) => Ok(Some(to)),
        None => Err(Fault::field(
            "notifyHomeownerData.to",
            "Nobody in this community has that phone. Leave it empty to reply to the phone that asked.",
        )),
    }
}

fn filled(answer: &str) -> Result<String, Fault> {
    match answer.trim() {
        "" => Err(Fault::field("answer", "Write an answer first.")),
        answer => Ok(answer.to_owned()),
    }
}
