//! Receives texts from jobs of carriers, for the port in `messaging/carrier/ports.rs`.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use super::{Origin, ReceivedText, inbound};
use crate::{
    context::Context,
    messaging::carrier::{self, ReceivedPost},
};

/// Stores texts and queues them for the bot.
pub struct TextReceiver {
    pub context: Context,
}

#[async_trait]
impl carrier::TextReceiver for TextReceiver {
    async fn receive(&self, tx: &mut Tx, scope: &Scope, text: ReceivedPost) -> Result<(), Fault> {
        let ReceivedPost { number, from, body, photos } = text;
        let text =
            ReceivedText { number: &number, from: &from, body: &body, photos, origin: Origin::Carrier(None) };
        inbound::receive(tx, scope, &self.context, text).await.map(drop)
    }
}
