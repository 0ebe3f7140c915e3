//! Implements `ConversationService`.
use contract::v1::{conversation_service_server::ConversationService, *};
use platform::{
    Actor, Fault, Scope, Tx,
    paging::{self, PageKey},
    sms, typing,
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{Filter, ListedConversation},
    store,
};
use crate::{
    context::Context,
    identity::session,
    incoming_request,
    messaging::{
        carrier,
        photo::{self, MessagePhoto},
        thread,
    },
    operations::note::{self, NoteSubject},
    tenancy::community,
};

pub struct Service {
    pub context: Context,
}

/// Maximum value of a count.
const MAX_COUNT: i64 = 1_000;

#[async_service]
impl ConversationService for Service {
    async fn list_conversations(
        &self,
        request: Request<ListConversationsRequest>,
    ) -> Result<Response<ListConversationsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let filter = Filter {
            community: convert::chosen(&request.community_id),
            state: (request.state != 0).then_some(request.state),
            assignee: convert::chosen(&request.assigned_to_id),
            test_traffic: thread::test_traffic(request.test_traffic()),
            words: sms::query_words(&request.query),
            before: paging::after(&request.page_token)?,
            limit: paging::limit(request.limit),
        };
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, filter.community).await?;
        if let Some(id) = filter.assignee {
            let staff = session::staff_by_id(&mut tx, &scope, id).await?;
            staff.ok_or_else(|| Fault::not_found("user"))?;
        }
        let rows = store::list(&mut tx, &scope, &filter).await?;
        let key = |ListedConversation { conversation, .. }: &ListedConversation| {
            PageKey::new(conversation.last_message_ms, conversation.id.as_str())
        };
        let (rows, next_page_token) = paging::page(rows, filter.limit, key);
        let ids: Vec<&str> = rows.iter().map(|l| l.conversation.id.as_str()).collect();
        let found = store::found(&mut tx, &scope, &ids, &filter.words).await?;
        let conversation = |listed: &ListedConversation| {
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
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let community = convert::chosen(&request.community_id);
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, community).await?;
        let counts = store::counts(&mut tx, &scope, community, &actor.id, MAX_COUNT).await?;
        Ok(Response::new(convert::counts(counts)))
    }

    async fn get_conversation(
        &self,
        request: Request<GetConversationRequest>,
    ) -> Result<Response<GetConversationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let words = sms::query_words(&request.query);
        let mut tx = self.context.db.read(&scope).await?;
        let listed = commands::require(&mut tx, &scope, &request.id.into()).await?;
        let id = &listed.conversation.id;
        let found = store::found(&mut tx, &scope, &[id.as_str()], &words).await?;
        let rows = thread::messages(&mut tx, &scope, id, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |m| PageKey::new(m.created_ms, m.id.as_str()));
        let ids: Vec<&str> = rows.iter().map(|m| m.id.as_str()).collect();
        let steps = thread::steps(&mut tx, &scope, &ids).await?;
        let photos = photo::of_messages(&mut tx, &scope, &ids).await?;
        let number = &listed.conversation.number;
        let max_photos = carrier::max_photos(&mut tx, &scope, &self.context, number).await?;
        let message = |message| self.with_photos(&scope, message, &steps, &words, &photos);
        Ok(Response::new(GetConversationResponse {
            conversation: Some(convert::conversation(&listed, found.first(), &words)),
            messages: rows.iter().rev().map(message).collect(),
            next_page_token,
            max_photos,
        }))
    }

    async fn take_over_conversation(
        &self,
        request: Request<TakeOverConversationRequest>,
    ) -> Result<Response<TakeOverConversationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let rule = |open| thread::take_over(open, &actor);
        let changed = commands::change_conversation(&self.context, &actor, &request.id.into(), rule).await?;
        Ok(Response::new(TakeOverConversationResponse { conversation: Some(listed(&changed)) }))
    }

    async fn hand_back_conversation(
        &self,
        request: Request<HandBackConversationRequest>,
    ) -> Result<Response<HandBackConversationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let rule = |conversation| thread::hand_back(conversation, &actor);
        let changed = commands::change_conversation(&self.context, &actor, &request.id.into(), rule).await?;
        Ok(Response::new(HandBackConversationResponse { conversation: Some(listed(&changed)) }))
    }

    async fn resolve_conversation(
        &self,
        request: Request<ResolveConversationRequest>,
    ) -> Result<Response<ResolveConversationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let rule = |open| thread::resolve(open, &actor);
        let changed = commands::change_conversation(&self.context, &actor, &request.id.into(), rule).await?;
        Ok(Response::new(ResolveConversationResponse { conversation: Some(listed(&changed)) }))
    }

    async fn snooze_conversation(
        &self,
        request: Request<SnoozeConversationRequest>,
    ) -> Result<Response<SnoozeConversationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let until = convert::time("until", request.until)?;
        let now = self.context.now();
        let rule = |open| thread::snooze(open, &actor, until, now);
        let changed = commands::change_conversation(&self.context, &actor, &request.id.into(), rule).await?;
        Ok(Response::new(SnoozeConversationResponse { conversation: Some(listed(&changed)) }))
    }

    async fn set_conversation_priority(
        &self,
        request: Request<SetConversationPriorityRequest>,
    ) -> Result<Response<SetConversationPriorityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let priority = incoming_request::priority(request.priority)?;
        let changed = commands::set_priority(&self.context, &actor, &request.id.into(), priority).await?;
        Ok(Response::new(SetConversationPriorityResponse { conversation: Some(listed(&changed)) }))
    }

    async fn mark_conversation_read(
        &self,
        request: Request<MarkConversationReadRequest>,
    ) -> Result<Response<MarkConversationReadResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let rule = |open| Ok(thread::read(open));
        let changed = commands::change_conversation(&self.context, &actor, &request.id.into(), rule).await?;
        Ok(Response::new(MarkConversationReadResponse { conversation: Some(listed(&changed)) }))
    }

    async fn report_conversation_typing(
        &self,
        request: Request<ReportConversationTypingRequest>,
    ) -> Result<Response<ReportConversationTypingResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let conversation = scope.require(thread::find(&mut tx, &scope, &request.id.into()).await?)?;
        let (community, id) = (&conversation.community_id, conversation.id.as_str());
        typing::report(&mut tx, &actor, community, id, request.has_stopped);
        tx.commit().await?;
        Ok(Response::new(ReportConversationTypingResponse {}))
    }

    async fn send_reply(
        &self,
        request: Request<SendReplyRequest>,
    ) -> Result<Response<SendReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let SendReplyRequest { id, body, photos } = request;
        let sent = commands::send_reply(&self.context, &actor, &id.into(), &body, &photos).await?;
        let message = Some(self.with_photos(&actor.scope(), &sent.message, &[], &[], &sent.photos));
        Ok(Response::new(SendReplyResponse { conversation: Some(listed(&sent.conversation)), message }))
    }

    async fn undo_reply(
        &self,
        request: Request<UndoReplyRequest>,
    ) -> Result<Response<UndoReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let message =
            commands::undo_reply(&self.context, &actor, &request.id.into(), &request.message_id.into())
                .await?;
        let message = Some(self.with_steps(&actor, &message).await?);
        Ok(Response::new(UndoReplyResponse { message }))
    }

    async fn retry_message(
        &self,
        request: Request<RetryMessageRequest>,
    ) -> Result<Response<RetryMessageResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let message =
            commands::retry_message(&self.context, &actor, &request.id.into(), &request.message_id.into())
                .await?;
        let message = Some(self.with_steps(&actor, &message).await?);
        Ok(Response::new(RetryMessageResponse { message }))
    }

    async fn list_notes(
        &self,
        request: Request<ListNotesRequest>,
    ) -> Result<Response<ListNotesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        let id = commands::require(&mut tx, &scope, &request.id.into()).await?.conversation.id;
        let subject = NoteSubject::Conversation(id.as_str());
        let rows = note::list(&mut tx, &scope, subject, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |n| PageKey::new(n.created_ms, n.id.as_str()));
        let notes = rows.iter().map(note::to_contract).collect();
        Ok(Response::new(ListNotesResponse { notes, next_page_token }))
    }

    async fn add_note(&self, request: Request<AddNoteRequest>) -> Result<Response<AddNoteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let note = commands::add_note(&self.context, &actor, &request.id.into(), &request.body).await?;
        Ok(Response::new(AddNoteResponse { note: Some(note::to_contract(&note)) }))
    }

    async fn delete_note(
        &self,
        request: Request<DeleteNoteRequest>,
    ) -> Result<Response<DeleteNoteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_note(&self.context, &actor, &request.id.into(), &request.note_id.into()).await?;
        Ok(Response::new(DeleteNoteResponse {}))
    }
}

