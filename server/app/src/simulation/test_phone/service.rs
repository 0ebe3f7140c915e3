//! RPC handlers of `TestPhoneService`.
use contract::v1::{test_phone_service_server::TestPhoneService, *};
use platform::{
    ErrorReason, Fault,
    paging::{self, PageKey},
    phone::Phone,
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    bot,
    context::Context,
    incoming_request,
    messaging::{
        carrier,
        photo::{self, NewPhoto},
        thread,
    },
    operations::file,
    tenancy::community,
};

/// Implements `TestPhoneService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl TestPhoneService for Service {
    async fn send_test_phone_message(
        &self,
        request: Request<SendTestPhoneMessageRequest>,
    ) -> Result<Response<SendTestPhoneMessageResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let from = Phone::parse("from", &request.from)?;
        let to = Phone::parse("to", &request.to)?;
        if request.body.trim().is_empty() && request.photos.is_empty() {
            return Err(Fault::field("body", "Write a message first.").into());
        }
        let scope = actor.scope();
        let photos = write(&self.context, &scope, &request.photos).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let line = scope.require(community::find_text_number(&mut tx, Some(&scope), &to).await?)?;
        if !carrier::is_test_phone(&mut tx, &scope, &line.number).await? {
            let words = "This number texts real phones. Use a real phone to test it.";
            return Err(Fault::precondition(ErrorReason::NotATestPhoneNumber, words).into());
        }
        let (context, origin) = (&self.context, bot::Origin::TestPhone);
        let text = bot::ReceivedText { number: &line, from: &from, body: &request.body, photos, origin };
        let id = bot::receive(&mut tx, &scope, context, text).await?;
        let stored = thread::find_message(&mut tx, &scope, &id).await?;
        let stored = stored.ok_or_else(|| Fault::internal("a text that was just stored is gone"))?;
        let photos = photo::of_messages(&mut tx, &scope, &[id.as_str()]).await?;
        tx.commit().await?;
        let message = Some(convert::message(context, &scope, &stored, &[], &photos));
        Ok(Response::new(SendTestPhoneMessageResponse { message }))
    }

    async fn list_test_phone_messages(
        &self,
        request: Request<ListTestPhoneMessagesRequest>,
    ) -> Result<Response<ListTestPhoneMessagesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let phone = Phone::parse("phone", &request.phone)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let number = Phone::normalize(&request.number);
        if let Ok(number) = Phone::parse("number", &number)
            && let Some(line) = community::find_text_number(&mut tx, Some(&scope), &number).await?
        {
            scope.check_community(&line.community_id)?;
        }
        let mut numbers = carrier::test_phone_numbers(&mut tx, &scope).await?;
        numbers.retain(|one| number.is_empty() || *one == number);
        let rows = thread::messages_of_phone(&mut tx, &scope, &phone, &numbers, before, limit).await?;
        let (mut messages, next_page_token) =
            paging::page(rows, limit, |m| PageKey::new(m.created_ms, m.id.as_str()));
        messages.reverse();
        let ids: Vec<&str> = messages.iter().map(|m| m.id.as_str()).collect();
        let steps = thread::steps(&mut tx, &scope, &ids).await?;
        let photos = photo::of_messages(&mut tx, &scope, &ids).await?;
        let one = |message| convert::message(&self.context, &scope, message, &steps, &photos);
        let messages = messages.iter().map(one).collect();
        Ok(Response::new(ListTestPhoneMessagesResponse { messages, next_page_token }))
    }
}

/// Encodes and writes the photos of a text.
async fn write(
    context: &Context,
    scope: &platform::Scope,
    photos: &[String],
) -> Result<Vec<NewPhoto>, Fault> {
    let written = file::write_photos(context, scope, photos, file::PHOTO_PIXELS).await?;
    Ok(written.into_iter().map(NewPhoto::from).collect())
}
