//! Rules of replies.
use platform::Fault;

/// Returns the text of a reply without leading and trailing spaces.
///
/// # Errors
/// `INVALID_ARGUMENT` if it is empty.
pub fn filled(body: &str) -> Result<&str, Fault> {
    match body.trim() {
        "" => Err(Fault::field("body", "Write a message first.")),
        body => Ok(body),
    }
}
