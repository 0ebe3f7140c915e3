//! Conversion of notes to the contract.
use contract::v1;

use super::model::Note;

/// Converts a note.
pub fn note(note: &Note) -> v1::Note {
    v1::Note {
        id: note.id.to_string(),
        body: note.body.clone(),
        author_id: note.staff_id.to_string(),
        author: note.author.clone(),
        written_at: Some(note.created_ms.into()),
    }
}
