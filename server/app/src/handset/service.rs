//! The calls of `HandsetService`.
use contract::v1::{handset_service_server::HandsetService, *};
use platform::{Fault, phone::Phone};
use tonic::{Request, Response, Status};

use super::convert;
use crate::{bot, call, carrier, community, context::Context, conversation};

/// Answers the calls.
pub struct Service(pub Context);

const MOST_MESSAGES: i64 = 100;

#[tonic::async_trait]
impl HandsetService for Service {
    async fn send_handset_message(
        &self,
        request: Request<SendHandsetMessageRequest>,
    ) -> Result<Response<SendHandsetMessageResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let from = Phone::parse("from", &request.from)?;
        let to = Phone::parse("to", &request.to)?;
        if request.body.trim().is_empty() {
            return Err(Fault::field("body", "Write something first.").into());
        }
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let line =
            community::line(&mut tx, Some(&scope), &to).await?.ok_or_else(|| Fault::not_found("number"))?;
        if !carrier::is_handset(&mut tx, &scope, &line.number).await? {
            let words = "This number's texts go to real phones. Text it from one.";
            return Err(Fault::precondition("NOT_ON_THE_HANDSET", words).into());
        }
        let id = bot::receive(&mut tx, &scope, &self.0, &line, &from, &request.body).await?;
        let stored = conversation::find_message(&mut tx, &scope, &id).await?;
        let stored = stored.ok_or_else(|| Fault::internal("a text that was just stored is gone"))?;
        tx.commit().await?;
        Ok(Response::new(SendHandsetMessageResponse { message: Some(convert::message(&stored, &[])) }))
    }

    async fn list_handset_messages(
        &self,
        request: Request<ListHandsetMessagesRequest>,
    ) -> Result<Response<ListHandsetMessagesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let phone = Phone::parse("phone", &request.phone)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let mut numbers = carrier::handset_numbers(&mut tx, &scope).await?;
        numbers.retain(|number| request.number.is_empty() || *number == request.number);
        let mut messages = conversation::of_phone(&mut tx, &scope, &phone, &numbers, MOST_MESSAGES).await?;
        messages.reverse();
        let ids: Vec<&str> = messages.iter().map(|m| m.id.as_str()).collect();
        let steps = conversation::steps_of(&mut tx, &scope, &ids).await?;
        let messages = messages.iter().map(|m| convert::message(m, &steps)).collect();
        Ok(Response::new(ListHandsetMessagesResponse { messages }))
    }
}
