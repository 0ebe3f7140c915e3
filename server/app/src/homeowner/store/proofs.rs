//! What residents have to prove, which codes were mailed to them, and what they proved, in storage.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId, phone::Phone};
use sqlx::{FromRow, types::Json};

use crate::{
    conversation::{ConversationId, MessageId},
    homeowner::model::{AccountId, Code, Proved, Way},
};

/// A question that waits until the resident proved who they are. A conversation has at most one.
#[derive(FromRow)]
pub struct Asked {
    pub message_id: MessageId,
    /// The answer that tells of an account.
    pub answer_id: String,
    #[sqlx(try_from = "i32")]
    pub way: Way,
    /// How often it was wrong.
    pub tries: i64,
    pub asked_ms: Timestamp,
}

impl Asked {
    /// What waits in a conversation.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn find(
        tx: &mut Tx,
        scope: &Scope,
        conversation: &ConversationId,
    ) -> Result<Option<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT message_id, answer_id, way, tries, asked_ms FROM homeowner_asked
                 WHERE company_id = $1 AND conversation_id = $2",
            )
            .bind(scope.company().as_str())
            .bind(conversation.as_str())
            .optional()
            .await?)
    }

    /// It was wrong too often: nothing is waited for any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tries >= self.way.most_tries()
    }

    /// Waits, with as many tries as there were, and for nothing else in the conversation.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn save(&self, tx: &mut Tx, scope: &Scope, conversation: &ConversationId) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO homeowner_asked (company_id, conversation_id, message_id, answer_id, way, tries, asked_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (company_id, conversation_id) DO UPDATE SET message_id = excluded.message_id,
                 answer_id = excluded.answer_id, way = excluded.way, tries = excluded.tries, asked_ms = excluded.asked_ms",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(self.message_id.as_str())
        .bind(self.answer_id.as_str())
        .bind(self.way as i32)
        .bind(self.tries)
        .bind(self.asked_ms)
        .run()
        .await?;
        Ok(())
    }

    /// Waits no more.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn delete(&self, tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
        tx.query("DELETE FROM homeowner_asked WHERE company_id = $1 AND message_id = $2")
            .bind(scope.company().as_str())
            .bind(self.message_id.as_str())
            .run()
            .await?;
        Ok(())
    }
}

/// How often a phone was wrong of late, in a community: no other question begins it anew.
#[derive(FromRow)]
pub struct Wrong {
    #[sqlx(try_from = "i32")]
    pub way: Way,
    /// How often, with less than an hour from one to the next.
    pub tries: i64,
}

impl Wrong {
    /// Of a phone since then.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn of(
        tx: &mut Tx,
        scope: &Scope,
        (community, phone): (&CommunityId, &Phone),
        since: Timestamp,
    ) -> Result<Vec<Self>, Fault> {
        Ok(tx
            .query(
                "SELECT way, tries FROM homeowner_wrong
                 WHERE company_id = $1 AND community_id = $2 AND phone = $3 AND wrong_ms > $4",
            )
            .bind(scope.company().as_str())
            .bind(community.as_str())
            .bind(phone.as_str())
            .bind(since)
            .all()
            .await?)
    }

    /// Whether that is as often as may be.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tries >= self.way.most_tries()
    }

    /// Counts one more, after what was since then.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn count(
        tx: &mut Tx,
        scope: &Scope,
        (community, phone): (&CommunityId, &Phone),
        way: Way,
        (now, since): (Timestamp, Timestamp),
    ) -> Result<(), Fault> {
        tx.query(
            "INSERT INTO homeowner_wrong (company_id, community_id, phone, way, tries, wrong_ms)
             VALUES ($1, $2, $3, $4, 1, $5)
             ON CONFLICT (company_id, community_id, phone, way) DO UPDATE SET
                 tries = CASE WHEN homeowner_wrong.wrong_ms > $6 THEN homeowner_wrong.tries + 1 ELSE 1 END,
                 wrong_ms = excluded.wrong_ms",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(phone.as_str())
        .bind(way as i32)
        .bind(now)
        .bind(since)
        .run()
        .await?;
        Ok(())
    }

    /// Forgets them: the phone proved whose it is.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn clear(
        tx: &mut Tx,
        scope: &Scope,
        (community, phone): (&CommunityId, &Phone),
    ) -> Result<(), Fault> {
        tx.query("DELETE FROM homeowner_wrong WHERE company_id = $1 AND community_id = $2 AND phone = $3")
            .bind(scope.company().as_str())
            .bind(community.as_str())
            .bind(phone.as_str())
            .run()
            .await?;
        Ok(())
    }
}

/// Which codes were mailed for these accounts since then.
pub async fn codes_since(
    tx: &mut Tx,
    scope: &Scope,
    accounts: &[&AccountId],
    since: Timestamp,
) -> Result<Vec<Code>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT account_id, message_id, signature, sent_ms FROM homeowner_code
             WHERE company_id = $1 AND sent_ms > $3 AND account_id IN (SELECT value FROM json_each($2))",
            "SELECT account_id, message_id, signature, sent_ms FROM homeowner_code
             WHERE company_id = $1 AND sent_ms > $3 AND account_id IN (SELECT jsonb_array_elements_text($2))",
        ))
        .bind(scope.company().as_str())
        .bind(Json(accounts))
        .bind(since)
        .all()
        .await?)
}

/// Keeps that a code was mailed for an account, and forgets those that nobody counts any more.
pub async fn keep_code(tx: &mut Tx, scope: &Scope, code: &Code, forget: Timestamp) -> Result<(), Fault> {
    tx.query("DELETE FROM homeowner_code WHERE company_id = $1 AND account_id = $2 AND sent_ms <= $3")
        .bind(scope.company().as_str())
        .bind(code.account_id.as_str())
        .bind(forget)
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

/// What was proved in a conversation.
pub async fn proved(tx: &mut Tx, scope: &Scope, conversation: &ConversationId) -> Result<Vec<Proved>, Fault> {
    Ok(tx
        .query(
            "SELECT account_id, way, proved_ms FROM homeowner_proved WHERE company_id = $1 AND conversation_id = $2",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .all()
        .await?)
}

/// Keeps that an account was proved to be somebody's.
pub async fn keep_proved(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    proved: &Proved,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO homeowner_proved (company_id, conversation_id, account_id, way, proved_ms)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, conversation_id, account_id)
         DO UPDATE SET way = excluded.way, proved_ms = excluded.proved_ms",
    )
    .bind(scope.company().as_str())
    .bind(conversation.as_str())
    .bind(proved.account_id.as_str())
    .bind(proved.way as i32)
    .bind(proved.proved_ms)
    .run()
    .await?;
    Ok(())
}
