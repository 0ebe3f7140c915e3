//! The interface to the conversations with a phone number. The messaging domain implements it, because it depends on
//! this one.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone};

/// The conversations with a phone number, of all communities of a company.
#[async_trait]
pub trait PhoneConversations: Send + Sync + 'static {
    /// Cancels the queued texts to a phone number that opted out.
    async fn cancel_queued(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        phone: &Phone,
        now: Timestamp,
    ) -> Result<(), Fault>;

    /// Publishes that the conversations changed.
    async fn publish_change(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        phone: &Phone,
        now: Timestamp,
    ) -> Result<(), Fault>;
}
