//! Commands that change the catalogs' draft or publish a version. Each is one transaction with an audit event in the
//! company that runs the platform.
mod change_draft;
mod discard_draft;
mod edit_draft;
mod import_file;
mod publish;
mod roll_back;
mod undo_edit;

use std::time::Duration;

use platform::{Fault, Tx};

use super::{
    model::{Draft, DraftState, Impact},
    rules, store,
};
use crate::context::Context;

pub use discard_draft::discard_draft;
pub use edit_draft::{EditedDraft, edit_draft};
pub use import_file::{FileToImport, ImportedFile, import_file};
pub use publish::{Release, publish};
pub use roll_back::roll_back;
pub use undo_edit::undo_edit;

/// Period in which questions count towards an impact; 90 days.
const IMPACT_PERIOD: Duration = Duration::from_secs(90 * 24 * 3600);
/// Number of characters of an id that make a new key unique.
const SUFFIX_LENGTH: usize = 6;

/// Returns the impact of a change to intents.
pub async fn find_impact(context: &Context, keys: &[String]) -> Result<Impact, Fault> {
    let mut tx = context.db.platform_read().await?;
    store::impact(&mut tx, keys, context.now().minus(IMPACT_PERIOD)).await
}

/// Returns the suffix of a new key.
fn key_suffix(context: &Context) -> String {
    let id: String = context.ids.next(context.now());
    id.to_lowercase().split_off(id.len().saturating_sub(SUFFIX_LENGTH))
}

/// Returns the state of the draft; fails if its version is not `version`.
async fn require_version(context: &Context, version: i64) -> Result<DraftState, Fault> {
    let mut tx = context.db.platform_read().await?;
    let state = draft_state(&mut tx).await?;
    rules::same_version(&state.draft, version)?;
    Ok(state)
}

/// Returns the draft, the published version number and the differences between the two.
pub async fn draft_state(tx: &mut Tx) -> Result<DraftState, Fault> {
    let (draft, published) = (store::draft(tx).await?, store::newest(tx).await?.number);
    let differences = rules::differences(&store::published(tx).await?, &draft.library);
    Ok(DraftState { draft, published, differences })
}

async fn save_draft(tx: &mut Tx, draft: &Draft) -> Result<(), Fault> {
    if store::save(tx, draft).await? { Ok(()) } else { Err(rules::draft_changed()) }
}