impl Service {
    /// Converts a message that just changed, with its processing steps and photos.
    async fn with_steps(&self, actor: &Actor, message: &thread::Message) -> Result<Message, Fault> {
        let (scope, ids) = (actor.scope(), [message.id.as_str()]);
        let mut tx = self.context.db.read(&scope).await?;
        let steps = thread::steps(&mut tx, &scope, &ids).await?;
        let photos = photo::of_messages(&mut tx, &scope, &ids).await?;
        Ok(self.with_photos(&scope, message, &steps, &[], &photos))
    }

    /// Converts a message with those of the steps and photos that belong to it.
    fn with_photos(
        &self,
        scope: &Scope,
        message: &thread::Message,
        steps: &[thread::Step],
        words: &[String],
        photos: &[MessagePhoto],
    ) -> Message {
        let own = photos.iter().filter(|photo| photo.message_id == message.id);
        Message {
            photos: own.map(|photo| photo::to_contract(&self.context, scope, photo)).collect(),
            ..convert::message(message, steps, words, self.context.now())
        }
    }
}

fn listed(conversation: &ListedConversation) -> Conversation {
    convert::conversation(conversation, None, &[])
}

async fn require_community(tx: &mut Tx, scope: &Scope, id: Option<&str>) -> Result<(), Fault> {
    if let Some(id) = id {
        community::require(tx, scope, &id.into()).await?;
    }
    Ok(())
}
