//! Lists the texts of a draft's recipients.
use platform::{Fault, Scope, Tx};

use super::{audience_of, plan::ComposedDraft, recipient_texts::Texts};
use crate::outreach::{
    audience,
    blast::model::{Blast, Preview},
};

/// Returns the texts of a draft's recipients whose name, unit or phone contains `query`, after a position; up to
/// `limit + 1`.
///
/// # Errors
/// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`.
pub async fn list_previews(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    query: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<Preview>, Fault> {
    let ComposedDraft { filter, communities, body, .. } = ComposedDraft::load(tx, scope, blast).await?;
    let audience = audience_of(blast, &filter);
    let members = audience::search_members(tx, scope, &audience, query, after, limit + 1).await?;
    let texts = Texts { body: &body, communities: &communities };
    Ok(members.into_iter().map(|member| texts.preview(member)).collect())
}
