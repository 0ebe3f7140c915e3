//! Queries for the challenges of visitors, and for their attempts with codes.
use std::time::Duration;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};
use sqlx::FromRow;

use crate::messaging::web_chat::model::{WebChatId, WebChatMessageId};

/// Attempts are forgotten once this time passes without a further one.
const ATTEMPT_WINDOW: Duration = Duration::from_secs(3_600);

/// A question that waits until the visitor proves who they are. A chat has at most one.
#[derive(Clone, Debug, FromRow)]
pub struct VisitorChallenge {
    pub chat_id: WebChatId,
    /// The message that asks it.
    pub message_id: WebChatMessageId,
    /// The question that staff see if it is escalated.
    pub question: String,
    /// The answer that shares account data.
    pub answer_id: String,
    /// How well the answer matches the question, from 0 to 1.
    pub confidence: f64,
    /// Address to which a code was sent if it is on an account, in lowercase; empty while the bot waits for one.
    pub email: String,
    pub requested_ms: Timestamp,
    /// Whether the website signed the visitor while a code was awaited. The question is closed then; the challenge only
    /// tells that a code that the visitor types is no question.
    pub is_void: bool,
}

impl VisitorChallenge {
    /// Returns the challenge of a chat.
    pub async fn find(tx: &mut Tx, scope: &Scope, chat: &WebChatId) -> Result<Option<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT chat_id, message_id, question, answer_id, confidence, email, requested_ms, is_void
                 FROM web_chat_challenge WHERE company_id = $1 AND chat_id = $2",
            )
            .bind(scope.company().as_str())
            .bind(chat.as_str())
            .optional()
            .await?)
    }

    /// Stores the challenge, replacing the chat's current one.
    pub async fn save(&self, tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO web_chat_challenge (company_id, chat_id, message_id, question, answer_id, confidence, email,
                 requested_ms, is_void)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (company_id, chat_id) DO UPDATE SET message_id = excluded.message_id,
                 question = excluded.question, answer_id = excluded.answer_id,
                 confidence = excluded.confidence, email = excluded.email, requested_ms = excluded.requested_ms,
                 is_void = excluded.is_void",
        )
        .bind(scope.company().as_str())
        .bind(self.chat_id.as_str())
        .bind(self.message_id.as_str())
        .bind(self.question.as_str())
        .bind(self.answer_id.as_str())
        .bind(self.confidence)
        .bind(self.email.as_str())
        .bind(self.requested_ms)
        .bind(self.is_void)
        .run()
        .await?;
        Ok(())
    }

    /// Deletes the void challenge of a chat that was requested at this time.
    pub async fn delete_void(
        tx: &mut Tx,
        scope: &Scope,
        chat: &WebChatId,
        requested: Timestamp,
    ) -> Result<(), Fault> {
        tx.query(
            "DELETE FROM web_chat_challenge
             WHERE company_id = $1 AND chat_id = $2 AND requested_ms = $3 AND is_void",
        )
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .bind(requested)
        .run()
        .await?;
        Ok(())
    }

    /// Deletes the challenge of a chat, which makes its timeout job do nothing.
    pub async fn delete(tx: &mut Tx, scope: &Scope, chat: &WebChatId) -> Result<(), Fault> {
        tx.query("DELETE FROM web_chat_challenge WHERE company_id = $1 AND chat_id = $2")
            .bind(scope.company().as_str())
            .bind(chat.as_str())
            .run()
            .await?;
        Ok(())
    }
}

/// What attempts with codes are counted for.
#[derive(Clone, Copy)]
pub enum AttemptSubject<'a> {
    /// Requests for codes in a chat.
    Chat(&'a WebChatId),
    /// Wrong codes for an email address in lowercase, which has an "@" and so is no ID of a chat.
    Email(&'a str),
}

impl<'a> AttemptSubject<'a> {
    fn as_str(self) -> &'a str {
        match self {
            Self::Chat(id) => id.as_str(),
            Self::Email(address) => address,
        }
    }
}

/// Returns the number of recent attempts in a community.
pub async fn count_attempts(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    subject: AttemptSubject<'_>,
    now: Timestamp,
) -> Result<i64, Fault> {
    let tries: Option<i64> = tx
        .query(
            "SELECT tries FROM web_chat_code_attempt
             WHERE company_id = $1 AND community_id = $2 AND subject = $3 AND tried_ms > $4",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(subject.as_str())
        .bind(now.minus(ATTEMPT_WINDOW))
        .optional_value()
        .await?;
    Ok(tries.unwrap_or_default())
}

/// Counts an attempt, and deletes those of the community that no longer count. Returns the number of recent attempts.
pub async fn record_attempt(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    subject: AttemptSubject<'_>,
    now: Timestamp,
) -> Result<i64, Fault> {
    tx.query(
        "DELETE FROM web_chat_code_attempt WHERE company_id = $1 AND community_id = $2 AND tried_ms <= $3",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(now.minus(ATTEMPT_WINDOW))
    .run()
    .await?;
    Ok(tx
        .query(
            "INSERT INTO web_chat_code_attempt (company_id, community_id, subject, tries, tried_ms)
             VALUES ($1, $2, $3, 1, $4)
             ON CONFLICT (company_id, community_id, subject)
             DO UPDATE SET tries = web_chat_code_attempt.tries + 1, tried_ms = excluded.tried_ms
             RETURNING tries",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(subject.as_str())
        .bind(now)
        .value()
        .await?)
}

/// Deletes the attempts of a subject after a verification.
pub async fn clear_attempts(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    subject: AttemptSubject<'_>,
) -> Result<(), Fault> {
    tx.query(
        "DELETE FROM web_chat_code_attempt WHERE company_id = $1 AND community_id = $2 AND subject = $3",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(subject.as_str())
    .run()
    .await?;
    Ok(())
}

/// Deletes the attempts in a deleted community.
pub async fn purge_attempts(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    tx.query("DELETE FROM web_chat_code_attempt WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}
