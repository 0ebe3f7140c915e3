//! The demo's canned replies.
use platform::{Fault, Scope, Tx};

use super::{Maker, dataset};
use crate::inbox::canned_reply::{self, CannedReply};

impl Maker<'_> {
    pub(super) async fn canned_replies(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &dataset::Company,
    ) -> Result<(), Fault> {
        for reply in &company.canned_replies {
            let stored = CannedReply {
                id: reply.id.as_str().into(),
                title: reply.title.clone(),
                shortcut: reply.shortcut.clone(),
                body: reply.body.clone(),
            };
            canned_reply::insert(tx, scope, &stored).await?;
        }
        Ok(())
    }
}
