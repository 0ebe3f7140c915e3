//! The jobs that answer messages of visitors. The bot has their handler.
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    model::{WebChatId, WebChatMessage, WebChatMessageId},
    store,
};
use crate::context::Context;

/// The kind of the jobs that answer or escalate a message of a visitor.
pub const ANSWER_WEB_CHAT: jobs::JobKind = jobs::JobKind::AnswerWebChat;

/// A message of a visitor to answer.
#[derive(Serialize, Deserialize)]
pub struct AnswerWebChatPayload {
    pub chat: WebChatId,
    pub message: WebChatMessageId,
}

/// Enqueues a message of a visitor for the bot. Messages of one chat are answered in order.
pub async fn enqueue(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    message: &WebChatMessage,
) -> Result<(), Fault> {
    let now = context.now();
    let payload = AnswerWebChatPayload { chat: message.chat_id.clone(), message: message.id.clone() };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ANSWER_WEB_CHAT,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: format!("{ANSWER_WEB_CHAT} {}", message.id),
        queue_key: queue_key(&message.chat_id),
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
