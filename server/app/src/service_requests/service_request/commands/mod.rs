//! Commands that change service requests, and the longer reads.
mod add_document;
mod add_photo;
mod add_reply;
mod approve;
mod change_state;
mod comment;
mod create;
mod create_from_text;
mod decide_estimate;
mod delete_document;
mod delete_photo;
mod export;
mod photos_of_texts;
mod record_software;
mod record_work_order;
mod requests_of_phone;
mod resident_texts;
mod update;

use platform::{
    Actor, Fault, Scope, Timestamp, Tx,
    events::{self, Kind as EventKind},
};

pub use add_document::add_document;
pub use add_photo::{add_photo, insert_photo};
pub use add_reply::add_reply;
pub use approve::approve;
pub use change_state::change_state;
pub use comment::comment;
pub use create::{create, insert, next_number};
pub use create_from_text::create_from_text;
pub use decide_estimate::decide_estimate;
pub use delete_document::delete_document;
pub use delete_photo::delete_photo;
pub use export::export;
pub use photos_of_texts::{ATTACH_PHOTOS, AttachPhotos};
pub use record_software::record_software;
pub use record_work_order::{VendorChange, record_work_order};
pub use requests_of_phone::requests_of_phone;
pub use update::update;

use super::{
    model::{Activity, ActivityKind, ServiceRequest, ServiceRequestId, State},
    store,
};
use crate::context::Context;

/// Returns a request that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &ServiceRequestId) -> Result<ServiceRequest, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Returns a request that the scope can see, locked until the transaction ends.
async fn require_locked(tx: &mut Tx, scope: &Scope, id: &ServiceRequestId) -> Result<ServiceRequest, Fault> {
    scope.require(store::lock(tx, scope, id).await?)
}

/// Returns a request that the scope can see, locked until the transaction ends, for other capabilities.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn lock(tx: &mut Tx, scope: &Scope, id: &ServiceRequestId) -> Result<ServiceRequest, Fault> {
    require_locked(tx, scope, id).await
}

/// An activity to record.
struct NewActivity<'a> {
    kind: ActivityKind,
    /// ID of the user or partner; empty for the server.
    actor: &'a str,
    /// The new state, if it changed.
    state: Option<State>,
    body: &'a str,
}

async fn record(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: &ServiceRequest,
    new: NewActivity<'_>,
) -> Result<(), Fault> {
    let now = context.now();
    let activity = Activity {
        id: context.ids.next::<ServiceRequestId>(now).0,
        kind: new.kind,
        at_ms: now,
        actor: new.actor.to_owned(),
        state: new.state.map_or(0, |state| state as i32),
        body: new.body.to_owned(),
    };
    store::insert_activity(tx, scope, &request.id, &activity).await
}

/// Saves a request whose photos or documents changed, with an activity that says so, and commits.
async fn save_with_activity(
    mut tx: Tx,
    context: &Context,
    actor: &Actor,
    mut request: ServiceRequest,
    kind: ActivityKind,
    body: &str,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    request.version += 1;
    store::save(&mut tx, &scope, &request).await?;
    let activity = NewActivity { kind, actor: &actor.name, state: None, body };
    record(&mut tx, &scope, context, &request, activity).await?;
    publish(&mut tx, actor, &request, context.now());
    tx.commit().await?;
    Ok(request)
}

/// Notifies browsers of a change to a request.
fn publish(tx: &mut Tx, actor: &Actor, request: &ServiceRequest, now: Timestamp) {
    let scope = actor.scope();
    events::publish(
        tx,
        scope.company(),
        &request.community_id,
        EventKind::ServiceRequest,
        request.id.as_str(),
        now,
    );
}
