//! Photos of messages.
use sqlx::FromRow;

use super::{WebChatMessage, WebChatMessageId};
use crate::operations::file::FileId;

platform::ids! {
    /// ID of a photo of a message of a web chat.
    WebChatPhotoId;
}

/// A photo of a message.
#[derive(Clone, Debug, FromRow)]
pub struct WebChatPhoto {
    pub id: WebChatPhotoId,
    pub message_id: WebChatMessageId,
    /// In pixels.
    pub width: i32,
    pub height: i32,
    pub size_bytes: i32,
    pub file_id: FileId,
    pub thumbnail_id: FileId,
}

/// A photo with links to it, which expire.
#[derive(Clone, Debug)]
pub struct LinkedPhoto {
    pub photo: WebChatPhoto,
    pub url: String,
    pub thumbnail_url: String,
}

/// A message that was sent, with its photos.
pub struct SentMessage {
    pub message: WebChatMessage,
    pub photos: Vec<LinkedPhoto>,
}
