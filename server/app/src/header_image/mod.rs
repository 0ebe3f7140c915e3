//! The picture at the head of a person's pages: drawn anew from what was uploaded, so that
//! nothing of that file is handed out again.
mod picture;
mod store;

use platform::{Actor, Fault, Scope, Tx};

use crate::{
    audit::{self, Deed},
    context::Context,
    file::{self, FileId, NewFile},
    session,
};

/// Sets the picture of a person: one's own, or for an administrator anybody's of the company.
/// `data` is the file in base64.
///
/// # Errors
/// `NOT_FOUND` for anybody else, `INVALID_ARGUMENT` on data for what is no picture.
pub async fn set(context: &Context, actor: &Actor, id: &str, data: &str) -> Result<(), Fault> {
    let scope = of_person(actor, id)?;
    let mut tx = context.db.read(&scope).await?;
    require(&mut tx, &scope, id).await?;
    drop(tx);
    let bytes = picture::drawn_anew(file::decode(data)?).await?;
    let new = NewFile { name: "header.png", media_type: "image/png", bytes, expires: None };
    let mut tx = context.db.write(&scope).await?;
    let file = file::keep(&mut tx, &scope, context, &new).await?;
    replace(tx, &scope, context, actor, id, Some(&file)).await
}

/// Removes the picture of a person; without one nothing happens.
///
/// # Errors
/// `NOT_FOUND` as above.
pub async fn remove(context: &Context, actor: &Actor, id: &str) -> Result<(), Fault> {
    let scope = of_person(actor, id)?;
    let tx = context.db.write(&scope).await?;
    replace(tx, &scope, context, actor, id, None).await
}

/// Whose data a person's account is.
///
/// # Errors
/// `NOT_FOUND` for somebody else's, unless by an administrator.
pub fn of_person(actor: &Actor, id: &str) -> Result<Scope, Fault> {
    if id == actor.id.as_str() {
        Ok(Scope::of_company(&actor.home))
    } else if actor.administrator {
        Ok(actor.scope())
    } else {
        Err(Fault::not_found("person"))
    }
}

async fn require(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<FileId>, Fault> {
    let picture = store::picture(tx, scope, id).await?.ok_or_else(|| Fault::not_found("person"))?;
    Ok(picture.0)
}

/// Puts a picture, or none, in the place of the one before, which is gone then.
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
        file::remove(&mut tx, scope, before).await?;
    }
    // One's own picture is nobody's concern; what an administrator does to others is written down.
    if id != actor.id.as_str() {
        let summary = if file.is_some() { "Set the header image" } else { "Removed the header image" };
        let deed = Deed { action: "user.header_image", subject: id, summary: summary.to_owned() };
        audit::record(&mut tx, scope, context, actor, deed).await?;
    }
    tx.signal(session::changed((scope.company(), &id.into())));
    tx.commit().await
}
