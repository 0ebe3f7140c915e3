//! The job that emails an answer or a reply of staff to a visitor who has left the chat.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    model::{WebChat, WebChatMessage, WebChatMessageId},
    photos, rules, store,
};
use crate::{
    context::Context,
    operations::mail::{self, Email},
    tenancy::{
        community::{self, Community},
        company,
    },
};

/// The kind of the jobs that email an answer of staff to a visitor who has left.
pub const NOTIFY_WEB_CHAT_VISITOR: jobs::JobKind = jobs::JobKind::NotifyWebChatVisitor;

#[derive(Serialize, Deserialize)]
struct Payload {
    message: WebChatMessageId,
}

/// Enqueues the email of an answer of staff, for a visitor who does not see the answer in the chat.
pub async fn enqueue(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    message: &WebChatMessage,
) -> Result<(), Fault> {
    let payload = Payload { message: message.id.clone() };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: NOTIFY_WEB_CHAT_VISITOR,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: key(&message.id),
        queue_key: key(&message.id),
        run_at: message.at_ms.plus(rules::NOTICE_DELAY),
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// Cancels the email of an answer of staff.
pub async fn cancel(tx: &mut Tx, scope: &Scope, message: &WebChatMessageId) -> Result<(), Fault> {
    jobs::cancel(tx, scope.company(), &key(message)).await.map(drop)
}

fn key(message: &WebChatMessageId) -> String {
    format!("{NOTIFY_WEB_CHAT_VISITOR} {message}")
}

/// Emails an answer of staff to a visitor who has left the chat. Messages of the bot are never emailed, so that nobody
/// can make the bot email someone else.
pub struct NotifyWebChatVisitor {
    pub context: Context,
}

#[async_trait]
impl jobs::Handler for NotifyWebChatVisitor {
    fn purpose(&self) -> &'static str {
        "Email an answer to a visitor who has left the web chat"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
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
        let (ids, valid_for) = ([message.id.as_str()], photos::EMAIL_LINK);
        let photos = photos::of_messages(tx, &self.context, scope, &ids, valid_for).await?;
        let links: Vec<&str> = photos.iter().map(|photo| photo.url.as_str()).collect();
        let answer = rules::emailed_body(&message.body, &links);
        let (subject, body) = rules::notice(&community.label(), &header, &answer);
        let email = Email { to: &chat.email, subject, body, withheld: false };
        mail::post(tx, scope, &self.context, &email, self.context.now()).await.map(drop)
    }
}
