//! Rules of notes.
use platform::{ErrorReason, Fault, ids::UserId, sms};

use super::model::Note;

/// Returns the text of a note without leading and trailing spaces.
///
/// # Errors
/// `INVALID_ARGUMENT` if it shows nothing.
pub fn body(body: &str) -> Result<&str, Fault> {
    match sms::is_blank(body) {
        true => Err(Fault::field("body", "Write a note first.")),
        false => Ok(body.trim()),
    }
}

/// Only the author deletes a note.
///
/// # Errors
/// `FAILED_PRECONDITION` if a colleague wrote it.
pub fn delete(note: &Note, by: &UserId) -> Result<(), Fault> {
    if note.staff_id == *by {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::NotYourNote,
        "Only the colleague who wrote this note can delete it.",
    ))
}
