//! Questions that the bot could not handle: staff claim them, answer, train the bot and
//! tell the homeowner in one act, and can take that back for ten seconds.
mod acts;
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

pub use model::{DismissReason, Escalation, Notify, Raised, State};
pub use service::Service;
pub use store::{insert, is_urgent};

use crate::{context::Context, knowledge, mail};

/// Hands a resident's question to staff and tells the community's contacts by mail. The same
/// message makes one escalation however often it is worked on.
///
/// # Errors
/// Those of storage.
pub async fn raise(tx: &mut Tx, scope: &Scope, context: &Context, raised: &Raised<'_>) -> Result<(), Fault> {
    let now = context.now();
    let escalation =
        rules::raised(raised, context.ids.next(now), &knowledge::today(&raised.community.time_zone, now));
    if !store::insert(tx, scope, &escalation).await? {
        return Ok(());
    }
    for to in raised.community.contacts() {
        let letter = rules::summons(to, raised.community, &escalation, &context.settings.public_url);
        mail::post(tx, scope, context, &letter, now).await?;
    }
    let (community, id) = (&escalation.community_id, escalation.id.as_str());
    events::publish(tx, scope.company(), community, Kind::Escalation, id, now);
    Ok(())
}
