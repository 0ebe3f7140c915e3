//! The word index that conversation search uses.
use platform::{Fault, Scope, Tx, dialect, sms};
use sqlx::types::Json;

use crate::messaging::thread::model::{ConversationId, MessageId};

/// Adds the words of a conversation's newest message.
pub async fn index(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    message: &MessageId,
    body: &str,
) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
         SELECT $1, $2, value, $3 FROM json_each($4) WHERE TRUE
         ON CONFLICT (company_id, conversation_id, word) DO UPDATE SET message_id = excluded.message_id",
        "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
         SELECT $1, $2, w, $3 FROM jsonb_array_elements_text($4) AS w
         ON CONFLICT (company_id, conversation_id, word) DO UPDATE SET message_id = excluded.message_id",
    ))
    .bind(scope.company().as_str())
    .bind(conversation.as_str())
    .bind(message.as_str())
    .bind(Json(sms::words_of(body)))
    .run()
    .await?;
    Ok(())
}

/// Adds the words of the newest messages of many conversations. Each row is a conversation, a message and its
/// text.
pub async fn index_many(
    tx: &mut Tx,
    scope: &Scope,
    messages: &[(&ConversationId, &MessageId, &str)],
) -> Result<(), Fault> {
    let rows: Vec<_> = messages
        .iter()
        .map(|(conversation, message, body)| (conversation, message, sms::words_of(body)))
        .collect();
    tx.query(dialect(
        "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
         SELECT $1, m.value->>0, w.value, m.value->>1 FROM json_each($2) m, json_each(m.value->2) w WHERE TRUE
         ON CONFLICT (company_id, conversation_id, word) DO UPDATE SET message_id = excluded.message_id",
        "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
         SELECT $1, m->>0, w, m->>1 FROM jsonb_array_elements($2) m, jsonb_array_elements_text(m->2) w
         ON CONFLICT (company_id, conversation_id, word) DO UPDATE SET message_id = excluded.message_id",
    ))
    .bind(scope.company().as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Removes the words that refer to messages of conversations. Returns them with their conversations. A word that another
/// transaction has locked is left out: it gets a newer message, and waiting for it could end in a deadlock.
pub async fn remove(
    tx: &mut Tx,
    scope: &Scope,
    conversations: &[ConversationId],
    messages: &[MessageId],
) -> Result<Vec<(ConversationId, String)>, Fault> {
    // There is no index by message.
    Ok(tx
        .query(dialect(
            "DELETE FROM conversation_word
             WHERE company_id = $1 AND conversation_id IN (SELECT value FROM json_each($2))
               AND message_id IN (SELECT value FROM json_each($3)) RETURNING conversation_id, word",
            "WITH gone AS MATERIALIZED (
                 SELECT conversation_id, word FROM conversation_word
                 WHERE company_id = $1 AND conversation_id IN (SELECT jsonb_array_elements_text($2))
                   AND message_id IN (SELECT jsonb_array_elements_text($3)) FOR UPDATE SKIP LOCKED)
             DELETE FROM conversation_word w USING gone
             WHERE w.company_id = $1 AND w.conversation_id = gone.conversation_id AND w.word = gone.word
             RETURNING w.conversation_id, w.word",
        ))
        .bind(scope.company().as_str())
        .bind(Json(conversations))
        .bind(Json(messages))
        .all()
        .await?)
}

/// Adds words of earlier messages, each with its conversation. A newer message that has come meanwhile keeps its words.
pub async fn restore(
    tx: &mut Tx,
    scope: &Scope,
    words: &[(ConversationId, String, MessageId)],
) -> Result<(), Fault> {
    if words.is_empty() {
        return Ok(());
    }
    tx.query(dialect(
        "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
         SELECT $1, value->>0, value->>1, value->>2 FROM json_each($2) WHERE TRUE
         ON CONFLICT (company_id, conversation_id, word) DO NOTHING",
        "INSERT INTO conversation_word (company_id, conversation_id, word, message_id)
         SELECT $1, v->>0, v->>1, v->>2 FROM jsonb_array_elements($2) v
         ON CONFLICT (company_id, conversation_id, word) DO NOTHING",
    ))
    .bind(scope.company().as_str())
    .bind(Json(words))
    .run()
    .await?;
    Ok(())
}
