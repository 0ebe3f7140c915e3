//! The demo's drafts, written from their templates.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::{Maker, dataset};
use crate::{
    context::Context,
    drafting::draft::{self, WrittenDraft},
};

impl Maker<'_> {
    pub(super) async fn drafts(
        &self,
        tx: &mut Tx,
        context: &Context,
        scope: &Scope,
        company: &dataset::Company,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        for from in &company.drafts {
            let community = communities.iter().find(|community| community.tag == from.community);
            let new = WrittenDraft {
                id: from.id.as_str().into(),
                owner: UserId(from.staff.clone()),
                community: community.map(dataset::Community::id),
                kind: from.kind,
                purpose: from.purpose,
                notes: from.notes.clone(),
                fields: from.fields.clone(),
                sources: from.sources.clone(),
                is_shared: from.is_shared,
                created: self.ago(from.minutes_ago),
            };
            draft::insert_written(tx, context, scope, new).await?;
        }
        Ok(())
    }
}
