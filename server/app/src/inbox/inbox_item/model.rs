//! Items of the inbox, and the persons behind them.
use std::collections::HashSet;

use platform::{
    Priority, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use sqlx::FromRow;

use crate::{
    messaging::thread::TestTraffic, residents::homeowner::Account,
    service_requests::service_request::ServiceRequest,
};

/// A text conversation, an email thread or a web chat.
#[derive(FromRow)]
pub struct InboxItem {
    /// Number of the channel in the contract.
    pub channel: i32,
    pub id: String,
    pub community_id: CommunityId,
    pub community_tag: String,
    pub name: String,
    pub unit: String,
    /// Phone number or email address; empty for a web chat whose visitor gave none.
    pub address: String,
    pub subject: String,
    pub preview: String,
    /// Number of the state in the contract of its channel.
    pub state: i32,
    pub is_unread: bool,
    pub assignee_id: Option<UserId>,
    pub assignee_name: String,
    pub snoozed_until_ms: Option<Timestamp>,
    pub last_message_ms: Timestamp,
    pub is_test: bool,
    pub reply_due_ms: Option<Timestamp>,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
}

/// The position after which a page begins: a time, an id and the number of a priority.
pub type PageKey = (i64, String, i32);

/// Order of items.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Newest,
    /// Only items with a due reply, earliest due first.
    ReplyDue,
    /// Only items of urgent and high priority: urgent ones first, newest first.
    Priority,
}

/// Filter and position of a list of items. The enums are numbers of the contract; 0 matches every item.
pub struct Filter {
    /// Number of the state in the contract of conversations, which is also that of web chats.
    pub conversation_state: i32,
    /// Number of the state in the contract of email threads; 0 lists none.
    pub thread_state: i32,
    pub channel: i32,
    pub community: Option<CommunityId>,
    pub assignment: i32,
    pub me: UserId,
    /// Beginnings of words, normalized like the word indexes.
    pub words: Vec<String>,
    pub test_traffic: TestTraffic,
    pub order: Order,
    pub after: Option<PageKey>,
    pub limit: i64,
}

/// Numbers of items, each counted up to a maximum.
#[derive(FromRow)]
pub struct Counts {
    pub open_texts: i64,
    pub open_emails: i64,
    pub snoozed_texts: i64,
    pub snoozed_emails: i64,
    pub my_texts: i64,
    pub my_emails: i64,
    pub open_web_chats: i64,
    pub snoozed_web_chats: i64,
    pub my_web_chats: i64,
}

/// What is known about a person.
#[derive(Default)]
pub struct Person {
    /// Empty if unknown, or if there is an account, which has the name.
    pub name: String,
    pub unit: String,
    /// The person's account, if there is exactly one.
    pub account: Option<Account>,
    /// Whether the caller can view accounts.
    pub can_view: bool,
    /// Whether staff merged the person with the account.
    pub is_merged: bool,
    pub phones: Vec<Phone>,
    pub emails: Vec<String>,
    pub opted_out: HashSet<Phone>,
    pub service_requests: Vec<ServiceRequest>,
    pub has_more_service_requests: bool,
    pub items: Vec<InboxItem>,
    pub has_more_items: bool,
    /// Accounts that may be the person's.
    pub suggestions: Vec<Account>,
}
