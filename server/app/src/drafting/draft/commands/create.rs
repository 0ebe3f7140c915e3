//! Creates drafts and enqueues their generation.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Tx, ids::CommunityId};

use super::{require, require_locked};
use crate::{
    context::Context,
    drafting::draft::{
        model::{
            Draft, DraftId, DraftKind, DraftState, Failure, Inputs, Origin, Progress, TemplateReason, Version,
        },
        queue::enqueue,
        rules, store,
    },
    operations::rate_limit::{self, Limit},
    tenancy::community,
};

/// Limit of requests to a language model.
pub const WRITING: Limit = Limit {
    name: "drafts written",
    most: 60,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyDrafts,
    words: "You've had 60 drafts written in the last hour. Try again later.",
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
pub async fn create(
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
        created_ms: now,
        updated_ms: now,
    };
    let mut tx = context.db.write(&scope).await?;
    store::insert(&mut tx, &scope, &draft).await?;
    write_version(&mut tx, context, actor, &draft).await?;
    tx.commit().await?;
    Ok(draft)
}

/// Continues the generation of a draft that was stopped or failed.
///
/// # Errors
/// `NOT_FOUND`; `DRAFT_NOT_STOPPED`; `TOO_MANY_DRAFTS`.
pub async fn continue_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    check(context, actor, id, rules::require_stopped).await?;
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    rules::require_stopped(&draft)?;
    queue(&mut draft, context);
    store::update(&mut tx, &scope, &draft).await?;
    enqueue(&mut tx, context, &scope, &draft).await?;
    tx.commit().await?;
    Ok(draft)
}

/// Enqueues the generation of a new version of a draft.
///
/// # Errors
/// `NOT_FOUND`; `DRAFT_BEING_WRITTEN`; as [`create`].
pub async fn regenerate(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    inputs: Option<Inputs>,
    has_model: bool,
) -> Result<Draft, Fault> {
    let found = check(context, actor, id, rules::require_at_rest).await?;
    rules::check_inputs(found.kind(), inputs.as_ref().unwrap_or(&found.inputs), has_model)?;
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    if let Some(inputs) = inputs {
        draft.title = rules::title(draft.kind(), &inputs);
        draft.inputs = inputs;
    }
    draft.version += 1;
    queue(&mut draft, context);
    store::update(&mut tx, &scope, &draft).await?;
    write_version(&mut tx, context, actor, &draft).await?;
    tx.commit().await?;
    Ok(draft)
}

/// Returns a draft whose state allows generation.
async fn check(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    allows: impl Fn(&Draft) -> Result<(), Fault>,
) -> Result<Draft, Fault> {
    let mut tx = context.db.read(&actor.scope()).await?;
    let draft = require(&mut tx, actor, id).await?;
    allows(&draft)?;
    Ok(draft)
}

fn queue(draft: &mut Draft, context: &Context) {
    draft.state = DraftState::Queued;
    draft.failure = Failure::None;
    draft.revision += 1;
    draft.updated_ms = context.now();
}

/// Inserts an empty current version and the job that generates it.
async fn write_version(tx: &mut Tx, context: &Context, actor: &Actor, draft: &Draft) -> Result<(), Fault> {
    let scope = actor.scope();
    let version = Version {
        number: draft.version,
        origin: Origin::Generated,
        is_template: false,
        text: String::new(),
        created_ms: draft.updated_ms,
    };
    store::insert_version(tx, &scope, &draft.id, &version).await?;
    enqueue(tx, context, &scope, draft).await
}
