//! Bodies as HTML forms and OAuth's clients send them.
use std::collections::HashSet;

use http::{HeaderMap, header};
use platform::Fault;
use prost_reflect::{DynamicMessage, MessageDescriptor};
use tonic::Status;

use super::rest::{field_of, set};

/// Whether a body is a form. Many clients call every body a form unless told otherwise, curl among
/// them; a JSON object is not mistaken for one, as no field's name begins with a brace.
pub fn is(headers: &HeaderMap, body: &[u8]) -> bool {
    if body.trim_ascii_start().starts_with(b"{") {
        return false;
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// Sets fields by name, as query parameters do; what is no list stands there once.
pub fn read(input: MessageDescriptor, body: &[u8]) -> Result<DynamicMessage, Status> {
    let mut message = DynamicMessage::new(input);
    let mut seen = HashSet::new();
    for (name, value) in form_urlencoded::parse(body) {
        let field = field_of(&message, &name);
        if let Some(field) = field.filter(|field| !field.is_list())
            && !seen.insert(field.number())
        {
            return Err(Fault::field(field.json_name(), "This stands there more than once.").into());
        }
        set(&mut message, &name, &value)?;
    }
    Ok(message)
}
