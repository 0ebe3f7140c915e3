//! Sets and removes the picture of a draft.
use platform::{Actor, Fault, Scope, Tx};

use super::{require, require_locked};
use crate::{
    context::Context,
    operations::file::{self, EncodedPhoto, Jpeg, WrittenPhoto},
    outreach::blast::{
        model::{Blast, BlastId, Picture},
        rules, store,
    },
};

/// A picture whose files are written.
pub struct WrittenPicture {
    pub photo: WrittenPhoto,
    /// Size in bytes of the file that is sent.
    pub bytes: usize,
}

impl WrittenPicture {
    /// Stores the files for a draft.
    pub async fn keep(self, tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Picture, Fault> {
        let files = file::keep_photo(tx, scope, context, &self.photo).await?;
        let WrittenPhoto { width, height, .. } = self.photo;
        let (file, thumbnail, bytes) = (files.file_id, files.thumbnail_id, self.bytes);
        Ok(Picture { file, thumbnail, width, height, bytes })
    }
}

/// Sets the picture of a draft. `data` is the file in base64.
///
/// # Errors
/// `BLAST_CHANGED`, `BLAST_NOT_DRAFT`; `INVALID_ARGUMENT` on `data`.
pub async fn set_picture(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    version: i32,
    data: &str,
) -> Result<Blast, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    rules::require_draft(&require(&mut tx, &scope, id).await?)?;
    drop(tx);
    let encoded = file::encode_sent_picture(file::decode(data)?).await?;
    let bytes = encoded.photo.bytes.len();
    let written = WrittenPicture { photo: file::write_photo(context, &scope, encoded).await?, bytes };
    let mut tx = context.db.write(&scope).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_draft(&blast)?;
    rules::require_version(&blast, version)?;
    remove_files(&mut tx, &scope, &blast).await?;
    let picture = written.keep(&mut tx, &scope, context).await?;
    save(tx, context, &scope, Blast { picture: Some(picture), ..blast }).await
}

/// Removes the picture of a draft.
///
/// # Errors
/// `BLAST_NOT_DRAFT`.
pub async fn delete_picture(context: &Context, actor: &Actor, id: &BlastId) -> Result<Blast, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_draft(&blast)?;
    remove_files(&mut tx, &scope, &blast).await?;
    save(tx, context, &scope, Blast { picture: None, ..blast }).await
}

async fn save(mut tx: Tx, context: &Context, scope: &Scope, blast: Blast) -> Result<Blast, Fault> {
    let blast = Blast { version: blast.version + 1, ..blast };
    store::save(&mut tx, scope, &blast).await?;
    store::publish_change(&mut tx, scope, &blast.id, context.now());
    tx.commit().await?;
    Ok(blast)
}

/// Releases the files of a draft's picture.
pub async fn remove_files(tx: &mut Tx, scope: &Scope, draft: &Blast) -> Result<(), Fault> {
    if let Some(picture) = &draft.picture {
        file::remove(tx, scope, &[&picture.file, &picture.thumbnail]).await?;
    }
    Ok(())
}

/// Writes a copy of a blast's picture, which outlives the blast. Must be called without an open transaction.
pub async fn copy(context: &Context, scope: &Scope, picture: &Picture) -> Result<WrittenPhoto, Fault> {
    let bytes = file::read(context, scope, &picture.file).await?;
    let thumbnail = file::read(context, scope, &picture.thumbnail).await?;
    let (Some(bytes), Some(thumbnail)) = (bytes, thumbnail) else {
        return Err(Fault::internal("the picture of a blast is missing"));
    };
    let copy = EncodedPhoto {
        photo: Jpeg { bytes, width: picture.width, height: picture.height },
        thumbnail: Jpeg { bytes: thumbnail, width: 0, height: 0 },
    };
    file::write_photo(context, scope, copy).await
}
