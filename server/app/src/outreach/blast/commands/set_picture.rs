//! Sets the picture of a draft.
use platform::{Actor, Fault};

use super::{
    draft_picture::{WrittenPicture, remove_files, save},
    require, require_locked,
};
use crate::{
    context::Context,
    operations::file,
    outreach::blast::{
        model::{Blast, BlastId},
        rules,
    },
};

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
