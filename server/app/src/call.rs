//! What every service does first: who calls, and does the `community` header agree.
use contract::options::Entity;
use platform::{Actor, Fault};
use prost_reflect::{DynamicMessage, ReflectMessage, Value};
use tonic::Request;

/// The header that names the community that a request concerns.
pub const COMMUNITY_HEADER: &str = "community";

/// The caller and the message.
///
/// # Errors
/// `INVALID_ARGUMENT` when the `community` header names another community than the message.
pub fn enter<M: ReflectMessage>(request: Request<M>) -> Result<(Actor, M), Fault> {
    let actor = request
        .extensions()
        .get::<Actor>()
        .cloned()
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
