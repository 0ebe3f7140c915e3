//! The first step of every service: identifies the caller, and checks the `community` header.
use std::{future::Future, pin::Pin, sync::Arc};

use contract::{options::ResourceType, resource_types::resource_type_of};
use http::HeaderMap;
use platform::{Actor, Fault, Priority, ids::CommunityId, request};
use prost::Message;
use prost_reflect::{DynamicMessage, ReflectMessage};
use tonic::Request;

/// Fields that do not filter the rows of a list. The query of a conversation only marks words in its messages.
const NO_FILTERS: [&str; 3] = ["page_token", "limit", "parlor.v1.GetConversationRequest.query"];

/// The header that names the community that a request concerns.
pub const COMMUNITY_HEADER: &str = "community";

/// Admits the user of a token, by the access rules of the call, which was made without one.
#[derive(Clone)]
pub struct Admission(pub Arc<dyn Fn(String) -> Admitted + Send + Sync>);

/// The user who was admitted.
pub type Admitted = Pin<Box<dyn Future<Output = Result<Arc<Actor>, Fault>> + Send>>;

/// Splits a request whose token may be in its message into its caller and its message. The service checks the
/// community once it is loaded, because the message may name it by something other than its ID.
///
/// # Errors
/// `UNAUTHENTICATED` if the token is not valid, `PERMISSION_DENIED` or `FAILED_PRECONDITION` if its user may not make
/// the call.
pub async fn split_by_token<M: ReflectMessage>(
    mut request: Request<M>,
    token: impl FnOnce(&M) -> &String,
) -> Result<(Actor, M), Fault> {
    if let Some(Admission(admit)) = request.extensions_mut().remove::<Admission>() {
        let actor = admit(token(request.get_ref()).clone()).await?;
        request.extensions_mut().insert(actor);
    }
    Ok((caller(&request)?, request.into_inner()))
}

/// Splits a request into its caller and its message. The caller's scope checks the `community` header against what
/// is loaded with it; an ID in the message is checked here. The page tokens of the call are bound to the filters in
/// the message.
///
/// # Errors
/// `INVALID_ARGUMENT` when the `community` header names another community than the message.
pub fn split<M: ReflectMessage>(request: Request<M>) -> Result<(Actor, M), Fault> {
    let actor = caller(&request)?;
    let message = request.into_inner();
    bind_page_tokens(&message);
    if actor.asserted_community.is_some() {
        let scope = actor.scope();
        for id in communities(&message.transcode_to_dynamic()) {
            scope.check_community(&id)?;
        }
    }
    Ok((actor, message))
}

/// Returns the priority with a number of the contract.
///
/// # Errors
/// `INVALID_ARGUMENT` on `priority`.
pub fn priority(number: i32) -> Result<Priority, Fault> {
    Priority::try_from(number).map_err(|_| Fault::field("priority", "Choose a priority."))
}

/// Returns the caller, with the community that the request's header names.
fn caller<M>(request: &Request<M>) -> Result<Actor, Fault> {
    let actor = request.extensions().get::<Arc<Actor>>();
    let actor = actor.ok_or_else(|| Fault::internal("a call without a session reached its service"))?;
    let asserted_community = asserted_community(request.metadata().as_ref()).map(CommunityId);
    Ok(Actor { asserted_community, ..Actor::clone(actor) })
}

/// Returns what the `community` header says. Several headers are read as one list, which is no community's ID.
pub fn asserted_community(headers: &HeaderMap) -> Option<String> {
    let values = headers.get_all(COMMUNITY_HEADER).iter().map(|value| value.to_str().unwrap_or_default());
    values.map(str::to_owned).reduce(|all, next| format!("{all}, {next}"))
}

/// Binds the page tokens of the current call to the fields of its message that filter the rows of the list.
fn bind_page_tokens<M: ReflectMessage>(message: &M) {
    let descriptor = message.descriptor();
    if descriptor.get_field_by_name("page_token").is_none() {
        return;
    }
    let mut filters = message.transcode_to_dynamic();
    for field in descriptor.fields() {
        if NO_FILTERS.contains(&field.name()) || NO_FILTERS.contains(&field.full_name()) {
            filters.clear_field(&field);
        }
    }
    request::bind_filters(&filters.encode_to_vec());
}

/// Returns the community IDs in a message, by the annotations of its fields.
fn communities(message: &DynamicMessage) -> impl Iterator<Item = CommunityId> + '_ {
    message
        .fields()
        .filter(|(field, _)| resource_type_of(field) == Some(ResourceType::Community))
        .filter_map(|(_, value)| value.as_str().filter(|id| !id.is_empty()).map(CommunityId::from))
}
