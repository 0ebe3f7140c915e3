//! What every service does first: who calls, and does the `community` header agree.
use std::{future::Future, pin::Pin, sync::Arc};

use contract::options::Entity;
use platform::{Actor, Fault};
use prost_reflect::{DynamicMessage, ReflectMessage, Value};
use tonic::Request;

/// The header that names the community that a request concerns.
pub const COMMUNITY_HEADER: &str = "community";

/// Lets in whoever has a token, by the rules of the call that was made without one.
#[derive(Clone)]
pub struct Admission(pub Arc<dyn Fn(String) -> Admitted + Send + Sync>);

/// Who was let in.
pub type Admitted = Pin<Box<dyn Future<Output = Result<Arc<Actor>, Fault>> + Send>>;

/// The caller and the message, of a call whose token may be in the message.
///
/// # Errors
/// As [`enter`], and those of a call with that token in its header.
pub async fn enter_by_token<M: ReflectMessage>(
    mut request: Request<M>,
    token: impl FnOnce(&M) -> &String,
) -> Result<(Actor, M), Fault> {
    if let Some(Admission(admit)) = request.extensions_mut().remove::<Admission>() {
        let actor = admit(token(request.get_ref()).clone()).await?;
        request.extensions_mut().insert(actor);
    }
    enter(request)
}

/// The caller and the message.
///
/// # Errors
/// `INVALID_ARGUMENT` when the `community` header names another community than the message.
pub fn enter<M: ReflectMessage>(request: Request<M>) -> Result<(Actor, M), Fault> {
    let actor = request
        .extensions()
        .get::<Arc<Actor>>()
        .map(|actor| Actor::clone(actor))
        .ok_or_else(|| Fault::internal("a call without a session reached its service"))?;
    let header = request.metadata().get(COMMUNITY_HEADER).cloned();
    let message = request.into_inner();
    if let Some(header) = header {
        let named = header.to_str().unwrap_or_default();
        if communities(&message.transcode_to_dynamic()).any(|id| id != named) {
            return Err(Fault::field(
                "community",
                "The community header names another community than the request.",
            ));
        }
    }
    Ok((actor, message))
}

/// The community ids of a message, as its fields are annotated.
fn communities(message: &DynamicMessage) -> impl Iterator<Item = String> + '_ {
    let id_of = contract::extension("parlor.options.v1.id_of");
    message.fields().filter_map(move |(field, value)| {
        let names = field.options().get_extension(&id_of).as_enum_number()? == Entity::Community as i32;
        match value {
            Value::String(id) if names && !id.is_empty() => Some(id.clone()),
            _ => None,
        }
    })
}
