//! The jobs that answer messages of visitors. The bot has their handler.
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    model::{WebChatId, WebChatMessage, WebChatMessageId},
    store::{self, VisitorChallenge},
};
use crate::context::Context;

/// The kind of the jobs that answer or escalate a message of a visitor.
pub const ANSWER_WEB_CHAT: jobs::JobKind = jobs::JobKind::AnswerWebChat;

/// A message of a visitor to answer.
#[derive(Serialize, Deserialize)]
pub struct AnswerWebChatPayload {
    pub chat: WebChatId,
    pub message: WebChatMessageId,
    /// Whether the message was handled before, and its question waited until the website signed the visitor.
    #[serde(default)]
    pub is_signed: bool,
}

/// Enqueues a message of a visitor for the bot. Messages of one chat are answered in order.
pub async fn enqueue(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    message: &WebChatMessage,
) -> Result<(), Fault> {
    let (chat, id) = (message.chat_id.clone(), message.id.clone());
    let key = format!("{ANSWER_WEB_CHAT} {id}");
    let payload = AnswerWebChatPayload { chat, message: id, is_signed: false };
    enqueue_job(tx, context, scope, key, &payload).await
}

/// Enqueues the question of a chat that waited for a proof, after the website signed the visitor.
pub async fn enqueue_signed(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    challenge: &VisitorChallenge,
) -> Result<(), Fault> {
    let (chat, message) = (challenge.chat_id.clone(), challenge.message_id.clone());
    let key = format!("{ANSWER_WEB_CHAT} {message} signed");
    let payload = AnswerWebChatPayload { chat, message, is_signed: true };
    enqueue_job(tx, context, scope, key, &payload).await
}

async fn enqueue_job(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    key: String,
    payload: &AnswerWebChatPayload,
) -> Result<(), Fault> {
    let now = context.now();
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ANSWER_WEB_CHAT,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key,
        queue_key: queue_key(&payload.chat),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Returns whether the bot works on a message of a chat.
pub async fn is_waiting(tx: &mut Tx, scope: &Scope, chat: &WebChatId) -> Result<bool, Fault> {
    store::is_waiting(tx, scope, &queue_key(chat)).await
}

/// Returns the queue key by which messages of one chat are answered one after another.
fn queue_key(chat: &WebChatId) -> String {
    format!("{ANSWER_WEB_CHAT} {chat}")
}
