//! Commands that change the catalogs' draft or publish a version. Each runs in one transaction and
//! records an audit event in the company that runs the platform.
mod change_draft;
mod publish;

use platform::{Fault, Tx};

use super::{
    model::{Draft, DraftState},
    rules, store,
};

pub use change_draft::{DraftChange, change_draft};
pub use publish::{Release, RestoredVersion, publish};

/// Returns the draft, the published version number and the differences between the two.
pub async fn draft_state(tx: &mut Tx) -> Result<DraftState, Fault> {
    let (draft, published) = (store::draft(tx).await?, store::newest(tx).await?.number);
    let differences = rules::differences(&store::published(tx).await?, &draft.library);
    Ok(DraftState { draft, published, differences })
}

async fn save_draft(tx: &mut Tx, draft: &Draft) -> Result<(), Fault> {
    if store::save(tx, draft).await? { Ok(()) } else { Err(rules::draft_changed()) }
}
