//! The job that ends a pending verification.
use std::time::Duration;

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, jobs};
use serde::{Deserialize, Serialize};

use crate::{
    bot::{
        handler::{ReplyHandler, message_context::MessageContext, prepare_index},
        index::IndexCache,
        rules, templates,
    },
    context::Context,
    messaging::thread::{self, MessageId, NewStep, StepKind},
    residents::homeowner::VerificationChallenge,
};

/// How long the bot waits for verification.
pub(super) const TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// Escalates a question when its verification was not completed in time.
pub struct VerificationTimeout {
    /// Database, clock and ID generator.
    pub context: Context,
    /// Search indexes of communities.
    pub index_cache: IndexCache,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: MessageId,
    /// Time of the request; verification may be requested more than once.
    asked_ms: Timestamp,
}

#[async_trait]
impl jobs::Handler for VerificationTimeout {
    fn purpose(&self) -> &'static str {
        "Escalate a question after an unanswered identity check"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message, asked_ms } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        prepare_index(&self.context, &self.index_cache, &scope, &message).await?;
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(inbound) = MessageContext::find(&mut tx, &scope, &message).await? {
            let challenge = VerificationChallenge::find(&mut tx, &scope, &inbound.conversation.id).await?;
            if let Some(challenge) =
                challenge.filter(|challenge| challenge.requested_ms == asked_ms && !challenge.is_exhausted())
            {
                let (context, index_cache) = (&self.context, &self.index_cache);
                let mut handler =
                    ReplyHandler { context, index_cache, tx: &mut tx, scope: &scope, inbound: &inbound };
                if inbound.is_assigned() {
                    handler.delete_challenge(&challenge).await?;
                    handler
                        .add_steps(&[NewStep::new(StepKind::LeftToStaff, rules::ASSIGNED_TO_STAFF)])
                        .await?;
                } else {
                    let language = answering::detect_language(&inbound.message.body);
                    let reply = templates::handoff(&inbound.recipient(language), false);
                    let why = "Identity was not verified in time; sent to your team.";
                    handler.escalate_unverified(&challenge, &inbound, why, Some(&reply)).await?;
                }
                thread::publish_change(&mut tx, &scope, &inbound.conversation, self.context.now());
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
