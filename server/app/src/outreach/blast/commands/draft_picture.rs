//! The picture of a draft, and its files.
use platform::{Fault, Scope, Tx};

use crate::{
    context::Context,
    operations::file::{self, EncodedPhoto, Jpeg, WrittenPhoto},
    outreach::blast::{
        model::{Blast, Picture},
        store,
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

/// Saves a draft whose picture changed, and commits.
pub(super) async fn save(mut tx: Tx, context: &Context, scope: &Scope, blast: Blast) -> Result<Blast, Fault> {
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
