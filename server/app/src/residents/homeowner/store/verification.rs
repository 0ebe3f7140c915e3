//! Queries for verification challenges, failures, sent codes and verified accounts.
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{ConversationId, MessageId},
};
use sqlx::{FromRow, types::Json};

use crate::residents::homeowner::model::{
    AccountId, LOCKOUT, PhoneInCommunity, SentCode, VerificationMethod, VerifiedAccount,
};

/// A question that waits until the resident verifies their identity. A conversation has at most one.
#[derive(FromRow)]
pub struct VerificationChallenge {
    pub message_id: MessageId,
    /// The answer that shares account data.
    pub answer_id: String,
    #[sqlx(try_from = "i32")]
    pub method: VerificationMethod,
    pub failed_attempts: i64,
    pub requested_ms: Timestamp,
}

impl VerificationChallenge {
    /// Returns the conversation's open challenge.
    pub async fn find(
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
    ) -> Result<Option<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT message_id, answer_id, method, tries AS failed_attempts, asked_ms AS requested_ms
                 FROM verification_challenge
                 WHERE company_id = $1 AND conversation_id = $2",
            )
            .bind(scope.company().as_str())
            .bind(conversation.as_str())
            .optional()
            .await?)
    }

    /// Returns whether no attempts are left.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.failed_attempts >= self.method.max_attempts()
    }

    /// Stores the challenge, replacing the conversation's current one.
    pub async fn save(&self, tx: &mut Tx, scope: &Scope, conversation: &ConversationId) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO verification_challenge (company_id, conversation_id, message_id, answer_id, method, tries, asked_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (company_id, conversation_id) DO UPDATE SET message_id = excluded.message_id,
                 answer_id = excluded.answer_id, method = excluded.method, tries = excluded.tries, asked_ms = excluded.asked_ms",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(self.message_id.as_str())
        .bind(self.answer_id.as_str())
        .bind(self.method as i32)
        .bind(self.failed_attempts)
        .bind(self.requested_ms)
        .run()
        .await?;
        Ok(())
    }

    pub async fn delete(&self, tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
        tx.query("DELETE FROM verification_challenge WHERE company_id = $1 AND message_id = $2")
            .bind(scope.company().as_str())
            .bind(self.message_id.as_str())
            .run()
            .await?;
        Ok(())
    }
}

/// Recent failed attempts of a phone number in a community, over all questions.
#[derive(FromRow)]
pub struct VerificationFailures {
    #[sqlx(try_from = "i32")]
    pub method: VerificationMethod,
    /// Number of failures, each within an hour of the previous one.
    pub count: i64,
}

impl VerificationFailures {
    /// Returns the failures within the last hour, one entry per method.
    pub async fn recent(
        tx: &mut Tx,
        scope: &Scope,
        phone: PhoneInCommunity<'_>,
        now: Timestamp,
    ) -> Result<Vec<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT method, tries AS count FROM verification_failure
                 WHERE company_id = $1 AND community_id = $2 AND phone = $3 AND failed_ms > $4",
            )
            .bind(scope.company().as_str())
            .bind(phone.community.as_str())
            .bind(phone.number.as_str())
            .bind(now.minus(LOCKOUT))
            .all()
            .await?)
    }

    /// Returns whether further attempts are refused.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.count >= self.method.max_attempts()
    }

    /// Counts a failure. Failures more than an hour before the latest one are deleted.
    pub async fn record(
        tx: &mut Tx,
        scope: &Scope,
        phone: PhoneInCommunity<'_>,
        method: VerificationMethod,
        now: Timestamp,
    ) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO verification_failure (company_id, community_id, phone, method, tries, failed_ms)
             VALUES ($1, $2, $3, $4, 1, $5)
             ON CONFLICT (company_id, community_id, phone, method) DO UPDATE SET
                 tries = CASE WHEN verification_failure.failed_ms > $6 THEN verification_failure.tries + 1 ELSE 1 END,
                 failed_ms = excluded.failed_ms",
        )
        .bind(scope.company().as_str())
        .bind(phone.community.as_str())
        .bind(phone.number.as_str())
        .bind(method as i32)
        .bind(now)
        .bind(now.minus(LOCKOUT))
        .run()
        .await?;
        Ok(())
    }

    /// Deletes the failures of a phone number after a successful verification.
    pub async fn clear(tx: &mut Tx, scope: &Scope, phone: PhoneInCommunity<'_>) -> Result<(), Fault> {
        tx.query(
            "DELETE FROM verification_failure WHERE company_id = $1 AND community_id = $2 AND phone = $3",
        )
        .bind(scope.company().as_str())
        .bind(phone.community.as_str())
        .bind(phone.number.as_str())
        .run()
        .await?;
        Ok(())
    }
}

/// Returns the codes that were sent for these accounts after `since`.
pub async fn codes_since(
    tx: &mut Tx,
    scope: &Scope,
    accounts: &[&AccountId],
    since: Timestamp,
) -> Result<Vec<SentCode>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT account_id, message_id, signature, sent_ms FROM homeowner_code
             WHERE company_id = $1 AND sent_ms > $3 AND account_id IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(accounts))
        .bind(since)
        .all()
        .await?)
}

/// Stores a sent code, and deletes the account's codes that were sent until `delete_until`.
pub async fn save_code(
    tx: &mut Tx,
    scope: &Scope,
    code: &SentCode,
    delete_until: Timestamp,
) -> Result<(), Fault> {
    tx.query("DELETE FROM homeowner_code WHERE company_id = $1 AND account_id = $2 AND sent_ms <= $3")
        .bind(scope.company().as_str())
        .bind(code.account_id.as_str())
        .bind(delete_until)
        .run()
        .await?;
    tx.query(
        "INSERT INTO homeowner_code (company_id, account_id, message_id, signature, sent_ms)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, account_id, message_id)
         DO UPDATE SET signature = excluded.signature, sent_ms = excluded.sent_ms",
    )
    .bind(scope.company().as_str())
    .bind(code.account_id.as_str())
    .bind(code.message_id.as_str())
    .bind(code.signature.as_str())
    .bind(code.sent_ms)
    .run()
    .await?;
    Ok(())
}

/// Returns the accounts that were verified in a conversation.
pub async fn verified_accounts(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
) -> Result<Vec<VerifiedAccount>, Fault> {
    Ok(tx
        .query(
            "SELECT account_id, method, verified_ms FROM verified_account
             WHERE company_id = $1 AND conversation_id = $2",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .all()
        .await?)
}

/// Records that an account was verified in a conversation.
pub async fn save_verified_account(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    verified: &VerifiedAccount,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO verified_account (company_id, conversation_id, account_id, method, verified_ms)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, conversation_id, account_id)
         DO UPDATE SET method = excluded.method, verified_ms = excluded.verified_ms",
    )
    .bind(scope.company().as_str())
    .bind(conversation.as_str())
    .bind(verified.account_id.as_str())
    .bind(verified.method as i32)
    .bind(verified.verified_ms)
    .run()
    .await?;
    Ok(())
}
