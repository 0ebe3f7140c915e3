//! Types of conversation lists.
use platform::{InCommunity, Timestamp, ids::CommunityId, paging::PageKey};
use sqlx::FromRow;

use crate::{
    messaging::thread::{Conversation, ConversationId, MessageId, Resident, TestTraffic},
    operations::file::WrittenPhoto,
};

/// A conversation with the data that lists show.
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

/// A reply of staff to store.
pub struct NewReply<'a> {
    pub conversation: &'a ConversationId,
    /// May be empty if there are photos.
    pub body: &'a str,
    pub photos: Vec<WrittenPhoto>,
}

/// Filter and position of a list of conversations.
#[derive(Clone, Debug, Default)]
pub struct Filter<'a> {
    pub community: Option<&'a str>,
    pub state: Option<i32>,
    pub assignee: Option<&'a str>,
    pub test_traffic: TestTraffic,
    /// Search words that must all occur in the conversation.
    pub words: Vec<String>,
    /// The key after which the page starts; newest first.
    pub before: Option<PageKey>,
    pub limit: i64,
}

/// The newest message of a conversation that contains a search word.
#[derive(Clone, Debug, FromRow)]
pub struct MessageMatch {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub body: String,
    pub created_ms: Timestamp,
}

/// Numbers of conversations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub bot: i32,
    pub open: i32,
    pub snoozed: i32,
    pub resolved: i32,
    pub mine: i32,
    pub unread: i32,
}
