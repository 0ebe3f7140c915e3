//! RPC handlers of `WebChatService`.
use std::time::Duration;

use contract::v1::{web_chat_service_server::WebChatService, *};
use platform::{
    ErrorReason, Fault,
    paging::{self, PageKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{ListedChat, ListedMessage, SentMessage},
    photos, require, rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    messaging::thread::State,
    operations::{
        note::{self, NoteSubject},
        rate_limit::{self, InMemoryLimiter, ServerClock},
    },
    tenancy::community,
};

/// Implements `WebChatService`.
pub struct Service {
    context: Context,
    /// Counts polls by client location. They are too frequent to be counted in the database.
    polls: InMemoryLimiter<String, ServerClock>,
    /// Counts reports that visitors type, by client location.
    typing_reports: InMemoryLimiter<String, ServerClock>,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let limiter = || InMemoryLimiter::new(ServerClock { clock: context.clock.clone() });
        let (polls, typing_reports) = (limiter(), limiter());
        Self { context, polls, typing_reports }
    }

    /// Counts a poll of the caller's location.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS`.
    fn count_poll(&self) -> Result<(), Fault> {
        self.polls.take(&rate_limit::place(), rules::POLLS_PER_MINUTE).map_err(too_many)
    }
}

/// Returns the error for too many calls of a client location.
fn too_many(wait: Duration) -> Fault {
    let words = "Too many calls from your network. Wait a moment, then try again.";
    Fault::exhausted(ErrorReason::TooManyAttempts, words, Some(wait))
}

#[async_service]
impl WebChatService for Service {
    async fn open_web_chat(
        &self,
        request: Request<OpenWebChatRequest>,
    ) -> Result<Response<OpenWebChatResponse>, Status> {
        self.count_poll()?;
        let OpenWebChatRequest { site_key, token } = request.into_inner();
        let opened = commands::open_chat(&self.context, &site_key, &token).await?;
        Ok(Response::new(convert::opened(&opened, self.context.now())))
    }

    async fn start_web_chat(
        &self,
        request: Request<StartWebChatRequest>,
    ) -> Result<Response<StartWebChatResponse>, Status> {
        let mut request = request.into_inner();
        let site_key = std::mem::take(&mut request.site_key);
        let begun = commands::start_chat(&self.context, &site_key, convert::new_chat(request)).await?;
        Ok(Response::new(StartWebChatResponse { chat: Some(convert::visitor_chat(&begun)) }))
    }

    async fn send_web_chat_message(
        &self,
        request: Request<SendWebChatMessageRequest>,
    ) -> Result<Response<SendWebChatMessageResponse>, Status> {
        let SendWebChatMessageRequest { site_key, token, content, photos } = request.into_inner();
        let content = convert::content(content, photos);
        let SentMessage { message, photos } =
            commands::send_message(&self.context, &site_key, &token, content).await?;
        let message = Some(convert::visitor_message(&message, &photos));
        Ok(Response::new(SendWebChatMessageResponse { message }))
    }

    async fn list_web_chat_messages(
        &self,
        request: Request<ListWebChatMessagesRequest>,
    ) -> Result<Response<ListWebChatMessagesResponse>, Status> {
        self.count_poll()?;
        let ListWebChatMessagesRequest { site_key, token, after } = request.into_inner();
        let read = commands::list_messages(&self.context, &site_key, &token, &after).await?;
        Ok(Response::new(ListWebChatMessagesResponse { chat: Some(convert::visitor_chat(&read)) }))
    }

    async fn update_web_chat_contact(
        &self,
        request: Request<UpdateWebChatContactRequest>,
    ) -> Result<Response<UpdateWebChatContactResponse>, Status> {
        let UpdateWebChatContactRequest { site_key, token, name, email } = request.into_inner();
        let change = convert::contact_change(name, email);
        let changed = commands::update_contact(&self.context, &site_key, &token, change).await?;
        let (name, email) = (changed.name, changed.email);
        Ok(Response::new(UpdateWebChatContactResponse { name, email }))
    }

    async fn verify_web_chat_visitor(
        &self,
        request: Request<VerifyWebChatVisitorRequest>,
    ) -> Result<Response<VerifyWebChatVisitorResponse>, Status> {
        let VerifyWebChatVisitorRequest { site_key, token, signed_visitor } = request.into_inner();
        let visitor = convert::signed_visitor(signed_visitor.unwrap_or_default());
        let identity = commands::verify_visitor(&self.context, &site_key, &token, &visitor).await?;
        Ok(Response::new(convert::verified(identity)))
    }

    async fn report_visitor_typing(
        &self,
        request: Request<ReportVisitorTypingRequest>,
    ) -> Result<Response<ReportVisitorTypingResponse>, Status> {
        self.typing_reports.take(&rate_limit::place(), rules::TYPING_REPORTS_PER_MINUTE).map_err(too_many)?;
        let ReportVisitorTypingRequest { site_key, token, has_stopped } = request.into_inner();
        commands::report_visitor_typing(&self.context, &site_key, &token, has_stopped).await?;
        Ok(Response::new(ReportVisitorTypingResponse {}))
    }

