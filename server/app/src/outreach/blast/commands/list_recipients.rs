//! Lists the recipients of a blast.
use platform::{Fault, Scope, Tx};

use super::{
    audience_of, filter_of,
    plan::{DelayedRecipients, page_of_delayed},
    recipient_texts::recipient,
};
use crate::{
    context::Context,
    outreach::{
        audience::{self, Exclusion, Filter},
        blast::{
            model::{Blast, BlastState, Delay, Recipient, RecipientFilter},
            store,
        },
    },
};

/// The recipients to list.
pub struct RecipientList<'a> {
    pub filter: RecipientFilter,
    /// Restricts the list of a draft to recipients who would get the text later.
    pub delay: Option<Delay>,
    /// Local time of the start of a draft; empty for now.
    pub starts_local: &'a str,
    /// Position after which the list starts.
    pub after: i64,
    pub limit: i64,
}

/// Returns the recipients of a blast: the ones of its audience until it starts, then the stored ones; up to
/// `limit + 1`.
///
/// # Errors
/// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`; `INVALID_ARGUMENT` on `startsAtLocal`.
pub async fn list_recipients(
    context: &Context,
    scope: &Scope,
    tx: &mut Tx,
    blast: &Blast,
    list: RecipientList<'_>,
) -> Result<Vec<Recipient>, Fault> {
    let RecipientList { filter, delay, starts_local, after, limit } = list;
    match (filter, delay) {
        (_, Some(delay)) => {
            let delayed = DelayedRecipients { delay, starts_local };
            page_of_delayed(context, scope, tx, blast, &delayed, after, limit).await
        }
        _ if blast.state.has_started() => {
            store::list_recipients(tx, scope, &blast.id, filter, after, limit).await
        }
        (RecipientFilter::Exclusion(exclusion), None) if blast.state != BlastState::Missed => {
            page_of_draft(tx, scope, blast, exclusion, after, limit).await
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns members of a draft's audience with an exclusion, or without one, after a position; up to `limit +
/// 1`.
async fn page_of_draft(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    exclusion: Exclusion,
    after: i64,
    limit: i64,
) -> Result<Vec<Recipient>, Fault> {
    let filter: Filter = filter_of(tx, scope, blast).await?;
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    let audience = audience_of(blast, &filter);
    let members = audience::list_members(tx, scope, &audience, exclusion, after, limit + 1).await?;
    Ok(members.into_iter().map(|member| recipient(member, &communities)).collect())
}
