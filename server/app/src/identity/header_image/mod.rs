//! The header image of a user's pages. Uploads are re-encoded, so that no byte of the uploaded file is served.
mod store;

use platform::{Actor, Fault, Scope, Tx, ids::UserId};

use crate::{
    context::Context,
    identity::session,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        file::{self, FileId, MaxSize, NewFile},
    },
};

/// Maximum size of a header image, in pixels.
const MAX_SIZE: MaxSize = MaxSize { width: 1_600, height: 400 };

/// Sets the header image of the actor, or for administrators of a user of the company. `data` is the file in base64.
///
/// # Errors
/// `NOT_FOUND` for other users; `INVALID_ARGUMENT` on `data` if it is not an image.
pub async fn set(context: &Context, actor: &Actor, id: &str, data: &str) -> Result<(), Fault> {
    let scope = session::scope_of_user(actor, id)?;
    let mut tx = context.db.read(&scope).await?;
    require(&mut tx, &scope, id).await?;
    drop(tx);
    let bytes = file::to_png(file::decode(data)?, MAX_SIZE).await?;
    let new =
        NewFile { name: "header.png", media_type: "image/png", bytes, expires: None, single_use: false };
    let written = file::write(context, &scope, new).await?;
    let mut tx = context.db.write(&scope).await?;
    let file = file::keep(&mut tx, &scope, context, &written).await?;
    replace(tx, &scope, context, actor, id, Some(&file)).await
}

/// Removes the header image of a user, if there is one.
///
/// # Errors
/// `NOT_FOUND` for other users if the actor is not an administrator.
pub async fn remove(context: &Context, actor: &Actor, id: &str) -> Result<(), Fault> {
    let scope = session::scope_of_user(actor, id)?;
    let tx = context.db.write(&scope).await?;
    replace(tx, &scope, context, actor, id, None).await
}

/// Returns the header image of a user as PNG, if there is one.
pub async fn png(context: &Context, scope: &Scope, user: &UserId) -> Result<Option<Vec<u8>>, Fault> {
    let mut tx = context.db.read(scope).await?;
    let image = store::image(&mut tx, scope, user.as_str()).await?;
    drop(tx);
    match image {
        Some((Some(file),)) => file::read(context, scope, &file).await,
        _ => Ok(None),
    }
}

async fn require(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<FileId>, Fault> {
    let image = store::image(tx, scope, id).await?.ok_or_else(|| Fault::not_found("person"))?;
    Ok(image.0)
}

/// Replaces or removes the header image and deletes the previous file.
async fn replace(
    mut tx: Tx,
    scope: &Scope,
    context: &Context,
    actor: &Actor,
    id: &str,
    file: Option<&FileId>,
) -> Result<(), Fault> {
    let before = require(&mut tx, scope, id).await?;
    if before.is_none() && file.is_none() {
        return Ok(());
    }
    store::set(&mut tx, scope, id, file).await?;
    if let Some(before) = &before {
        file::remove(&mut tx, scope, &[before]).await?;
    }
    // Only changes to other users are audited.
    if id != actor.id.as_str() {
        let summary = if file.is_some() { "Set the header image" } else { "Removed the header image" };
        let audit_event = AuditEvent {
            action: AuditAction::UserHeaderImageUpdated,
            subject: id,
            summary: summary.to_owned(),
        };
        audit::record(&mut tx, scope, context, actor, audit_event).await?;
    }
    tx.signal(session::sessions_changed(session::UserKey { company: scope.company(), id: &id.into() }));
    tx.commit().await
}
