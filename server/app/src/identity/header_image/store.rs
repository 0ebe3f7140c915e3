//! Header images of users in storage.
use platform::{Fault, Scope, Tx};

use crate::operations::file::FileId;

/// Returns the header image of a user; the outer `None` means that there is no such user.
pub async fn image(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<(Option<FileId>,)>, Fault> {
    Ok(tx
        .query("SELECT header_image FROM staff WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id)
        .optional()
        .await?)
}

pub async fn set(tx: &mut Tx, scope: &Scope, id: &str, file: Option<&FileId>) -> Result<(), Fault> {
    tx.query("UPDATE staff SET header_image = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id)
        .bind(file.map(FileId::as_str))
        .run()
        .await?;
    Ok(())
}
