//! The interface to blasts that the carrier uses for their texts.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone};

/// The blasts of all companies. Only the blast itself sends its texts, because it considers its state, quiet
/// hours and rates; texts that the carrier did not accept are returned to it.
#[async_trait]
pub trait BlastQueue: Send + Sync + 'static {
    /// Returns whether a blast is running: not paused, canceled or finished.
    async fn is_running(&self, tx: &mut Tx, scope: &Scope, blast: &str) -> Result<bool, Fault>;

    /// Makes a blast send its queued texts to these phones again, each not before its time. Texts of a
    /// canceled blast are canceled.
    async fn send_again(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &str,
        phones: &[(Phone, Timestamp)],
    ) -> Result<(), Fault>;
}
