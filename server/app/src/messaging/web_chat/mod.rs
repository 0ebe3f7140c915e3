//! Chats of visitors of communities' websites: their messages, and what visitors do in them.
//!
//! A visitor has no account: the key names the community's chat, and the token the visitor's own chat. The token is
//! stored as a digest. A visitor can prove to have the email address of a homeowner account, by a signature of the
//! website or by a code. An answer of staff is held for some seconds, in which it can be recalled.
mod access;
mod answer_job;
mod commands;
mod contact;
mod convert;
mod inbox_status;
mod messages;
mod model;
mod notice_job;
mod past_chat;
mod photos;
mod rules;
mod service;
mod signature;
mod store;
mod triage;
mod wake_job;

use platform::{
    Fault, Scope, Timestamp, Tx,
    events::{self, Kind as EventKind},
};

pub use answer_job::{ANSWER_WEB_CHAT, AnswerWebChatPayload};
pub use contact::{save_contact, save_identity};
pub use inbox_status::assign_by_rule;
pub use messages::{add_bot_message, recall_answer, schedule_answer};
pub use model::{
    BotMessage, Choice, InboxStatus, StaffAnswer, VisitorIdentity, WebChat, WebChatAuthor, WebChatId,
    WebChatMessage, WebChatMessageId, WebChatVerification,
};
pub use notice_job::{NOTIFY_WEB_CHAT_VISITOR, NotifyWebChatVisitor};
pub use past_chat::{PastMessage, insert_past};
pub use rules::emailed_body;
pub use service::Service;
pub use store::{
    AttemptSubject, VisitorChallenge, begin_waiting, clear_attempts, count_attempts, find_bot_message_before,
    find_identity, find_message, find_question_before, lock, mark_greeted, mark_unread, purge,
    record_attempt, return_to_bot, save_inbox_status, set_answer, set_bot_note, set_reply_due,
};
pub(crate) use store::{identified_name, identified_unit, join_identity, of_identified_accounts};
pub use triage::{TRIAGE_WEB_CHAT, TriagePayload, wait_for_staff};
pub use wake_job::{WAKE_WEB_CHAT, WakeWebChat};

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
