//! Creates and changes drafts.
use platform::{Actor, Fault, Tx, ids::CommunityId};

use super::{
    picture::{self, WrittenPicture},
    require, require_locked,
};
use crate::{
    context::Context,
    outreach::{
        audience,
        blast::{
            model::{Blast, BlastId, BlastState, DraftChange, NewDraft, Recipients},
            rules, store,
        },
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
    let photo = picture::copy(context, &scope, &picture).await?;
    Ok(Some(WrittenPicture { photo, bytes: picture.bytes }))
}

/// Changes a draft.
///
/// # Errors
/// `INVALID_ARGUMENT` on an invalid field; `NOT_FOUND` for blasts, communities and audiences outside the scope;
/// `BLAST_CHANGED`, `BLAST_NOT_DRAFT`.
pub async fn update_draft(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    version: i32,
    change: DraftChange,
) -> Result<Blast, Fault> {
    let mut tx = context.db.write(&actor.scope()).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_draft(&blast)?;
    rules::require_version(&blast, version)?;
    let blast = apply(&mut tx, actor, blast, change).await?;
    store::publish_change(&mut tx, &actor.scope(), &blast.id, context.now());
    tx.commit().await?;
    Ok(blast)
}

/// Applies a change to a draft and stores it.
async fn apply(tx: &mut Tx, actor: &Actor, mut blast: Blast, change: DraftChange) -> Result<Blast, Fault> {
    let scope = actor.scope();
    if let Some(title) = change.title {
        blast.title = rules::title(&title)?;
    }
    if let Some(body) = change.body {
        blast.body = rules::body(&body)?;
    }
    let mut communities: Option<Vec<CommunityId>> = None;
    match change.recipients {
        Some(Recipients::Filter(filter)) => {
            audience::check_filter(&filter)?;
            audience::require_communities(tx, &scope, &filter.communities).await?;
            communities = Some(filter.communities.clone());
            (blast.filter, blast.audience_id) = (Some(filter), None);
        }
        Some(Recipients::Audience(id)) => {
            let filter = audience::find_filter(tx, &scope, &id).await?;
            let filter = filter.ok_or_else(|| Fault::not_found("audience"))?;
            audience::require_communities(tx, &scope, &filter.communities).await?;
            communities = Some(filter.communities);
            (blast.filter, blast.audience_id) = (None, Some(id));
        }
        None => {}
    }
    blast.version += 1;
    store::save(tx, &scope, &blast).await?;
    if let Some(communities) = communities {
        store::save_communities(tx, &scope, &blast.id, &communities).await?;
    }
    Ok(blast)
}
