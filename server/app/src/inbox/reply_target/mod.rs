//! Reply targets: how soon staff should reply, and the alert before a target is missed.
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Timestamp, Tx};

pub use jobs::{ALERT_REPLY, AlertReply};
pub use model::{Channel, Waiting};
pub use service::Service;

use crate::{
    context::Context,
    tenancy::{
        community,
        company::{self, OfficeCalendar},
    },
};

/// Returns when the reply is due and enqueues the alert. Returns `None` if there is no target.
pub async fn begin(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    waiting: &Waiting,
) -> Result<Option<Timestamp>, Fault> {
    let minutes = store::minutes(tx, scope, waiting.channel).await?;
    if minutes == 0 {
        return Ok(None);
    }
    let Some(community) = community::find(tx, scope, &waiting.community).await? else { return Ok(None) };
    let hours = company::require(tx, scope).await?.customizations.business_hours;
    let calendar = OfficeCalendar::new(&hours, &community.time_zone);
    let alert_at = calendar.minutes_after(waiting.since, minutes - rules::lead(minutes));
    jobs::enqueue(tx, scope, context, waiting, alert_at).await?;
    Ok(Some(calendar.minutes_after(waiting.since, minutes)))
}
