//! Photos of texts. The numbers of the enums are those of the contract.
use sqlx::FromRow;

use crate::{
    messaging::thread::MessageId,
    operations::file::{FileId, WrittenPhoto},
};

platform::ids! {
    /// ID of a photo of a message.
    MessagePhotoId;
}

platform::db_enum! {
    /// State of a photo.
    State {
        /// Being fetched from the carrier.
        Pending = 1,
        /// Stored.
        Ready = 2,
        /// Could not be stored.
        Failed = 3,
    }
}

platform::db_enum! {
    /// Why a photo could not be stored.
    Failure {
        /// The file is no image that can be read.
        NotAnImage = 1,
        /// The file is larger than 8 MB.
        TooLarge = 2,
        /// The carrier does not have the file.
        NotFound = 3,
        /// The address is not the carrier's, or leads to a private network.
        ForeignAddress = 4,
        /// The carrier did not accept the account.
        Refused = 5,
        /// The carrier could not be reached, or failed, in every attempt.
        Unavailable = 6,
    }
}

/// A photo of a message.
#[derive(Clone, Debug, FromRow)]
pub struct MessagePhoto {
    pub id: MessagePhotoId,
    pub message_id: MessageId,
    #[sqlx(try_from = "i32")]
    pub state: State,
    /// The number of [`Failure`]; 0 unless it failed.
    pub failure: i32,
    /// Address at the carrier.
    pub source_url: String,
    pub content_type: String,
    pub width: i32,
    pub height: i32,
    pub size_bytes: i32,
    pub file_id: Option<FileId>,
    pub thumbnail_id: Option<FileId>,
    /// Number of attempts to fetch it that failed.
    pub tries: i32,
}

/// A photo that comes with a text.
pub struct NewPhoto {
    /// The type that the carrier gave. May be empty.
    pub content_type: String,
    pub source: Source,
}

impl NewPhoto {
    /// Returns whether the type is an image's, or unknown.
    #[must_use]
    pub fn may_be_image(&self) -> bool {
        self.content_type.is_empty() || self.content_type.to_ascii_lowercase().starts_with("image/")
    }
}

/// Where a photo is.
pub enum Source {
    /// At the carrier.
    Carrier(String),
    /// Here, written.
    Written(WrittenPhoto),
}

/// Size of a stored photo.
pub struct Size {
    /// In pixels.
    pub width: i32,
    pub height: i32,
    pub bytes: i32,
}
