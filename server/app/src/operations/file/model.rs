//! Files.
use bytes::Bytes;
use platform::Timestamp;
use sqlx::FromRow;

platform::ids! {
    /// A file.
    FileId;
}

/// A file to be written.
pub struct NewFile<'a> {
    /// What it is called when it is saved, such as "escalations.csv".
    pub name: &'a str,
    /// Its type; "text/csv" or a picture's.
    pub media_type: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// When it is removed; never without.
    pub expires: Option<Timestamp>,
    /// Whether a link opens it once for whoever follows it without a session.
    pub single_use: bool,
}

/// A file whose bytes are stored, to be kept.
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

/// A file that is kept.
#[derive(FromRow)]
pub struct KeptFile {
    pub name: String,
    pub media_type: String,
    /// Key of the stored object.
    pub object_key: String,
    pub size_bytes: i64,
    pub single_use: bool,
    /// When it was opened without a session, if it is of single use.
    pub used_ms: Option<Timestamp>,
}
