//! Creates a draft and enqueues its generation.
use platform::{Actor, Fault, ids::CommunityId};

use super::generation_request::{WRITING, enqueue_version};
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftKind, DraftState, Failure, Inputs, Progress, TemplateReason},
        rules, store,
    },
    operations::rate_limit,
    tenancy::community,
};

/// A draft to create.
pub struct NewDraft {
    pub kind: DraftKind,
    pub community: Option<CommunityId>,
    pub inputs: Inputs,
}

/// Creates a draft and enqueues its generation.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `ASSISTANT_NOT_ENABLED`; fails as [`rules::check_inputs`];
/// `TOO_MANY_DRAFTS`.
pub async fn create_draft(
    context: &Context,
    actor: &Actor,
    new: NewDraft,
    has_model: bool,
) -> Result<Draft, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    if let Some(id) = &new.community {
        let mut tx = context.db.read(&scope).await?;
        community::require(&mut tx, &scope, id).await?;
    }
    rules::require_kind(actor, new.kind)?;
    rules::check_inputs(new.kind, &new.inputs, has_model)?;
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let draft = Draft {
        id: context.ids.next(now),
        owner_id: actor.id.clone(),
        community_id: new.community,
        kind: new.kind as i32,
        title: rules::title(new.kind, &new.inputs),
        inputs: new.inputs,
        facts: Vec::new(),
        state: DraftState::Queued,
        failure: Failure::None,
        template_reason: TemplateReason::None,
        version: 1,
        revision: 1,
        sequence: 0,
        run: 0,
        lease_ms: platform::Timestamp(0),
        progress: Progress::NONE,
        confirmed: Vec::new(),
        feedback: 0,
        feedback_note: String::new(),
        shared_ms: None,
        owner_name: String::new(),
        created_ms: now,
        updated_ms: now,
    };
    let mut tx = context.db.write(&scope).await?;
    store::insert(&mut tx, &scope, &draft).await?;
    enqueue_version(&mut tx, context, actor, &draft).await?;
    tx.commit().await?;
    Ok(draft)
}
