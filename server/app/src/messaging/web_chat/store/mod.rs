//! Queries for web chats. In queries with a scope, the scope is `$1` and `$2`.
mod inbox_status;
mod messages;
mod photos;
mod search_words;
mod visitor_challenge;
mod visitor_identity;
mod waiting_jobs;

use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId, paging::PageKey};

pub use inbox_status::{
    begin_waiting, is_reply_of, mark_unread, open_for_staff, return_to_bot, save_inbox_status, set_reply_due,
    set_undo_until, stop_waiting,
};
pub use messages::{
    delete_held, find_bot_message_before, find_last_of_bot, find_message, find_question_before,
    insert_message, list_messages, read_after, read_newest, set_answer, set_bot_note,
};
pub use photos::{delete_photos, insert_photos, photos_of_messages};
pub use search_words::{index_contact, index_messages, index_words, remove_words};
pub use visitor_challenge::{
    AttemptSubject, VisitorChallenge, clear_attempts, count_attempts, record_attempt,
};
pub use visitor_identity::{delete_other_identity, find_identity, save_identity};
pub(crate) use visitor_identity::{
    identified_name, identified_unit, identity_columns, join_identity, of_identified_accounts,
};
pub use waiting_jobs::is_waiting;

use super::model::{ChatFilter, ListedChat, WebChat, WebChatId};
use crate::{
    messaging::thread::has_test_traffic,
    operations::file::{self, FileId},
};

/// In SQL: whether an escalation of the chat `w` is open or claimed.
macro_rules! has_open_question {
    () => {
        "EXISTS (SELECT 1 FROM escalation q WHERE q.company_id = w.company_id AND q.web_chat_id = w.id AND NOT q.reviewed)"
    };
}

/// In SQL: the columns of a chat `w`.
macro_rules! columns {
    () => {
        concat!(
            "w.id, w.community_id, w.name, w.email, w.page, w.snippet, w.message_count, w.is_after_hours, w.is_test,
             w.is_greeted, w.started_ms, w.last_message_ms, w.seen_ms, w.expires_ms, w.state, w.assignee_id,
             w.assigned_by_rule, w.snoozed_until_ms, w.is_unread, w.priority, w.staff_typing_until_ms, ",
            platform::staff_name!("w", "assignee_id"),
            " AS assignee_name, ",
            has_open_question!(),
            " AS has_open_question"
        )
    };
}

/// Selects chats of communities that the scope can see.
macro_rules! chats {
    ($($rest:expr),+) => {
        concat!(
            "SELECT ",
            columns!(),
            " FROM web_chat w WHERE w.company_id = $1 AND ",
            platform::sees!("w.community_id"),
            " ",
            $($rest),+
        )
    };
}

/// Selects a page of chats with the communities' tags, newest message first. The condition selects the index.
macro_rules! page {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            ", c.tag AS community_tag, ",
            identity_columns!(),
            " FROM web_chat w JOIN community c ON c.id = w.community_id",
            join_identity!(),
            " WHERE w.company_id = $1 AND ",
            platform::sees!("w.community_id"),
            " AND (w.last_message_ms, w.id) < ($3, $4) AND ",
            $condition,
            " AND (NOT $6 OR ",
            has_open_question!(),
            ") AND ",
            has_test_traffic!("w", "$7"),
            " ORDER BY w.last_message_ms DESC, w.id DESC LIMIT $8"
        )
    };
}

