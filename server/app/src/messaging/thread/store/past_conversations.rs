//! Stores past conversations in bulk.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId, ids::UserId, phone::Phone};
use sqlx::types::Json;

use super::search_words;
use crate::messaging::thread::model::{
    Author, ConversationId, Decision, Direction, MessageId, State, Status,
};

/// A resolved conversation to store.
pub struct PastConversation {
    pub id: ConversationId,
    pub phone: Phone,
}

/// A delivered message of a past conversation.
pub struct PastMessage {
    pub id: MessageId,
    pub conversation: ConversationId,
    pub author: Author,
    pub staff: Option<UserId>,
    pub body: String,
    pub decision: Option<Decision>,
    pub at: Timestamp,
}

/// Stores resolved conversations of a community, with their messages, for phones without a conversation. A
/// conversation without messages is not stored.
pub async fn add_past(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    number: &str,
    conversations: &[PastConversation],
    messages: &[PastMessage],
) -> Result<(), Fault> {
    let last_of = |id: &ConversationId| {
        messages.iter().filter(|one| one.conversation == *id).max_by_key(|one| (one.at.0, &one.id))
    };
    let rows: Vec<_> = conversations
        .iter()
        .filter_map(|one| last_of(&one.id).map(|last| (&one.id, &one.phone, &last.body, last.at.0)))
        .collect();
    tx.query(dialect(
        "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
         SELECT $1, value->>0, $2, value->>1, $3, $4, substr(value->>2, 1, 160), value->>3 FROM json_each($5)",
        "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
         SELECT $1, value->>0, $2, value->>1, $3, $4, substr(value->>2, 1, 160), (value->>3)::BIGINT
         FROM jsonb_array_elements($5)",
    ))
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(number)
    .bind(State::Resolved as i32)
    .bind(Json(rows))
    .run()
    .await?;
    add_messages(tx, scope, messages).await?;
    let indexed: Vec<_> =
        messages.iter().map(|one| (&one.conversation, &one.id, one.body.as_str())).collect();
    search_words::index_many(tx, scope, &indexed).await
}

async fn add_messages(tx: &mut Tx, scope: &Scope, messages: &[PastMessage]) -> Result<(), Fault> {
    let rows: Vec<_> = messages
        .iter()
        .map(|one| {
            let (direction, status) = match one.author {
                Author::Resident => (Direction::Inbound, Status::Received),
                _ => (Direction::Outbound, Status::Delivered),
            };
            let segments = match direction {
                Direction::Inbound => 0,
                Direction::Outbound => platform::sms::cost(&one.body).segments,
            };
            let staff = one.staff.as_ref().map(UserId::as_str);
            let kind = (direction as i32, one.author as i32, status as i32, segments);
            (&one.id, &one.conversation, kind, staff, &one.body, &one.decision, one.at.0)
        })
        .collect();
    tx.query(dialect(
        "INSERT INTO message (company_id, id, conversation_id, direction, author, status, segments, staff_id, body,
             decision, created_ms)
         SELECT $1, value->>0, value->>1, value->2->>0, value->2->>1, value->2->>2, value->2->>3, value->>3, value->>4,
                value->>5, value->>6 FROM json_each($2)",
        "INSERT INTO message (company_id, id, conversation_id, direction, author, status, segments, staff_id, body,
             decision, created_ms)
         SELECT $1, value->>0, value->>1, (value->2->>0)::INTEGER, (value->2->>1)::INTEGER, (value->2->>2)::INTEGER,
                (value->2->>3)::INTEGER, value->>3, value->>4, NULLIF(value->5, 'null'::JSONB), (value->>6)::BIGINT
         FROM jsonb_array_elements($2)",
    ))
    .bind(scope.company().as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}
