//! Service requests whose details the bot is asking for. A conversation has at most one.
use platform::{Fault, Scope, Timestamp, Tx};
use sqlx::{FromRow, types::Json};

use crate::{
    bot::policy::RequestDetails,
    messaging::thread::{ConversationId, MessageId},
};

/// A request that the resident has not confirmed.
#[derive(FromRow)]
pub struct PendingServiceRequest {
    /// The text that made the request.
    pub message_id: MessageId,
    #[sqlx(json)]
    pub details: RequestDetails,
    /// Time of the last question.
    pub asked_ms: Timestamp,
}

impl PendingServiceRequest {
    /// Finds the pending request of a conversation.
    pub async fn find(
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
    ) -> Result<Option<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT message_id, details, asked_ms FROM pending_service_request
                 WHERE company_id = $1 AND conversation_id = $2",
            )
            .bind(scope.company().as_str())
            .bind(conversation.as_str())
            .optional()
            .await?)
    }

    /// Stores the pending request, replacing the previous one.
    pub async fn save(&self, tx: &mut Tx, scope: &Scope, conversation: &ConversationId) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO pending_service_request (company_id, conversation_id, message_id, details, asked_ms)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (company_id, conversation_id) DO UPDATE SET message_id = excluded.message_id,
                 details = excluded.details, asked_ms = excluded.asked_ms",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(self.message_id.as_str())
        .bind(Json(&self.details))
        .bind(self.asked_ms)
        .run()
        .await?;
        Ok(())
    }

    /// Deletes the pending request. Returns whether it existed.
    pub async fn delete(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
    ) -> Result<bool, Fault> {
        let deleted = tx
            .query("DELETE FROM pending_service_request WHERE company_id = $1 AND conversation_id = $2")
            .bind(scope.company().as_str())
            .bind(conversation.as_str())
            .run()
            .await?;
        Ok(deleted == 1)
    }
}
