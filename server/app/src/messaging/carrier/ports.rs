//! What the carrier needs from the blasts whose texts it sends.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone};

/// The blasts of all companies. A text of a blast is sent by the blast alone, which heeds its state, quiet hours
/// and rates; the carrier gives back what it did not take.
#[async_trait]
pub trait BlastQueue: Send + Sync + 'static {
    /// Returns whether a blast is being sent: not paused, canceled or finished.
    async fn is_running(&self, tx: &mut Tx, scope: &Scope, blast: &str) -> Result<bool, Fault>;

    /// Has a blast send its queued texts to these phones again, each not before its time. Texts of a canceled
    /// blast are canceled.
    async fn send_again(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &str,
        phones: &[(Phone, Timestamp)],
    ) -> Result<(), Fault>;
}
