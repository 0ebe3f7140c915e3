//! Texts to the resident of a service request.
use platform::{Actor, Fault, Tx, phone::Phone, sms};

use super::{NewActivity, record};
use crate::{
    context::Context,
    messaging::{
        carrier,
        thread::{self, Author, NewMessage},
    },
    service_requests::service_request::{
        model::{Action, ActivityKind, ServiceRequest},
        rules,
    },
    tenancy::community,
};

/// Notifies the resident of an action, if residents are notified of it and this resident is to be notified.
pub async fn send_state_text(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    request: &ServiceRequest,
    action: Action,
    note: &str,
) -> Result<(), Fault> {
    if !request.notify_resident {
        return Ok(());
    }
    let community = community::require(tx, &actor.scope(), &request.community_id).await?;
    match rules::state_text(request, action, note, &community.time_zone) {
        Some(text) => send_text(tx, context, actor, request, &text).await,
        None => Ok(()),
    }
}

/// Stores a text to the resident, which is sent at the end of quiet hours, and records it. If there is no
/// phone, or the community has no number, that is recorded instead.
///
/// # Errors
/// `INVALID_ARGUMENT` on `body` if the text is longer than 1,600 characters.
pub async fn send_text(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    request: &ServiceRequest,
    text: &str,
) -> Result<(), Fault> {
    let (scope, now) = (actor.scope(), context.now());
    if text.chars().count() > sms::MAX_CHARACTERS {
        return Err(Fault::field("body", "This text is longer than 1,600 characters. Shorten it."));
    }
    let community = community::require(tx, &scope, &request.community_id).await?;
    let phone = Phone::parse("contactPhone", &request.contact_phone).ok();
    let outcome = match (phone, &community.number) {
        (None, _) => "Not texted: the request has no phone.".to_owned(),
        (Some(_), None) => "Not texted: the community has no number.".to_owned(),
        (Some(phone), Some(number)) => {
            let whole = scope.whole();
            let conversation =
                thread::open(tx, &whole, &community.id, &phone, number, &context.ids, now).await?;
            let staff = actor.scopes.is_none().then_some(&actor.id);
            let outbound = NewMessage { author: Author::Staff, staff, body: text, decision: None };
            let until = rules::quiet_until(now, &community.time_zone, &phone, request.priority);
            match until {
                Some(until) => {
                    carrier::enqueue_held_message(tx, &whole, context, &conversation, &outbound, until)
                        .await?
                }
                None => carrier::enqueue_message(tx, &whole, context, &conversation, &outbound, now).await?,
            };
            text.to_owned()
        }
    };
    let activity = NewActivity { kind: ActivityKind::Text, actor: "", state: None, body: &outcome };
    record(tx, &scope, context, request, activity).await
}
