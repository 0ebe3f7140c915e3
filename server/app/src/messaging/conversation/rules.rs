//! Rules of replies.
use platform::Fault;

use crate::messaging::photo;

/// Returns the trimmed text of a reply with a number of photos. Without a text, it is a placeholder for the photos.
///
/// # Errors
/// `INVALID_ARGUMENT` on `body` if it shows nothing and there are no photos.
pub fn body(text: &str, photos: usize) -> Result<String, Fault> {
    photo::text_or_placeholder(text, photos).ok_or_else(|| Fault::field("body", "Write a message first."))
}
