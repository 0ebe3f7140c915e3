//! Removes canceled texts from the previews of their conversations and from search. They stay in the threads.
use std::collections::{HashMap, HashSet};

use platform::{Fault, Scope, Tx, dialect, sms};
use sqlx::types::Json;

use super::search_words;
use crate::messaging::thread::model::{ConversationId, MessageId, Status};

/// Number of conversations whose words are restored at once, and the maximum number of their newest messages.
const BATCH: usize = 100;
const MAX_MESSAGES: i64 = 10_000;

/// Removes those of the texts that were canceled before they were sent.
pub async fn hide_canceled(tx: &mut Tx, scope: &Scope, texts: &[MessageId]) -> Result<(), Fault> {
    let canceled = find_canceled(tx, scope, texts).await?;
    if canceled.is_empty() {
        return Ok(());
    }
    let conversations = lock_previews(tx, scope, texts).await?;
    if !conversations.is_empty() {
        refresh_previews(tx, scope, &conversations).await?;
    }
    remove_words(tx, scope, canceled).await
}

/// Returns the canceled ones among texts, with their conversations.
async fn find_canceled(
    tx: &mut Tx,
    scope: &Scope,
    texts: &[MessageId],
) -> Result<Vec<(ConversationId, MessageId)>, Fault> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    Ok(tx
        .query(platform::with_list!(
            "SELECT conversation_id, id FROM message WHERE company_id = $1 AND id IN ",
            "$2",
            " AND status = $3"
        ))
        .bind(scope.company().as_str())
        .bind(Json(texts))
        .bind(Status::Canceled as i32)
        .all()
        .await?)
}

/// Selects the conversations whose last message is one of the canceled texts.
macro_rules! previews {
    ($ids:literal, $lock:literal) => {
        concat!(
            "SELECT v.id FROM message m
             JOIN conversation v
               ON v.company_id = m.company_id AND v.id = m.conversation_id AND v.last_message_ms = m.created_ms
             WHERE m.company_id = $1 AND m.status = $3 AND m.id IN (",
            $ids,
            ")",
            $lock
        )
    };
}

/// Locks the conversations whose last message is one of the texts. One that another transaction has locked is left out:
/// waiting for it could end in a deadlock, and usually it gets a newer message.
async fn lock_previews(
    tx: &mut Tx,
    scope: &Scope,
    texts: &[MessageId],
) -> Result<Vec<ConversationId>, Fault> {
    let sql = dialect(
        previews!("SELECT value FROM json_each($2)", ""),
        previews!("SELECT jsonb_array_elements_text($2)", " FOR NO KEY UPDATE OF v SKIP LOCKED"),
    );
    let query = tx.query(sql).bind(scope.company().as_str()).bind(Json(texts));
    Ok(query.bind(Status::Canceled as i32).values().await?)
}

/// Updates preview and time of conversations to those of their newest messages that were not canceled.
async fn refresh_previews(tx: &mut Tx, scope: &Scope, conversations: &[ConversationId]) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE conversation SET
             preview = COALESCE((
                 SELECT substr(e.body, 1, 160) FROM message e
                 WHERE e.company_id = $1 AND e.conversation_id = conversation.id AND e.status <> $3
                 ORDER BY e.created_ms DESC, e.id DESC LIMIT 1), ''),
             last_message_ms = COALESCE((
                 SELECT e.created_ms FROM message e
                 WHERE e.company_id = $1 AND e.conversation_id = conversation.id AND e.status <> $3
                 ORDER BY e.created_ms DESC, e.id DESC LIMIT 1), last_message_ms)
         WHERE company_id = $1 AND id IN ",
        "$2"
    ))
    .bind(scope.company().as_str())
    .bind(Json(conversations))
    .bind(Status::Canceled as i32)
    .run()
    .await?;
    Ok(())
}

/// Removes the words of canceled texts. A word that an earlier message contains then refers to that message.
async fn remove_words(
    tx: &mut Tx,
    scope: &Scope,
    canceled: Vec<(ConversationId, MessageId)>,
) -> Result<(), Fault> {
    let (conversations, texts): (Vec<_>, Vec<_>) = canceled.into_iter().unzip();
    let mut removed: HashMap<ConversationId, HashSet<String>> = HashMap::new();
    for (conversation, word) in search_words::remove(tx, scope, &conversations, &texts).await? {
        removed.entry(conversation).or_default().insert(word);
    }
    let conversations: Vec<ConversationId> = removed.keys().cloned().collect();
    let mut restored = Vec::new();
    for batch in conversations.chunks(BATCH) {
        for (conversation, message, body) in newest_messages(tx, scope, batch).await? {
            let Some(missing) = removed.get_mut(&conversation) else { continue };
            let words = sms::words_of(&body).into_iter().filter(|word| missing.remove(word));
            restored.extend(words.map(|word| (conversation.clone(), word, message.clone())));
        }
    }
    search_words::restore(tx, scope, &restored).await
}

/// Returns the newest messages of conversations that were not canceled, newest first, with their text.
async fn newest_messages(
    tx: &mut Tx,
    scope: &Scope,
    conversations: &[ConversationId],
) -> Result<Vec<(ConversationId, MessageId, String)>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT conversation_id, id, body FROM message
             WHERE company_id = $1 AND conversation_id IN ",
            "$2",
            // The sum is in no index: the messages of the conversations are sorted, instead of all scanned by time.
            " AND status <> $3 ORDER BY created_ms + 0 DESC, id DESC LIMIT $4"
        ))
        .bind(scope.company().as_str())
        .bind(Json(conversations))
        .bind(Status::Canceled as i32)
        .bind(MAX_MESSAGES)
        .all()
        .await?)
}
