//! Questions that the bot escalated: staff claim and answer them. Answering also trains the bot and
//! notifies the homeowner, and can be undone for ten seconds.
mod commands;
mod convert;
mod export;
mod model;
mod rules;
mod service;
mod store;

use platform::{
    Fault, Scope, Tx,
    events::{self, Kind},
};

pub use model::{
    DismissReason, Escalation, EscalationId, NewEscalation, NoticeChannel, Notify, Origin, QuestionSource,
    State,
};
pub use rules::{opened, suggested_category};
pub use service::Service;
pub use store::{insert, is_urgent, open_category, open_in_web_chat};

use crate::{context::Context, operations::mail};

/// Returns the origin of an escalation that the scope includes.
pub async fn find_origin(tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<Option<Origin>, Fault> {
    let found = store::find(tx, scope, id).await?.map(|listed| listed.escalation);
    Ok(found.map(|escalation| Origin {
        community_id: escalation.community_id,
        conversation_id: escalation.conversation_id,
        asked_ms: escalation.asked_ms,
    }))
}

/// Creates an escalation of a resident's message and emails the community's contacts. Does nothing if the
/// message already has an escalation.
pub async fn create(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    raised: &NewEscalation<'_>,
) -> Result<(), Fault> {
    let now = context.now();
    let escalation =
        rules::raised(raised, context.ids.next(now), &now.date_in(&raised.community.time_zone).to_string());
    if !store::insert(tx, scope, &escalation).await? {
        return Ok(());
    }
    for to in raised.community.contacts() {
        let email = rules::escalation_alert(to, raised.community, &escalation, &context.settings.public_url);
        mail::post(tx, scope, context, &email, now).await?;
    }
    let (community, id) = (&escalation.community_id, escalation.id.as_str());
    events::publish(tx, scope.company(), community, Kind::Escalation, id, now);
    Ok(())
}
