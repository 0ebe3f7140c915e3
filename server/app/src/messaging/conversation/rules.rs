//! Rules of replies.
use platform::{Fault, sms};

/// Returns the text of a reply without leading and trailing spaces.
///
/// # Errors
/// `INVALID_ARGUMENT` if it shows nothing.
pub fn filled(body: &str) -> Result<&str, Fault> {
    match sms::is_blank(body) {
        true => Err(Fault::field("body", "Write a message first.")),
        false => Ok(body.trim()),
    }
}
