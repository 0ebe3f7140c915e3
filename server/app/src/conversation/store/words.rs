//! By which words conversations are found, in storage.
use platform::{Fault, Scope, Tx, dialect};
use sqlx::types::Json;

use crate::{
    conversation::model::{ConversationId, MessageId},
    texting,
};

/// Notes the words of a conversation's newest message.
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
    .bind(Json(texting::words_of(body)))
    .run()
    .await?;
    Ok(())
}
