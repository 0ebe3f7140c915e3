//! Files that Parlor keeps and hands out by a link: exports for a quarter of an hour, pictures
//! for as long as they are used.
//!
//! A link is signed with the company, the file and its end. It opens that one file until then,
//! for nobody who is signed in at another company. A file of single use is opened any number of times by
//! whoever is signed in at its company, and once by anybody else who holds the link.
mod export;
mod model;
mod photo;
mod picture;
mod rules;
mod store;

use platform::{Actor, Fault, Scope, Timestamp, Tx, ids::CompanyId};

pub use export::{CsvExport, ExportedFile};
pub use model::{File, FileId, NewFile};
pub use photo::{EncodedPhoto, PhotoFiles, encode_photo, keep_photo};
pub use picture::{MaxSize, to_png};
pub use rules::{MOST_BYTES, decode, decode_field};
pub use store::forget;

use crate::context::Context;

/// Keeps a file; one that expires is removed soon after.
pub async fn keep(tx: &mut Tx, scope: &Scope, context: &Context, new: &NewFile<'_>) -> Result<FileId, Fault> {
    let now = context.now();
    let id: FileId = context.ids.next(now);
    store::insert(tx, scope, &id, new, now).await?;
    Ok(id)
}

/// Returns the bytes of a file, if it is kept.
pub async fn read(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &FileId,
) -> Result<Option<Vec<u8>>, Fault> {
    Ok(store::find(tx, scope, id, context.now()).await?.map(|file| file.bytes))
}

/// Forgets a file. Links to it lead nowhere from then on.
pub async fn remove(tx: &mut Tx, scope: &Scope, id: &FileId) -> Result<(), Fault> {
    store::delete(tx, scope, id).await
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
/// `NOT_FOUND`, the same for a token that is expired, used up, altered, another company's or of no file.
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
    if file.single_use && visit.actor.is_none() {
        if file.used_ms.is_some() {
            return Err(absent());
        }
        if visit.is_download {
            use_up(context, &scope, &id).await?.then_some(()).ok_or_else(absent)?;
        }
    }
    Ok((file, until))
}

/// Of several who come at once, one is told true.
async fn use_up(context: &Context, scope: &Scope, id: &FileId) -> Result<bool, Fault> {
    let mut tx = context.db.write(scope).await?;
    let is_first = store::use_up(&mut tx, scope, id, context.now()).await?;
    tx.commit().await?;
    Ok(is_first)
}
