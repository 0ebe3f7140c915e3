//! The ports through which carriers use other domains: the blasts whose texts they send, and the bot that receives
//! texts.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone, sms};

use crate::{messaging::photo::NewPhoto, tenancy::community::TextNumber};

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

/// A text that a carrier received in a job.
pub struct ReceivedPost {
    /// The number that was texted.
    pub number: TextNumber,
    /// The sender.
    pub from: Phone,
    /// The text; empty only if there are photos.
    pub body: String,
    /// The photos, which are still at the carrier.
    pub photos: Vec<NewPhoto>,
}

/// Receives residents' texts.
#[async_trait]
pub trait TextReceiver: Send + Sync + 'static {
    /// Stores a text and enqueues it for the bot.
    async fn receive(&self, tx: &mut Tx, scope: &Scope, text: ReceivedPost) -> Result<(), Fault>;
}
