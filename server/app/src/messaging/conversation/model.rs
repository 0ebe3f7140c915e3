//! Conversations as staff see them.
use platform::{InCommunity, Timestamp, ids::CommunityId};
use sqlx::FromRow;

use crate::messaging::thread::{Conversation, ConversationId, MessageId, Resident, TestTraffic};

/// A conversation as a list shows it.
#[derive(Clone, Debug, FromRow)]
pub struct ListedConversation {
    #[sqlx(flatten)]
    pub conversation: Conversation,
    pub tag: String,
    #[sqlx(flatten)]
    pub resident: Resident,
    pub assigned_to_name: String,
    pub notes: i32,
    pub opted_out: bool,
}

impl InCommunity for ListedConversation {
    const NOUN: &'static str = Conversation::NOUN;

    fn community_id(&self) -> &CommunityId {
        &self.conversation.community_id
    }
}

/// Which conversations.
#[derive(Clone, Debug, Default)]
pub struct Filter<'a> {
    pub community: Option<&'a str>,
    pub state: Option<i32>,
    pub assignee: Option<&'a str>,
    pub test_traffic: TestTraffic,
    /// Words that stand in them.
    pub words: Vec<String>,
    /// After this key, the newest first.
    pub before: Option<(i64, String)>,
    pub limit: i64,
}

/// The newest message of a conversation with words that were asked for.
#[derive(Clone, Debug, FromRow)]
pub struct Found {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub body: String,
    pub created_ms: Timestamp,
}

/// How many conversations there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub bot: i32,
    pub open: i32,
    pub snoozed: i32,
    pub resolved: i32,
    pub mine: i32,
    pub unread: i32,
}
