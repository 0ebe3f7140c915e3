//! Notes.
use platform::{Timestamp, ids::UserId};
use sqlx::FromRow;

platform::ids! {
    /// ID of a note.
    NoteId;
}

/// What a note is on, by its ID.
#[derive(Clone, Copy, Debug)]
pub enum NoteSubject<'a> {
    Conversation(&'a str),
    EmailThread(&'a str),
    WebChat(&'a str),
}

/// What staff say to one another about a conversation, an email thread or a web chat.
#[derive(Clone, Debug, FromRow)]
pub struct Note {
    pub id: NoteId,
    pub staff_id: UserId,
    pub author: String,
    pub body: String,
    pub created_ms: Timestamp,
}
