//! The job that sends one text.
use std::sync::Arc;

use async_trait::async_trait;
use platform::{Fault, Scope, jobs};
use serde::Deserialize;

use super::{Carrier, Parcel};
use crate::{
    context::Context,
    conversation::{self, MessageId, Status},
};

/// Sends.
pub struct Deliver {
    /// Storage, time and ids.
    pub context: Context,
    /// Whoever brings it to the phone.
    pub carrier: Arc<dyn Carrier>,
}

#[derive(Deserialize)]
struct Payload {
    message: MessageId,
}

#[async_trait]
impl jobs::Handler for Deliver {
    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message: id } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // SENDING is also where an attempt that died in mid-send left it; the handset takes it again.
        let mine = conversation::set_status(
            &mut tx,
            &scope,
            &id,
            &[Status::Queued, Status::Sending],
            Status::Sending,
        );
        if !mine.await? {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        }
        let message = conversation::find_message(&mut tx, &scope, &id).await?;
        let message = message.ok_or_else(|| Fault::internal("a text to be sent is gone"))?;
        let conversation = conversation::find(&mut tx, &scope, &message.conversation_id).await?;
        let conversation = conversation.ok_or_else(|| Fault::internal("a text has no conversation"))?;
        tx.commit().await?;

        let parcel =
            Parcel { id: &id, from: &conversation.number, to: &conversation.phone, body: &message.body };
        let status = self.carrier.send(&parcel).await?;

        let mut tx = self.context.db.write(&scope).await?;
        conversation::set_status(&mut tx, &scope, &id, &[Status::Sending], status).await?;
        jobs::finish(&mut tx, job).await?;
        conversation::announce(&mut tx, &scope, &conversation, self.context.now());
        tx.commit().await
    }
}