/// Returns a chat that the scope can see.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<Option<WebChat>, Fault> {
    Ok(tx.query(chats!("AND w.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a chat that the scope can see, and locks it until the transaction ends. SQLite has a single writer and needs
/// no lock.
pub async fn lock(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<Option<WebChat>, Fault> {
    let sql = dialect(chats!("AND w.id = $3"), chats!("AND w.id = $3 FOR UPDATE OF w"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns the chat of a community with this digest of its token, even if the token has expired.
pub async fn find_by_token(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    token_hash: &str,
) -> Result<Option<WebChat>, Fault> {
    Ok(tx
        .query(chats!("AND w.token_hash = $3 AND w.community_id = $4"))
        .scope(scope)
        .bind(token_hash)
        .bind(community.as_str())
        .optional()
        .await?)
}

/// Returns a chat that the scope can see, with the tag of its community.
pub async fn find_listed(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<Option<ListedChat>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT ",
            columns!(),
            ", c.tag AS community_tag, ",
            identity_columns!(),
            " FROM web_chat w JOIN community c ON c.id = w.community_id",
            join_identity!(),
            " WHERE w.company_id = $1 AND w.id = $3 AND ",
            platform::sees!("w.community_id")
        ))
        .scope(scope)
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Lists chats before a key, newest message first; up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    filter: &ChatFilter,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<ListedChat>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    let sql = match filter.community.as_str() {
        "" => page!("$5 = ''"),
        _ => page!("w.community_id = $5"),
    };
    Ok(tx
        .query(sql)
        .scope(scope)
        .bind(at)
        .bind(id)
        .bind(filter.community.as_str())
        .bind(filter.open_questions_only)
        .bind(filter.test_traffic as i32)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Inserts a chat without messages, by the digest of its token. Returns false if there is a chat with the token.
pub async fn insert(tx: &mut Tx, scope: &Scope, chat: &WebChat, token_hash: &str) -> Result<bool, Fault> {
    let inserted = tx
        .query(
            "INSERT INTO web_chat (company_id, id, community_id, token_hash, name, email, page, snippet, message_count,
                 last_position, is_greeted, is_after_hours, is_test, started_ms, last_message_ms, expires_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, '', 0, 0, FALSE, $8, $9, $10, $10, $11)
             ON CONFLICT (company_id, community_id, token_hash) DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(chat.id.as_str())
        .bind(chat.community_id.as_str())
        .bind(token_hash)
        .bind(&*chat.name)
        .bind(&*chat.email)
        .bind(&*chat.page)
        .bind(chat.is_after_hours)
        .bind(chat.is_test)
        .bind(chat.started_ms)
        .bind(chat.expires_ms)
        .run()
        .await?;
    Ok(inserted == 1)
}

/// Counts a message that is about to be stored, and locks the chat until the transaction ends. Returns the position of
/// the message.
pub async fn count_message(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatId,
    snippet: &str,
    at: Timestamp,
    expires: Timestamp,
) -> Result<i32, Fault> {
    Ok(tx
        .query(
            "UPDATE web_chat SET last_position = last_position + 1, message_count = message_count + 1, snippet = $3,
                 last_message_ms = CASE WHEN last_message_ms > $4 THEN last_message_ms ELSE $4 END,
                 expires_ms = CASE WHEN expires_ms > $5 THEN expires_ms ELSE $5 END
             WHERE company_id = $1 AND id = $2 RETURNING last_position",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(snippet)
        .bind(at)
        .bind(expires)
        .value()
        .await?)
}

/// Takes a deleted message out of its chat, whose last message is now another one.
pub async fn uncount_message(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatId,
    snippet: &str,
    at: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat SET message_count = message_count - 1, snippet = $3, last_message_ms = $4
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(snippet)
    .bind(at)
    .run()
    .await?;
    Ok(())
}

/// Stores the name and email address of a visitor.
pub async fn save_contact(tx: &mut Tx, scope: &Scope, chat: &WebChat) -> Result<(), Fault> {
    tx.query("UPDATE web_chat SET name = $3, email = $4 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(chat.id.as_str())
        .bind(&*chat.name)
        .bind(&*chat.email)
        .run()
        .await?;
    Ok(())
}

/// Stores when the visitor's browser received messages.
pub async fn mark_seen(tx: &mut Tx, scope: &Scope, id: &WebChatId, now: Timestamp) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat SET seen_ms = $3 WHERE company_id = $1 AND id = $2 AND (seen_ms IS NULL OR seen_ms < $3)",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Stores until when the visitor is shown that a user types a reply; `None` if none does.
pub async fn set_staff_typing(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatId,
    until: Option<Timestamp>,
) -> Result<(), Fault> {
    tx.query("UPDATE web_chat SET staff_typing_until_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(until)
        .run()
        .await?;
    Ok(())
}

/// Stores that a message of the bot carried the waiver.
pub async fn mark_greeted(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<(), Fault> {
    tx.query("UPDATE web_chat SET is_greeted = TRUE WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Deletes up to `limit` chats of a deleted community with their messages, photos, words and notes. Returns the number
/// of deleted chats.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId, limit: i64) -> Result<u64, Fault> {
    visitor_challenge::purge_attempts(tx, scope, community).await?;
    let files = photos::photo_files_of_first(tx, scope, community, limit).await?;
    let files: Vec<&FileId> = files.iter().flat_map(|(photo, thumbnail)| [photo, thumbnail]).collect();
    file::remove(tx, scope, &files).await?;
    let chats = [
        platform::delete_of_first!("note", "web_chat_id", "web_chat"),
        platform::delete_of_first!("web_chat_challenge", "chat_id", "web_chat"),
        platform::delete_of_first!("web_chat_identity", "chat_id", "web_chat"),
        platform::delete_of_first!("web_chat_word", "chat_id", "web_chat"),
        platform::delete_of_first!("web_chat_photo", "chat_id", "web_chat"),
        platform::delete_of_first!("web_chat_message", "chat_id", "web_chat"),
        platform::delete_of_first!("web_chat", "id", "web_chat"),
    ];
    platform::purge(tx, scope, community, limit, &chats).await
}
