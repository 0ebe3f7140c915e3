//! The effect of recorded consent on the conversations with a phone.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone};

use super::{model::StepKind, store};
use crate::residents::consent::PhoneConversations;

/// Cancels all queued texts to a phone that opted out, of all communities of the company.
pub async fn cancel_for_opt_out(
    tx: &mut Tx,
    scope: &Scope,
    phone: &Phone,
    now: Timestamp,
) -> Result<(), Fault> {
    let canceled = store::cancel_queued(tx, scope, phone).await?;
    let reason = "The resident opted out before it was sent, so it was canceled.";
    store::add_step_to_all(tx, scope, &canceled, StepKind::Canceled, reason, now).await
}

/// The conversations whose phone's consent staff record.
pub struct ConsentConversations;

#[async_trait]
impl PhoneConversations for ConsentConversations {
    async fn cancel_queued(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        phone: &Phone,
        now: Timestamp,
    ) -> Result<(), Fault> {
        cancel_for_opt_out(tx, scope, phone, now).await
    }

    async fn publish_change(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        phone: &Phone,
        now: Timestamp,
    ) -> Result<(), Fault> {
        store::publish_changes_of_phone(tx, scope, phone, now).await
    }
}
