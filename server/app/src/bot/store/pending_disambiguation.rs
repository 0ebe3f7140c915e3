//! Pending disambiguations, and the utterances for which residents selected an answer.
//!
//! A conversation has at most one pending disambiguation.
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, types::Json};

use crate::messaging::thread::{ConversationId, MessageId};

/// Maximum characters of an utterance that is stored with a selection.
const MAX_UTTERANCE_CHARS: usize = 300;

/// A question for which the resident was asked to select a candidate.
#[derive(FromRow)]
pub struct PendingDisambiguation {
    pub message_id: MessageId,
    #[sqlx(json)]
    pub choices: Vec<DisambiguationCandidate>,
}

/// A question that the resident can select.
#[derive(Clone, Serialize, Deserialize)]
pub struct DisambiguationCandidate {
    /// ID of the answer.
    pub answer: String,
    pub question: String,
    /// Confidence, 0 to 1.
    pub confidence: f32,
}

impl PendingDisambiguation {
    /// Finds the pending disambiguation of a conversation.
    pub async fn find(
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
    ) -> Result<Option<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT message_id, choices FROM pending_disambiguation WHERE company_id = $1 AND conversation_id = $2",
            )
            .bind(scope.company().as_str())
            .bind(conversation.as_str())
            .optional()
            .await?)
    }

    /// Inserts the pending disambiguation.
    pub async fn insert(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
        now: Timestamp,
    ) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO pending_disambiguation (company_id, conversation_id, message_id, choices, asked_ms)
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

    /// Deletes the pending disambiguation. Returns whether it existed.
    pub async fn delete(&self, tx: &mut Tx, scope: &Scope) -> Result<bool, Fault> {
        let deleted = tx
            .query("DELETE FROM pending_disambiguation WHERE company_id = $1 AND message_id = $2")
            .bind(scope.company().as_str())
            .bind(self.message_id.as_str())
            .run()
            .await?;
        Ok(deleted == 1)
    }
}

/// Records that a resident selected an answer for an utterance, as a confirmation for training.
pub async fn save_feedback(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    answer: &str,
    utterance: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let utterance: String = utterance.trim().to_lowercase().chars().take(MAX_UTTERANCE_CHARS).collect();
    tx.query(
        "INSERT INTO utterance_feedback (company_id, community_id, answer_id, utterance, times, picked_ms)
         VALUES ($1, $2, $3, $4, 1, $5)
         ON CONFLICT (company_id, community_id, answer_id, utterance)
         DO UPDATE SET times = utterance_feedback.times + 1, picked_ms = excluded.picked_ms",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(answer)
    .bind(utterance)
    .bind(now)
    .run()
    .await?;
    Ok(())
}
