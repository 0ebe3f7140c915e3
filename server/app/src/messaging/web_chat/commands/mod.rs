//! Commands of visitors and of staff in web chats.
mod add_note;
mod assign_chat;
mod change_state;
mod delete_note;
mod list_messages;
mod mark_chat;
mod open_chat;
mod report_typing;
mod report_visitor_typing;
mod send_message;
mod send_reply;
mod set_priority;
mod start_chat;
mod undo_reply;
mod update_contact;
mod verify_visitor;

use platform::{Actor, Fault, Scope, Tx};

pub use add_note::add_note;
pub use assign_chat::assign_chat;
pub use change_state::change_state;
pub use delete_note::delete_note;
pub use list_messages::list_messages;
pub use mark_chat::mark_chat;
pub use open_chat::open_chat;
pub use report_typing::report_typing;
pub use report_visitor_typing::report_visitor_typing;
pub use send_message::send_message;
pub use send_reply::send_reply;
pub use set_priority::set_priority;
pub use start_chat::start_chat;
pub use undo_reply::undo_reply;
pub use update_contact::update_contact;
pub use verify_visitor::verify_visitor;

use super::{
    model::{InboxStatus, ListedChat, WebChat, WebChatId, WebChatMessage, WebChatMessageId},
    publish, store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Returns a chat that staff change, locked until the transaction ends.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
async fn lock(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<WebChat, Fault> {
    scope.require(store::lock(tx, scope, id).await?)
}

/// Saves how the inbox lists a chat, and notifies browsers of staff.
async fn save(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    chat: &WebChat,
    inbox_status: &InboxStatus,
) -> Result<(), Fault> {
    store::save_inbox_status(tx, scope, &chat.id, inbox_status).await?;
    publish(tx, scope, chat, context.now());
    Ok(())
}

/// What a user did with a chat, for the audit trail.
struct StaffAction {
    action: AuditAction,
    summary: String,
    /// `None` if no field changed.
    change: Option<FieldChange>,
}

/// Records what a user did with a chat in the audit trail.
async fn record(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    chat: &WebChatId,
    action: StaffAction,
) -> Result<(), Fault> {
    let StaffAction { action, summary, change } = action;
    let event = AuditEvent { action, subject: chat.as_str(), summary };
    audit::record_changes(tx, &actor.scope(), context, actor, event, change).await
}

/// Records the assignment of a chat in the audit trail. An empty name means that the assignment was removed.
async fn record_assignment(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    chat: &WebChat,
    assignee_name: &str,
) -> Result<(), Fault> {
    let summary = match assignee_name {
        "" => "Removed the assignment of a web chat".to_owned(),
        name => format!("Assigned a web chat to {name}"),
    };
    let before = chat.inbox_status.assignee_name.clone();
    let change = FieldChange::of("assigneeName", before, assignee_name.to_owned());
    let action = StaffAction { action: AuditAction::WebChatAssigned, summary, change };
    record(tx, context, actor, &chat.id, action).await
}

/// Returns a message of a chat.
///
/// # Errors
/// `NOT_FOUND` if the chat has no such message.
async fn require_message(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    id: &WebChatMessageId,
) -> Result<WebChatMessage, Fault> {
    let message = store::find_message(tx, scope, id).await?;
    message.filter(|message| message.chat_id == *chat).ok_or_else(|| Fault::not_found("message"))
}

/// Commits. Returns the chat as lists show it.
async fn commit(mut tx: Tx, scope: &Scope, id: &WebChatId) -> Result<ListedChat, Fault> {
    let listed = scope.require(store::find_listed(&mut tx, scope, id).await?)?;
    tx.commit().await?;
    Ok(listed)
}
