//! Adds a resident's text to a service request. The caller replies.
use platform::{
    Fault, Scope, Tx,
    events::{self, Kind as EventKind},
};

use super::{NewActivity, create_from_text::RESIDENT, photos_of_texts::attach_photos_of_texts, record};
use crate::{
    context::Context,
    messaging::thread::Message,
    service_requests::service_request::{
        model::{Action, ActivityKind, ServiceRequest, State},
        rules::{self, Role, Step},
        store,
    },
};

/// Adds a resident's text to a request, with its photos. A request that needs information is submitted again.
pub async fn add_reply(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    mut request: ServiceRequest,
    text: &Message,
) -> Result<ServiceRequest, Fault> {
    let now = context.now();
    let name = if request.contact_name.is_empty() { RESIDENT } else { request.contact_name.as_str() };
    let name = name.to_owned();
    let reply = NewActivity { kind: ActivityKind::Reply, actor: &name, state: None, body: &text.body };
    record(tx, scope, context, &request, reply).await?;
    attach_photos_of_texts(tx, scope, context, &mut request, std::slice::from_ref(&text.id)).await?;
    let request = match request.state {
        State::NeedsInfo => {
            let step = Step { action: Action::Submit, role: Role::Staff, note: "", deferred_until: None };
            let submitted = rules::change_state(request, &step, now)?;
            store::save(tx, scope, &submitted).await?;
            store::move_count(tx, scope, &submitted.community_id, Some(State::NeedsInfo), submitted.state)
                .await?;
            let changed = NewActivity {
                kind: ActivityKind::StateChanged,
                actor: &name,
                state: Some(submitted.state),
                body: "",
            };
            record(tx, scope, context, &submitted, changed).await?;
            submitted
        }
        _ => request,
    };
    let community = &request.community_id;
    events::publish(tx, scope.company(), community, EventKind::ServiceRequest, request.id.as_str(), now);
    Ok(request)
}
