//! The calls of `ConversationService`.
use contract::v1::{conversation_service_server::ConversationService, *};
use platform::{Actor, Fault, Scope, Tx, paging};
use tonic::{Request, Response, Status};

use super::{
    acts::{self, Acts},
    convert,
    model::{Filter, Listed},
    store,
};
use crate::{call, community, context::Context, conversation, session, texting};

/// Answers the calls.
pub struct Service(pub Context);

/// Counts stop here.
const MOST_COUNTED: i64 = 1_000;

#[tonic::async_trait]
impl ConversationService for Service {
    async fn list_conversations(
        &self,
        request: Request<ListConversationsRequest>,
    ) -> Result<Response<ListConversationsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let filter = Filter {
            community: convert::chosen(&request.community_id),
            state: (request.state != 0).then_some(request.state),
            assignee: convert::chosen(&request.assigned_to_id),
            words: texting::wanted(&request.words),
            before: paging::after(&request.page_token)?,
            limit: paging::limit(request.limit),
        };
        let mut tx = self.0.db.read(&scope).await?;
        require_community(&mut tx, &scope, filter.community).await?;
        if let Some(id) = filter.assignee {
            let staff = session::staff_by_id(&mut tx, &scope, id).await?;
            staff.ok_or_else(|| Fault::not_found("user"))?;
        }
        let rows = store::list(&mut tx, &scope, &filter).await?;
        let key = |l: &Listed| (l.conversation.last_message_ms, l.conversation.id.clone());
        let (rows, next_page_token) = paging::page(rows, filter.limit, key);
        let ids: Vec<&str> = rows.iter().map(|l| l.conversation.id.as_str()).collect();
        let found = store::found(&mut tx, &scope, &ids, &filter.words).await?;
        let conversation = |listed: &Listed| {
            let found = found.iter().find(|f| f.conversation_id == listed.conversation.id);
            convert::conversation(listed, found, &filter.words)
        };
        let conversations = rows.iter().map(conversation).collect();
        Ok(Response::new(ListConversationsResponse { conversations, next_page_token }))
    }

    async fn count_conversations(
        &self,
        request: Request<CountConversationsRequest>,
    ) -> Result<Response<CountConversationsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let community = convert::chosen(&request.community_id);
        let mut tx = self.0.db.read(&scope).await?;
        require_community(&mut tx, &scope, community).await?;
        let counts = store::counts(&mut tx, &scope, community, &actor.id, MOST_COUNTED).await?;
        Ok(Response::new(convert::counts(counts)))
    }

    async fn get_conversation(
        &self,
        request: Request<GetConversationRequest>,
    ) -> Result<Response<GetConversationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let words = texting::wanted(&request.words);
        let mut tx = self.0.db.read(&scope).await?;
        let listed = acts::require(&mut tx, &scope, &request.id.into()).await?;
        let id = &listed.conversation.id;
        let found = store::found(&mut tx, &scope, &[id.as_str()], &words).await?;
        let rows = conversation::messages(&mut tx, &scope, id, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |m| (m.created_ms, m.id.clone()));
        let ids: Vec<&str> = rows.iter().map(|m| m.id.as_str()).collect();
        let steps = conversation::steps_of(&mut tx, &scope, &ids).await?;
        let now = self.0.now();
        Ok(Response::new(GetConversationResponse {
            conversation: Some(convert::conversation(&listed, found.first(), &words)),
            messages: rows.iter().rev().map(|m| convert::message(m, &steps, &words, now)).collect(),
            next_page_token,
        }))
    }

    async fn take_over_conversation(
        &self,
        request: Request<TakeOverConversationRequest>,
    ) -> Result<Response<TakeOverConversationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let rule = |open| conversation::take_over(open, &actor);
        let listed = Acts(&self.0).turn(&actor, &request.id.into(), rule).await?;
        Ok(Response::new(TakeOverConversationResponse { conversation: Some(shown(&listed)) }))
    }

    async fn hand_back_conversation(
        &self,
        request: Request<HandBackConversationRequest>,
    ) -> Result<Response<HandBackConversationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let rule = |held| conversation::hand_back(held, &actor);
        let listed = Acts(&self.0).turn(&actor, &request.id.into(), rule).await?;
        Ok(Response::new(HandBackConversationResponse { conversation: Some(shown(&listed)) }))
    }

    async fn resolve_conversation(
        &self,
        request: Request<ResolveConversationRequest>,
    ) -> Result<Response<ResolveConversationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let rule = |open| conversation::resolve(open, &actor);
        let listed = Acts(&self.0).turn(&actor, &request.id.into(), rule).await?;
        Ok(Response::new(ResolveConversationResponse { conversation: Some(shown(&listed)) }))
    }

    async fn snooze_conversation(
        &self,
        request: Request<SnoozeConversationRequest>,
    ) -> Result<Response<SnoozeConversationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let until = convert::time("until", request.until)?;
        let now = self.0.now();
        let rule = |open| conversation::snooze(open, &actor, until, now);
        let listed = Acts(&self.0).turn(&actor, &request.id.into(), rule).await?;
        Ok(Response::new(SnoozeConversationResponse { conversation: Some(shown(&listed)) }))
    }

    async fn mark_conversation_read(
        &self,
        request: Request<MarkConversationReadRequest>,
    ) -> Result<Response<MarkConversationReadResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let rule = |open| Ok(conversation::read(open));
        let listed = Acts(&self.0).turn(&actor, &request.id.into(), rule).await?;
        Ok(Response::new(MarkConversationReadResponse { conversation: Some(shown(&listed)) }))
    }

    async fn send_reply(
        &self,
        request: Request<SendReplyRequest>,
    ) -> Result<Response<SendReplyResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (listed, message) = Acts(&self.0).reply(&actor, &request.id.into(), &request.body).await?;
        let message = Some(convert::message(&message, &[], &[], self.0.now()));
        Ok(Response::new(SendReplyResponse { conversation: Some(shown(&listed)), message }))
    }

    async fn undo_reply(
        &self,
        request: Request<UndoReplyRequest>,
    ) -> Result<Response<UndoReplyResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let message = Acts(&self.0).undo(&actor, &request.id.into(), &request.message_id.into()).await?;
        let message = Some(self.with_steps(&actor, &message).await?);
        Ok(Response::new(UndoReplyResponse { message }))
    }

    async fn retry_message(
        &self,
        request: Request<RetryMessageRequest>,
    ) -> Result<Response<RetryMessageResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let message = Acts(&self.0).retry(&actor, &request.id.into(), &request.message_id.into()).await?;
        let message = Some(self.with_steps(&actor, &message).await?);
        Ok(Response::new(RetryMessageResponse { message }))
    }

    async fn list_notes(
        &self,
        request: Request<ListNotesRequest>,
    ) -> Result<Response<ListNotesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        let id = acts::require(&mut tx, &scope, &request.id.into()).await?.conversation.id;
        let rows = store::notes(&mut tx, &scope, &id, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |n| (n.created_ms, n.id.clone()));
        let notes = rows.iter().map(convert::note).collect();
        Ok(Response::new(ListNotesResponse { notes, next_page_token }))
    }

    async fn add_note(&self, request: Request<AddNoteRequest>) -> Result<Response<AddNoteResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let note = Acts(&self.0).note(&actor, &request.id.into(), &request.body).await?;
        Ok(Response::new(AddNoteResponse { note: Some(convert::note(&note)) }))
    }

    async fn delete_note(
        &self,
        request: Request<DeleteNoteRequest>,
    ) -> Result<Response<DeleteNoteResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        Acts(&self.0).delete_note(&actor, &request.id.into(), &request.note_id.into()).await?;
        Ok(Response::new(DeleteNoteResponse {}))
    }
}

impl Service {
    /// A message that just changed, with what happened to it.
    async fn with_steps(&self, actor: &Actor, message: &conversation::Message) -> Result<Message, Fault> {
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let steps = conversation::steps_of(&mut tx, &scope, &[message.id.as_str()]).await?;
        Ok(convert::message(message, &steps, &[], self.0.now()))
    }
}

fn shown(listed: &Listed) -> Conversation {
    convert::conversation(listed, None, &[])
}

async fn require_community(tx: &mut Tx, scope: &Scope, id: Option<&str>) -> Result<(), Fault> {
    if let Some(id) = id {
        community::require(tx, scope, &id.into()).await?;
    }
    Ok(())
}
