//! Stores drafts that are generated from their templates at once.
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
};

use super::{
    community_facts,
    model::{
        Draft, DraftId, DraftKind, DraftState, Failure, Field, Inputs, Origin, Progress, Source,
        TemplateReason, Version,
    },
    rules, store,
};
use crate::{context::Context, drafting::template};

/// A draft with its inputs.
pub struct WrittenDraft {
    pub id: DraftId,
    pub owner: UserId,
    pub community: Option<CommunityId>,
    /// Number of the kind in the contract.
    pub kind: i32,
    /// Number of the purpose in the contract; 0 for the assistants.
    pub purpose: i32,
    pub notes: String,
    /// Values by the number of their key in the contract.
    pub fields: Vec<(i32, String)>,
    /// Names and texts of documents.
    pub sources: Vec<(String, String)>,
    /// Whether the owner shared it with the company.
    pub is_shared: bool,
    pub created: Timestamp,
}

/// Stores a draft that was generated from its template.
///
/// # Errors
/// `INVALID_ARGUMENT` for inputs that the kind does not allow.
pub async fn insert_written(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    new: WrittenDraft,
) -> Result<(), Fault> {
    let kind = DraftKind::try_from(new.kind).unwrap_or_default();
    let inputs = Inputs {
        purpose: new.purpose,
        notes: new.notes,
        fields: new.fields.into_iter().map(|(key, value)| Field { key, value }).collect(),
        sources: new.sources.into_iter().map(|(name, text)| Source { name, text }).collect(),
        ..Inputs::default()
    };
    rules::check_inputs(kind, &inputs, false)?;
    let mut draft = Draft {
        id: new.id,
        owner_id: new.owner,
        community_id: new.community,
        kind: kind as i32,
        title: rules::title(kind, &inputs),
        inputs,
        facts: Vec::new(),
        state: DraftState::Done,
        failure: Failure::None,
        template_reason: TemplateReason::NoModel,
        version: 1,
        revision: 1,
        sequence: 0,
        run: 0,
        lease_ms: Timestamp(0),
        progress: Progress::NONE,
        confirmed: Vec::new(),
        feedback: 0,
        feedback_note: String::new(),
        shared_ms: None,
        owner_name: String::new(),
        created_ms: new.created,
        updated_ms: new.created,
    };
    let (community, inputs) = (draft.community_id.as_ref(), &draft.inputs);
    draft.facts = community_facts::facts(tx, context, scope, community, inputs).await?;
    let names = community_facts::names(tx, context, scope, &draft).await?;
    let text = template::render(kind, &draft.inputs, &names);
    let (origin, created_ms) = (Origin::Generated, draft.created_ms);
    store::insert(tx, scope, &draft).await?;
    if new.is_shared {
        draft.shared_ms = Some(created_ms);
        draft.owner_name = names.author;
        store::save_sharing(tx, scope, &draft).await?;
    }
    store::insert_version(
        tx,
        scope,
        &draft.id,
        &Version { number: 1, origin, is_template: true, text, created_ms },
    )
    .await
}
