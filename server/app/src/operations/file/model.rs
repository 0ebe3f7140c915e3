//! Files.
use bytes::Bytes;
use platform::Timestamp;
use sqlx::FromRow;

platform::ids! {
    /// A file.
    FileId;
}

/// A file to write.
pub struct NewFile<'a> {
    /// The file's name for downloads, such as "escalations.csv".
    pub name: &'a str,
    /// The media type, such as "text/csv".
    pub media_type: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
    /// When the file is deleted; `None` to keep it until it is removed.
    pub expires: Option<Timestamp>,
    /// Whether a link opens it only once without a session.
    pub single_use: bool,
}

/// A file whose bytes are written, but whose row is not stored yet.
pub struct WrittenFile {
    pub name: String,
    pub media_type: &'static str,
    /// Key of the stored object.
    pub object_key: String,
    pub size_bytes: i64,
    pub expires: Option<Timestamp>,
    pub single_use: bool,
}

/// A file with its bytes.
pub struct File {
    pub name: String,
    pub media_type: String,
    pub bytes: Bytes,
    pub single_use: bool,
}

/// A stored file.
#[derive(FromRow)]
pub struct KeptFile {
    pub name: String,
    pub media_type: String,
    /// Key of the stored object.
    pub object_key: String,
    pub size_bytes: i64,
    pub single_use: bool,
    /// When a single-use file was opened without a session.
    pub used_ms: Option<Timestamp>,
}
