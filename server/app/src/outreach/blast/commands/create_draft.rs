//! Creates a draft.
use platform::{Actor, Fault};

use super::{
    draft_change::apply,
    draft_picture::{self, WrittenPicture},
    require,
};
use crate::{
    context::Context,
    outreach::blast::{
        model::{Blast, BlastId, BlastState, NewDraft},
        rules, store,
    },
};

/// Creates a draft.
///
/// # Errors
/// `INVALID_ARGUMENT` on an invalid field; `NOT_FOUND` for blasts, communities and audiences outside the scope.
pub async fn create_draft(context: &Context, actor: &Actor, new: NewDraft) -> Result<Blast, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let NewDraft { asks_consent, picture_of, mut change } = new;
    let copy = match picture_of {
        Some(id) => copy_of_picture(context, actor, &id).await?,
        None => None,
    };
    if asks_consent && change.body.as_ref().is_none_or(|body| body.trim().is_empty()) {
        change.body = Some(rules::CONSENT_TEXT.to_owned());
    }
    let blast = Blast {
        id: context.ids.next(now),
        title: String::new(),
        body: String::new(),
        asks_consent,
        picture: None,
        filter: None,
        audience_id: None,
        state: BlastState::Draft,
        starts_ms: None,
        undo_until_ms: None,
        is_emergency: false,
        emergency_reason: String::new(),
        created_by: actor.id.clone(),
        created_by_name: actor.name.to_string(),
        scheduled_by: None,
        scheduled_by_name: String::new(),
        scheduled_count: 0,
        approved_by: None,
        approved_by_name: String::new(),
        rejection_note: String::new(),
        created_ms: now,
        finished_ms: None,
        version: 0,
    };
    let mut tx = context.db.write(&scope).await?;
    let picture = match copy {
        Some(copy) => Some(copy.keep(&mut tx, &scope, context).await?),
        None => None,
    };
    let blast = apply(&mut tx, actor, Blast { picture, ..blast }, change).await?;
    store::publish_change(&mut tx, &scope, &blast.id, now);
    tx.commit().await?;
    Ok(blast)
}

/// Returns a written copy of a blast's picture, if it has one.
async fn copy_of_picture(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
) -> Result<Option<WrittenPicture>, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let Some(picture) = require(&mut tx, &scope, id).await?.picture else { return Ok(None) };
    drop(tx);
    let photo = draft_picture::copy(context, &scope, &picture).await?;
    Ok(Some(WrittenPicture { photo, bytes: picture.bytes }))
}
