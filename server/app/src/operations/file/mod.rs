//! Files that are stored and downloaded by a link: exports for 15 minutes, pictures while they are in use.
//!
//! A link contains the company, the file and an expiry, and is signed. It opens this file until it expires, except for
//! users who are signed in to another company. Users of the file's company can open a single-use file any number of
//! times; anyone else with the link can open it once.
//!
//! The bytes of a file are a separate object. It is written before the transaction that stores the file, and
//! deleted by a job after the file was removed. A server that stops in between leaves an object without a file,
//! which a job deletes once it is two hours old.
mod export;
mod jobs;
mod model;
mod name;
mod photo;
mod picture;
mod rules;
mod store;
mod upload;

use bytes::Bytes;
use model::KeptFile;
use platform::{Actor, ErrorReason, Fault, Scope, Timestamp, Tx, ids::CompanyId};

pub use export::{CsvExport, ExportedFile};
pub use jobs::{DELETE_FILES, DeleteFiles, SWEEP_OBJECTS, SweepObjects};
pub use model::{File, FileId, NewFile, WrittenFile};
pub use name::safe_name;
pub use photo::{
    EncodedPhoto, PHOTO_PIXELS, PhotoFiles, SENT_PICTURE_PIXELS, WrittenPhoto, encode_photo, encode_photos,
    encode_sent_picture, encode_web_image, keep_photo, write_photo, write_photos,
};
pub use picture::{Jpeg, MaxSize, to_png};
pub use upload::{MAX_FETCHED_BYTES, decode, decode_field};

use crate::context::Context;

/// Writes the bytes of a file. Call it without a transaction: storage may be slow.
///
/// # Errors
/// `UNAVAILABLE`.
pub async fn write(context: &Context, scope: &Scope, new: NewFile<'_>) -> Result<WrittenFile, Fault> {
    let NewFile { name, media_type, bytes, expires, single_use } = new;
    let object_key = rules::object_key(scope.company(), context.now(), &context.ids.secret());
    let size_bytes = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    context.objects.put(&object_key, bytes).await?;
    Ok(WrittenFile { name: name.to_owned(), media_type, object_key, size_bytes, expires, single_use })
}

/// Stores a written file. A file with an expiry is deleted soon after it.
pub async fn keep(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    written: &WrittenFile,
) -> Result<FileId, Fault> {
    let now = context.now();
    let id: FileId = context.ids.next(now);
    store::insert(tx, scope, &id, written, now).await?;
    Ok(id)
}

/// Returns the bytes of a file; `None` if it does not exist, has expired or is missing from storage.
///
/// # Errors
/// `UNAVAILABLE`.
pub async fn read(context: &Context, scope: &Scope, id: &FileId) -> Result<Option<Vec<u8>>, Fault> {
    let mut tx = context.db.read(scope).await?;
    let found = store::find(&mut tx, scope, id, context.now()).await?;
    drop(tx);
    let Some(file) = found else { return Ok(None) };
    Ok(bytes(context, scope, &file).await?.map(Vec::from))
}

/// Returns the bytes of a stored file; `None` if its object is missing or has another size.
async fn bytes(context: &Context, scope: &Scope, file: &KeptFile) -> Result<Option<Bytes>, Fault> {
    let key = &file.object_key;
    if !rules::is_of(scope.company(), key) {
        return Err(Fault::internal("the object of a file belongs to another company"));
    }
    let found = context.objects.get(key).await?;
    let whole = found.filter(|bytes| i64::try_from(bytes.len()).is_ok_and(|size| size == file.size_bytes));
    if whole.is_none() {
        tracing::error!(key, "the object of a file is missing or has another size");
    }
    Ok(whole)
}

/// Removes files. Links to them stop working, and a job deletes their objects.
pub async fn remove(tx: &mut Tx, scope: &Scope, ids: &[&FileId]) -> Result<(), Fault> {
    store::expire(tx, scope, ids).await
}

/// Returns the link to a file that works until `until`.
#[must_use]
pub fn link(context: &Context, company: &CompanyId, id: &FileId, until: Timestamp) -> String {
    let words = rules::words(company, id, until);
    let signature = context.vault.sign(rules::PURPOSE, &words);
    format!("{}/files/{words}~{signature}", context.settings.public_url)
}

/// A request for a file by its link.
pub struct Visit<'a> {
    /// The signed-in user, if any.
    pub actor: Option<&'a Actor>,
    /// Whether the file is downloaded. A HEAD request does not use up a single-use file.
    pub is_download: bool,
}

/// Returns the file that a link's token opens, and when the link expires.
///
/// # Errors
/// `NOT_FOUND` alike for a token that is expired, used up, altered, of another company or of no file;
/// `FILE_LOST` if the file is missing from storage.
pub async fn open(context: &Context, token: &str, visit: Visit<'_>) -> Result<(File, Timestamp), Fault> {
    let absent = || Fault::not_found("address");
    let (words, signature) = token.rsplit_once('~').ok_or_else(absent)?;
    if !context.vault.verify(rules::PURPOSE, words, signature) {
        return Err(absent());
    }
    let (company, id, until) = rules::read(words).ok_or_else(absent)?;
    let now = context.now();
    if now >= until || visit.actor.is_some_and(|actor| actor.within(&company).is_err()) {
        return Err(absent());
    }
    let scope = Scope::of_company(&company);
    let mut tx = context.db.read(&scope).await?;
    let file = store::find(&mut tx, &scope, &id, now).await?.ok_or_else(absent)?;
    drop(tx);
    if file.single_use && visit.actor.is_none() && file.used_ms.is_some() {
        return Err(absent());
    }
    let bytes = bytes(context, &scope, &file).await?.ok_or_else(lost)?;
    if file.single_use && visit.actor.is_none() && visit.is_download {
        use_up(context, &scope, &id).await?.then_some(()).ok_or_else(absent)?;
    }
    let KeptFile { name, media_type, single_use, .. } = file;
    Ok((File { name, media_type, bytes, single_use }, until))
}

fn lost() -> Fault {
    Fault::precondition(
        ErrorReason::FileLost,
        "This file is missing from storage. Contact Parlor support to restore it from a backup.",
    )
}

/// Uses up a single-use file. Of several concurrent calls, one returns true.
async fn use_up(context: &Context, scope: &Scope, id: &FileId) -> Result<bool, Fault> {
    let mut tx = context.db.write(scope).await?;
    let is_first = store::use_up(&mut tx, scope, id, context.now()).await?;
    tx.commit().await?;
    Ok(is_first)
}
