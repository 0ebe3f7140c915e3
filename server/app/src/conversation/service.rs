//! The calls of `ConversationService`.
use contract::v1::{conversation_service_server::ConversationService, *};
use platform::{Fault, paging};
use tonic::{Request, Response, Status};

use super::{convert, store};
use crate::{call, community, context::Context};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl ConversationService for Service {
    async fn list_conversations(
        &self,
        request: Request<ListConversationsRequest>,
    ) -> Result<Response<ListConversationsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let state = (request.state != 0).then_some(request.state);
        let community = (!request.community_id.is_empty()).then_some(request.community_id.as_str());
        let mut tx = self.0.db.read(&scope).await?;
        if let Some(id) = community {
            community::require(&mut tx, &scope, &id.into()).await?;
        }
        let rows = store::list(&mut tx, &scope, community, state, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |l| (l.conversation.last_message_ms, l.conversation.id.clone()));
        let conversations = rows.iter().map(convert::conversation).collect();
        Ok(Response::new(ListConversationsResponse { conversations, next_page_token }))
    }

    async fn get_conversation(
        &self,
        request: Request<GetConversationRequest>,
    ) -> Result<Response<GetConversationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        let listed = store::listed(&mut tx, &scope, &request.id.into()).await?;
        let listed = listed.ok_or_else(|| Fault::not_found("conversation"))?;
        let rows = store::messages(&mut tx, &scope, &listed.conversation.id, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |m| (m.created_ms, m.id.clone()));
        let ids: Vec<&str> = rows.iter().map(|m| m.id.as_str()).collect();
        let steps = store::steps_of(&mut tx, &scope, &ids).await?;
        Ok(Response::new(GetConversationResponse {
            conversation: Some(convert::conversation(&listed)),
            messages: rows.iter().rev().map(|m| convert::message(m, &steps)).collect(),
            next_page_token,
        }))
    }
}
