//! The interface to blasts that the carrier uses for their texts.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone, sms};

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
        unsent: &UnsentTexts,
    ) -> Result<(), Fault>;
}

/// Texts of a blast that the carrier did not accept.
#[derive(Default)]
pub struct UnsentTexts {
    /// The phones, with the times from which they are to be sent the text again.
    pub phones: Vec<(Phone, Timestamp)>,
    /// Number of segments, which do not count toward the brand's daily limit.
    pub segments: i64,
}

impl UnsentTexts {
    /// Adds a text.
    pub fn add(&mut self, phone: &Phone, at: Timestamp, body: &str) {
        self.phones.push((phone.clone(), at));
        self.segments += i64::try_from(sms::cost(body).segments).unwrap_or(0);
    }
}
