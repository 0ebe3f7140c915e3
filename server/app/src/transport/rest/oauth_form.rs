//! Form bodies of the OAuth endpoints. No other call accepts a form, since any site can send one without a preflight.
use std::collections::HashSet;

use platform::Fault;
use prost_reflect::{DynamicMessage, MessageDescriptor};
use tonic::Status;

use super::{field_of, set};

/// The media type of a form.
pub const FORM: &str = "application/x-www-form-urlencoded";
/// Paths of the only calls that accept a form (RFC 6749, 4.1.3 and RFC 7009, 2.1).
const PATHS: [&str; 2] = ["/oauth2/v1/token", "/oauth2/v1/revoke"];

/// Returns whether the call at a path accepts a form in addition to JSON.
pub fn is_taken_at(path: &str) -> bool {
    PATHS.contains(&path)
}

/// Sets fields by name, like query parameters. A field that is not a list may occur once.
pub fn read(input: MessageDescriptor, body: &[u8]) -> Result<DynamicMessage, Status> {
    let mut message = DynamicMessage::new(input);
    let mut seen = HashSet::new();
    for (name, value) in form_urlencoded::parse(body) {
        let field = field_of(&message, &name);
        if let Some(field) = field.filter(|field| !field.is_list())
            && !seen.insert(field.number())
        {
            return Err(Fault::field(field.json_name(), "This field is repeated.").into());
        }
        set(&mut message, &name, &value)?;
    }
    Ok(message)
}
