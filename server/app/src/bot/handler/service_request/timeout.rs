//! The job that hands an unconfirmed service request to staff.
use answering::Language;
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, jobs};
use serde::Deserialize;

use super::is_waiting;
use crate::{
    bot::{
        handler::{ReplyHandler, message_context::MessageContext},
        index::IndexCache,
        rules,
        store::PendingServiceRequest,
        templates,
    },
    context::Context,
    messaging::thread::{self, MessageId, NewStep, StepKind},
};

/// Escalates a request that the resident did not confirm in time.
pub struct ServiceRequestTimeout {
    /// Database, clock and ID generator.
    pub context: Context,
    /// Search indexes of communities.
    pub index_cache: IndexCache,
}

#[derive(Deserialize)]
struct Payload {
    /// The text that made the request.
    message: MessageId,
    /// Time of the last question.
    asked_ms: Timestamp,
}

#[async_trait]
impl jobs::Handler for ServiceRequestTimeout {
    fn purpose(&self) -> &'static str {
        "Escalate a service request that the resident did not confirm"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message, asked_ms } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(inbound) = MessageContext::find(&mut tx, &scope, &message).await? {
            let conversation = &inbound.conversation.id;
            let pending = PendingServiceRequest::find(&mut tx, &scope, conversation).await?;
            if let Some(pending) = pending.filter(|pending| is_waiting(pending, &message, asked_ms))
                && pending.delete(&mut tx, &scope, conversation).await?
            {
                let (context, index_cache) = (&self.context, &self.index_cache);
                let mut handler =
                    ReplyHandler { context, index_cache, tx: &mut tx, scope: &scope, inbound: &inbound };
                if inbound.is_assigned() {
                    handler
                        .add_steps(&[NewStep::new(StepKind::LeftToStaff, rules::ASSIGNED_TO_STAFF)])
                        .await?;
                } else {
                    let reply = templates::handoff(&inbound.recipient(Language::English), false);
                    let why = "The resident did not confirm the request; sent to your team.";
                    handler.escalate_request(&pending, why, &reply).await?;
                }
                thread::publish_change(&mut tx, &scope, &inbound.conversation, self.context.now());
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
