//! Photos of texts. Enum numbers match the contract.
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
    /// Why a photo was not stored.
    Failure {
        /// The file is not an image, or is damaged.
        NotAnImage = 1,
        /// The file is larger than 8 MB.
        TooLarge = 2,
        /// The carrier does not have the file.
        NotFound = 3,
        /// The address does not belong to the carrier, or leads to a private network.
        ForeignAddress = 4,
        /// The carrier rejected the credentials.
        Refused = 5,
        /// The carrier could not be reached or failed in every attempt.
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
    /// Number of the kind of the carrier that had the file; 0 for one that no carrier ever had.
    pub carrier: i32,
    /// Address of the file at the carrier.
    pub source_url: String,
    pub content_type: String,
    pub width: i32,
    pub height: i32,
    pub size_bytes: i32,
    pub file_id: Option<FileId>,
    pub thumbnail_id: Option<FileId>,
    /// Number of failed attempts to fetch it.
    pub tries: i32,
}

/// A photo of a text to store.
pub struct NewPhoto {
    /// The content type that the carrier reported. May be empty.
    pub content_type: String,
    pub source: Source,
}

impl NewPhoto {
    /// Returns whether the content type is an image or unknown.
    #[must_use]
    pub fn may_be_image(&self) -> bool {
        self.content_type.is_empty() || self.content_type.to_ascii_lowercase().starts_with("image/")
    }
}

impl From<WrittenPhoto> for NewPhoto {
    fn from(written: WrittenPhoto) -> Self {
        Self { content_type: "image/jpeg".to_owned(), source: Source::Written(written) }
    }
}

/// The location of a photo.
pub enum Source {
    /// At the carrier that received the text.
    Carrier(CarrierFile),
    /// Already written to the storage.
    Written(WrittenPhoto),
}

/// A file at a carrier.
pub struct CarrierFile {
    /// Number of the kind of the carrier, which stays the same when the community's number moves to another one.
    pub carrier: i32,
    pub url: String,
}

/// Size of a stored photo.
pub struct Size {
    /// Width in pixels.
    pub width: i32,
    pub height: i32,
    pub bytes: i32,
}
