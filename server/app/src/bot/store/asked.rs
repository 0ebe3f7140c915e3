//! What residents were asked back and have not said yet, and what they picked, in storage.
//!
//! A conversation has at most one question that waits for a pick.
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, types::Json};

use crate::conversation::{ConversationId, MessageId};

/// So many characters of a resident's words are kept beside what they picked.
const KEPT_WORDS: usize = 300;

/// A question that waits for a pick.
#[derive(FromRow)]
pub struct Asked {
    pub message_id: MessageId,
    #[sqlx(json)]
    pub choices: Vec<Choice>,
}

/// A question that can be picked.
#[derive(Clone, Serialize, Deserialize)]
pub struct Choice {
    /// The entry.
    pub answer: String,
    pub question: String,
    /// How sure the bot was.
    pub confidence: f32,
}

impl Asked {
    /// What waits in a conversation.
    pub async fn find(
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
    ) -> Result<Option<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT message_id, choices FROM asked_back WHERE company_id = $1 AND conversation_id = $2",
            )
            .bind(scope.company().as_str())
            .bind(conversation.as_str())
            .optional()
            .await?)
    }

    /// Waits for a pick.
    pub async fn insert(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
        now: Timestamp,
    ) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO asked_back (company_id, conversation_id, message_id, choices, asked_ms)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(self.message_id.as_str())
        .bind(Json(&self.choices))
        .bind(now)
        .run()
        .await?;
        Ok(())
    }

    /// Waits no more; false when it did not.
    pub async fn delete(&self, tx: &mut Tx, scope: &Scope) -> Result<bool, Fault> {
        let gone = tx
            .query("DELETE FROM asked_back WHERE company_id = $1 AND message_id = $2")
            .bind(scope.company().as_str())
            .bind(self.message_id.as_str())
            .run()
            .await?;
        Ok(gone == 1)
    }
}

/// Keeps that somebody meant an entry by these words: a confirmation that can be learnt from.
pub async fn keep_pick(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    (answer, words): (&str, &str),
    now: Timestamp,
) -> Result<(), Fault> {
    let words: String = words.trim().to_lowercase().chars().take(KEPT_WORDS).collect();
    tx.query(
        "INSERT INTO picked_wording (company_id, community_id, answer_id, words, times, picked_ms)
         VALUES ($1, $2, $3, $4, 1, $5)
         ON CONFLICT (company_id, community_id, answer_id, words)
         DO UPDATE SET times = picked_wording.times + 1, picked_ms = excluded.picked_ms",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(answer)
    .bind(words)
    .bind(now)
    .run()
    .await?;
    Ok(())
}
