//! Jobs of web chats: the bot's answer to a message, and the email to a visitor who has left.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    model::{WebChat, WebChatId, WebChatMessage, WebChatMessageId},
    rules, store,
};
use crate::{
    context::Context,
    operations::mail::{self, Email},
    tenancy::{
        community::{self, Community},
        company,
    },
};

/// The kind of the jobs that answer or escalate a message of a visitor.
pub const ANSWER_WEB_CHAT: jobs::JobKind = jobs::JobKind::AnswerWebChat;
/// The kind of the jobs that email an answer of staff to a visitor who has left.
pub const NOTIFY_WEB_CHAT_VISITOR: jobs::JobKind = jobs::JobKind::NotifyWebChatVisitor;

/// A message of a visitor to answer.
#[derive(Serialize, Deserialize)]
pub struct AnswerWebChatPayload {
    pub chat: WebChatId,
    pub message: WebChatMessageId,
}

/// An answer of staff that the visitor may not have seen.
#[derive(Serialize, Deserialize)]
struct NoticePayload {
    message: WebChatMessageId,
}

/// Enqueues a message of a visitor for the bot. Messages of one chat are answered in order.
pub async fn enqueue_answer(
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
        queue_key: answer_queue(&message.chat_id),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Returns whether the bot works on a message of a chat.
pub async fn is_bot_writing(tx: &mut Tx, scope: &Scope, chat: &WebChatId) -> Result<bool, Fault> {
    store::is_waiting(tx, scope, &answer_queue(chat)).await
}

/// Enqueues the email of an answer of staff, for a visitor who does not see the answer in the chat.
pub async fn enqueue_notice(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    message: &WebChatMessage,
) -> Result<(), Fault> {
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: NOTIFY_WEB_CHAT_VISITOR,
        payload: serde_json::to_value(NoticePayload { message: message.id.clone() })
            .map_err(Fault::internal)?,
        key: notice_key(&message.id),
        queue_key: notice_key(&message.id),
        run_at: message.at_ms.plus(rules::NOTICE_DELAY),
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// Cancels the email of an answer of staff.
pub async fn cancel_notice(tx: &mut Tx, scope: &Scope, message: &WebChatMessageId) -> Result<(), Fault> {
    jobs::cancel(tx, scope.company(), &notice_key(message)).await.map(drop)
}

/// Returns the queue key by which messages of one chat are answered one after another.
fn answer_queue(chat: &WebChatId) -> String {
    format!("{ANSWER_WEB_CHAT} {chat}")
}

fn notice_key(message: &WebChatMessageId) -> String {
    format!("{NOTIFY_WEB_CHAT_VISITOR} {message}")
}

/// Emails an answer of staff to a visitor who has left the chat. Messages of the bot are never emailed, so that nobody
/// can have the bot write to addresses of others.
pub struct NotifyWebChatVisitor {
    pub context: Context,
}

#[async_trait]
impl jobs::Handler for NotifyWebChatVisitor {
    fn purpose(&self) -> &'static str {
        "Email an answer to a visitor who has left the web chat"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: NoticePayload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(message) = store::find_message(&mut tx, &scope, &payload.message).await?
            && let Some(chat) = store::lock(&mut tx, &scope, &message.chat_id).await?
            && rules::is_notice_due(&chat, &message)
            && let Some(community) = community::find(&mut tx, &scope, &chat.community_id).await?
        {
            self.notify(&mut tx, &scope, &chat, &community, &message).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl NotifyWebChatVisitor {
    async fn notify(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        chat: &WebChat,
        community: &Community,
        message: &WebChatMessage,
    ) -> Result<(), Fault> {
        let header = company::require(tx, scope).await?.customizations.header;
        let (subject, body) = rules::notice(&community.label(), &header, &message.body);
        let email = Email { to: &chat.email, subject, body, withheld: false };
        mail::post(tx, scope, &self.context, &email, self.context.now()).await.map(drop)
    }
}
