//! Files that Parlor keeps and hands out by a link: exports for a quarter of an hour, pictures
//! for as long as they are used.
//!
//! A link is signed with the company, the file and its end. It opens that one file until then,
//! for nobody who is signed in at another company. A file of single use is opened any number of times by
//! whoever is signed in at its company, and once by anybody else who holds the link.
//!
//! The bytes of a file are an object of their own. It is written before the transaction that stores the file, and
//! deleted by a job after the file was removed. A server that stops in between leaves an object without a file,
//! which a job deletes after an hour.
mod export;
mod jobs;
mod model;
mod name;
mod photo;
mod picture;
mod rules;
mod store;

use bytes::Bytes;
use model::KeptFile;
use platform::{Actor, ErrorReason, Fault, Scope, Timestamp, Tx, ids::CompanyId};

pub use export::{CsvExport, ExportedFile};
pub use jobs::{DELETE_FILES, DeleteFiles, SWEEP_OBJECTS, SweepObjects};
pub use model::{File, FileId, NewFile, WrittenFile};
pub use name::safe_name;
pub use photo::{
    EncodedPhoto, PhotoFiles, WrittenPhoto, encode_photo, encode_sent_picture, encode_web_image, keep_photo,
    write_photo,
};
pub use picture::{Jpeg, MaxSize, to_png};
pub use rules::{MOST_BYTES, decode, decode_field};

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

/// Keeps a written file; one that expires is removed soon after.
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

/// Returns the bytes of a file, if it is kept.
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

/// Returns the bytes of a kept file; `None` if its object is not in storage or is not the one that was written.
async fn bytes(context: &Context, scope: &Scope, file: &KeptFile) -> Result<Option<Bytes>, Fault> {
    let key = &file.object_key;
    if !rules::is_of(scope.company(), key) {
        return Err(Fault::internal("the object of a file is of another company"));
    }
    let found = context.objects.get(key).await?;
    let whole = found.filter(|bytes| i64::try_from(bytes.len()).is_ok_and(|size| size == file.size_bytes));
    if whole.is_none() {
        tracing::error!(key, "the object of a file is missing or is another one");
    }
    Ok(whole)
}

/// Removes files. Links to them lead nowhere from then on, and a job deletes their objects.
pub async fn remove(tx: &mut Tx, scope: &Scope, ids: &[&FileId]) -> Result<(), Fault> {
    store::expire(tx, scope, ids).await
}

/// Where a file is to be had until then.
#[must_use]
pub fn link(context: &Context, company: &CompanyId, id: &FileId, until: Timestamp) -> String {
    let words = rules::words(company, id, until);
    let signature = context.vault.sign(rules::PURPOSE, &words);
    format!("{}/files/{words}~{signature}", context.settings.public_url)
}

/// Who follows a link, and how.
pub struct Visit<'a> {
    /// Who is signed in, if anybody.
    pub actor: Option<&'a Actor>,
    /// Whether the file itself is wanted; a look at what there is (HEAD) does not use it up.
    pub is_download: bool,
}

/// The file that a link's token opens now, and until when.
///
/// # Errors
/// `NOT_FOUND`, the same for a token that is expired, used up, altered, another company's or of no file;
/// `FILE_LOST` if the file is not in storage any more.
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

/// Of several who come at once, one is told true.
async fn use_up(context: &Context, scope: &Scope, id: &FileId) -> Result<bool, Fault> {
    let mut tx = context.db.write(scope).await?;
    let is_first = store::use_up(&mut tx, scope, id, context.now()).await?;
    tx.commit().await?;
    Ok(is_first)
}
