//! The job that escalates the question of a visitor who did not prove who they are.
use std::time::Duration;

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{VisitorChallenge, notes, pending_question};
use crate::{
    bot::{
        channel::{
            preparation::{InboundQuestion, Preparer},
            web_chat::{ChatHandler, inbound::InboundChat},
        },
        index::IndexCache,
        response::ReplyRenderer,
        rules,
    },
    context::Context,
    messaging::{thread::State, web_chat::WebChatMessageId},
};

/// Job kind of [`WebChatVerificationTimeout`].
pub const WEB_CHAT_VERIFICATION_TIMEOUT: jobs::JobKind = jobs::JobKind::WebChatVerificationTimeout;

/// How long the bot waits for the visitor.
const TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// Escalates a question whose visitor did not prove who they are in time.
pub struct WebChatVerificationTimeout {
    pub context: Context,
    pub index_cache: IndexCache,
    pub renderer: ReplyRenderer,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: WebChatMessageId,
    /// Time of the request; a proof may be requested more than once.
    requested_ms: Timestamp,
}

/// Enqueues the timeout of a challenge.
pub async fn enqueue(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    challenge: &VisitorChallenge,
) -> Result<(), Fault> {
    let VisitorChallenge { message_id, requested_ms, .. } = challenge;
    let payload = Payload { message: message_id.clone(), requested_ms: *requested_ms };
    let key = format!("{WEB_CHAT_VERIFICATION_TIMEOUT} {message_id} {}", requested_ms.0);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: WEB_CHAT_VERIFICATION_TIMEOUT,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        // Another queue key than that of the chat, so that the visitor's next message does not wait for the timeout.
        queue_key: key.clone(),
        key,
        run_at: requested_ms.plus(TIMEOUT),
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for WebChatVerificationTimeout {
    fn purpose(&self) -> &'static str {
        "Escalate a question of a web chat whose visitor did not prove who they are"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message, requested_ms } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        pending_question::prepare_index(&self.context, &self.index_cache, &scope, &message).await?;
        let preparer =
            Preparer { context: &self.context, index_cache: &self.index_cache, renderer: &self.renderer };
        let mut tx = self.context.db.write(&scope).await?;
        let inbound = InboundChat::find(&mut tx, &scope, &message).await?;
        if let Some(inbound) = &inbound
            && let Some(challenge) = &inbound.challenge
            && challenge.message_id == message
            && challenge.requested_ms == requested_ms
        {
            let mut handler = ChatHandler { preparer: &preparer, tx: &mut tx, scope: &scope, inbound };
            handler.end_without_proof(challenge).await?;
        }
        if let Some(inbound) = &inbound {
            VisitorChallenge::delete_void(&mut tx, &scope, &inbound.chat.id, requested_ms).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl ChatHandler<'_> {
    /// Ends a challenge without a proof: escalates its question and tells the visitor, unless a user has taken the chat
    /// over or resolved it.
    async fn end_without_proof(&mut self, challenge: &VisitorChallenge) -> Result<(), Fault> {
        VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await?;
        if self.inbound.is_taken_over() {
            return self.send_nothing(rules::WEB_CHAT_TAKEN_OVER).await;
        }
        if self.inbound.chat.inbox_status.state == State::Resolved {
            return self.send_nothing(notes::RESOLVED).await;
        }
        let Some(pending) = self.find_pending(challenge).await? else { return Ok(()) };
        self.escalate_account(&pending.handoff(challenge), notes::NO_PROOF_IN_TIME).await.map(drop)
    }
}