    async fn list_web_chats(
        &self,
        request: Request<ListWebChatsRequest>,
    ) -> Result<Response<ListWebChatsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let filter = convert::filter(&request);
        let mut tx = self.context.db.read(&scope).await?;
        if !filter.community.is_empty() {
            community::require(&mut tx, &scope, &filter.community.as_str().into()).await?;
        }
        let rows = store::list(&mut tx, &scope, &filter, before, limit).await?;
        let key = |ListedChat { chat, .. }: &ListedChat| PageKey::new(chat.last_message_ms, chat.id.as_str());
        let (rows, next_page_token) = paging::page(rows, limit, key);
        let chats = rows.iter().map(convert::chat).collect();
        Ok(Response::new(ListWebChatsResponse { chats, next_page_token }))
    }

    async fn get_web_chat(
        &self,
        request: Request<GetWebChatRequest>,
    ) -> Result<Response<GetWebChatResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let found = scope.require(store::find_listed(&mut tx, &scope, &request.id.into()).await?)?;
        let rows = store::list_messages(&mut tx, &scope, &found.chat.id, before, limit).await?;
        let key =
            |ListedMessage { message, .. }: &ListedMessage| PageKey::new(message.at_ms, message.id.as_str());
        let (rows, next_page_token) = paging::page(rows, limit, key);
        let ids: Vec<&str> = rows.iter().map(|listed| listed.message.id.as_str()).collect();
        let photos = photos::of_messages(&mut tx, &self.context, &scope, &ids, photos::STAFF_LINK).await?;
        let messages = rows.iter().map(|listed| convert::message(listed, &photos)).collect();
        let chat = Some(convert::chat(&found));
        Ok(Response::new(GetWebChatResponse { chat, messages, next_page_token }))
    }

    async fn send_web_chat_reply(
        &self,
        request: Request<SendWebChatReplyRequest>,
    ) -> Result<Response<SendWebChatReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let SendWebChatReplyRequest { id, body, photos } = request;
        let sent = commands::send_reply(&self.context, &actor, &id.into(), &body, &photos).await?;
        let message = Some(convert::message(&sent.message, &sent.photos));
        Ok(Response::new(SendWebChatReplyResponse { chat: Some(convert::chat(&sent.chat)), message }))
    }

    async fn undo_web_chat_reply(
        &self,
        request: Request<UndoWebChatReplyRequest>,
    ) -> Result<Response<UndoWebChatReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, reply) = (request.id.into(), request.message_id.into());
        let chat = commands::undo_reply(&self.context, &actor, &id, &reply).await?;
        Ok(Response::new(UndoWebChatReplyResponse { chat: Some(convert::chat(&chat)) }))
    }

    async fn assign_web_chat(
        &self,
        request: Request<AssignWebChatRequest>,
    ) -> Result<Response<AssignWebChatResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, assignee) = (request.id.into(), request.assignee_id);
        let chat = commands::assign_chat(&self.context, &actor, &id, &assignee).await?;
        Ok(Response::new(AssignWebChatResponse { chat: Some(convert::chat(&chat)) }))
    }

    async fn change_web_chat_state(
        &self,
        request: Request<ChangeWebChatStateRequest>,
    ) -> Result<Response<ChangeWebChatStateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let state = State::try_from(request.state).map_err(|_| Fault::field("state", "Choose a state."))?;
        let until = request.snoozed_until.map(Into::into);
        let chat = commands::change_state(&self.context, &actor, &request.id.into(), state, until).await?;
        Ok(Response::new(ChangeWebChatStateResponse { chat: Some(convert::chat(&chat)) }))
    }

    async fn set_web_chat_priority(
        &self,
        request: Request<SetWebChatPriorityRequest>,
    ) -> Result<Response<SetWebChatPriorityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let priority = incoming_request::priority(request.priority)?;
        let chat = commands::set_priority(&self.context, &actor, &request.id.into(), priority).await?;
        Ok(Response::new(SetWebChatPriorityResponse { chat: Some(convert::chat(&chat)) }))
    }

    async fn mark_web_chat(
        &self,
        request: Request<MarkWebChatRequest>,
    ) -> Result<Response<MarkWebChatResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let chat = commands::mark_chat(&self.context, &actor, &request.id.into(), request.is_unread).await?;
        Ok(Response::new(MarkWebChatResponse { chat: Some(convert::chat(&chat)) }))
    }

    async fn report_web_chat_typing(
        &self,
        request: Request<ReportWebChatTypingRequest>,
    ) -> Result<Response<ReportWebChatTypingResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::report_typing(&self.context, &actor, &request.id.into(), request.has_stopped).await?;
        Ok(Response::new(ReportWebChatTypingResponse {}))
    }

    async fn list_web_chat_notes(
        &self,
        request: Request<ListWebChatNotesRequest>,
    ) -> Result<Response<ListWebChatNotesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let chat = require(&mut tx, &scope, &request.id.into()).await?;
        let subject = NoteSubject::WebChat(chat.id.as_str());
        let rows = note::list(&mut tx, &scope, subject, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |n| PageKey::new(n.created_ms, n.id.as_str()));
        let notes = rows.iter().map(note::to_contract).collect();
        Ok(Response::new(ListWebChatNotesResponse { notes, next_page_token }))
    }

    async fn add_web_chat_note(
        &self,
        request: Request<AddWebChatNoteRequest>,
    ) -> Result<Response<AddWebChatNoteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let note = commands::add_note(&self.context, &actor, &request.id.into(), &request.body).await?;
        Ok(Response::new(AddWebChatNoteResponse { note: Some(note::to_contract(&note)) }))
    }

    async fn delete_web_chat_note(
        &self,
        request: Request<DeleteWebChatNoteRequest>,
    ) -> Result<Response<DeleteWebChatNoteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_note(&self.context, &actor, &request.id.into(), &request.note_id.into()).await?;
        Ok(Response::new(DeleteWebChatNoteResponse {}))
    }
}
