//! RPC handlers of `WebChatService`.
use contract::v1::{web_chat_service_server::WebChatService, *};
use platform::{
    ErrorReason, Fault,
    paging::{self, PageKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{ListedChat, ListedMessage},
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::rate_limit::{self, InMemoryLimiter, ServerClock},
    tenancy::community,
};

/// Implements `WebChatService`.
pub struct Service {
    context: Context,
    /// Counts polls by client location. They are too frequent to be counted in the database.
    polls: InMemoryLimiter<String, ServerClock>,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let polls = InMemoryLimiter::new(ServerClock { clock: context.clock.clone() });
        Self { context, polls }
    }

    /// Counts a poll of the caller's location.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS`.
    fn count_poll(&self) -> Result<(), Fault> {
        self.polls.take(&rate_limit::place(), rules::POLLS_PER_MINUTE).map_err(|wait| {
            let words = "Too many calls from your network. Wait a moment, then try again.";
            Fault::exhausted(ErrorReason::TooManyAttempts, words, Some(wait))
        })
    }
}

#[async_service]
impl WebChatService for Service {
    async fn open_web_chat(
        &self,
        request: Request<OpenWebChatRequest>,
    ) -> Result<Response<OpenWebChatResponse>, Status> {
        self.count_poll()?;
        let OpenWebChatRequest { site_key, token } = request.into_inner();
        let opened = commands::open(&self.context, &site_key, &token).await?;
        Ok(Response::new(convert::opened(&opened, self.context.now())))
    }

    async fn start_web_chat(
        &self,
        request: Request<StartWebChatRequest>,
    ) -> Result<Response<StartWebChatResponse>, Status> {
        let mut request = request.into_inner();
        let site_key = std::mem::take(&mut request.site_key);
        let begun = commands::start(&self.context, &site_key, convert::new_chat(request)).await?;
        Ok(Response::new(StartWebChatResponse { chat: Some(convert::visitor_chat(&begun)) }))
    }

    async fn send_web_chat_message(
        &self,
        request: Request<SendWebChatMessageRequest>,
    ) -> Result<Response<SendWebChatMessageResponse>, Status> {
        let SendWebChatMessageRequest { site_key, token, content } = request.into_inner();
        let content = convert::content(content);
        let message = commands::send(&self.context, &site_key, &token, content).await?;
        Ok(Response::new(SendWebChatMessageResponse { message: Some(convert::visitor_message(&message)) }))
    }

    async fn list_web_chat_messages(
        &self,
        request: Request<ListWebChatMessagesRequest>,
    ) -> Result<Response<ListWebChatMessagesResponse>, Status> {
        self.count_poll()?;
        let ListWebChatMessagesRequest { site_key, token, after } = request.into_inner();
        let read = commands::list_new(&self.context, &site_key, &token, &after).await?;
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
        let messages = rows.iter().map(convert::message).collect();
        let chat = Some(convert::chat(&found));
        Ok(Response::new(GetWebChatResponse { chat, messages, next_page_token }))
    }
}
