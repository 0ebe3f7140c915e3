//! Chats of visitors of communities' websites: their messages, and what visitors do in them.
//!
//! A visitor has no account: the key names the community's chat, and the token the visitor's own chat. The token is
//! stored as a digest. An answer of staff is held for some seconds, in which it can be recalled.
mod access;
mod answer_job;
mod commands;
mod convert;
mod messages;
mod model;
mod notice_job;
mod past_chat;
mod rules;
mod service;
mod store;

use platform::{
    Fault, Scope, Timestamp, Tx,
    events::{self, Kind as EventKind},
};

pub use answer_job::{ANSWER_WEB_CHAT, AnswerWebChatPayload};
pub use messages::{add_bot_message, recall_answer, schedule_answer};
pub use model::{
    BotMessage, Choice, StaffAnswer, WebChat, WebChatAuthor, WebChatId, WebChatMessage, WebChatMessageId,
};
pub use notice_job::{NOTIFY_WEB_CHAT_VISITOR, NotifyWebChatVisitor};
pub use past_chat::{PastMessage, insert_past};
pub use service::Service;
pub use store::{
    find_last_before, find_message, find_question_before, lock, mark_greeted, purge, set_bot_note,
};

/// Returns a chat that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<WebChat, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Notifies browsers of staff of a change to a chat, such as a new message or an open question.
pub fn publish(tx: &mut Tx, scope: &Scope, chat: &WebChat, now: Timestamp) {
    events::publish(tx, scope.company(), &chat.community_id, EventKind::WebChat, chat.id.as_str(), now);
}
