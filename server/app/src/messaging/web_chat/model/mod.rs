//! Web chats and their messages.
mod photo;

use platform::{
    InCommunity, Priority, Timestamp,
    ids::{CommunityId, UserId},
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    messaging::{
        thread::{State, TestTraffic},
        web_chat_site::EnabledSite,
    },
    operations::file::WrittenPhoto,
    residents::homeowner,
};

pub use photo::{LinkedPhoto, SentMessage, WebChatPhoto};

platform::ids! {
    /// ID of a web chat.
    WebChatId;
    /// ID of a message of a web chat.
    WebChatMessageId;
}

platform::db_enum! {
    /// Author of a message, numbered as in the contract.
    WebChatAuthor {
        /// The visitor of the website.
        Visitor = 1,
        /// The bot.
        Bot = 2,
        /// A user, who replied in the chat, or a user or partner, who answered an escalation.
        Staff = 3,
    }
}

/// A chat of one visitor of a community's website.
#[derive(Clone, Debug, FromRow)]
pub struct WebChat {
    pub id: WebChatId,
    pub community_id: CommunityId,
    /// Name that the visitor gave; may be empty.
    pub name: String,
    /// Email address that the visitor gave; may be empty. It is not verified unless it is that of the visitor's
    /// identity.
    pub email: String,
    /// Address of the page on which it began; may be empty. It is not verified.
    pub page: String,
    /// Start of the last message, on one line.
    pub snippet: String,
    /// Number of messages, including held ones.
    pub message_count: i32,
    /// Whether it began outside of office hours.
    pub is_after_hours: bool,
    /// Whether staff began it to try the chat.
    pub is_test: bool,
    /// Whether a message of the bot carried the community's waiver.
    pub is_greeted: bool,
    pub started_ms: Timestamp,
    pub last_message_ms: Timestamp,
    /// Time at which the visitor's browser last received messages, accurate to 30 seconds.
    pub seen_ms: Option<Timestamp>,
    /// Time at which the visitor's token expires.
    pub expires_ms: Timestamp,
    /// Whether an escalation of the chat is open or claimed.
    pub has_open_question: bool,
    /// Time until which the visitor is shown that a user types a reply.
    pub staff_typing_until_ms: Option<Timestamp>,
    #[sqlx(flatten)]
    pub inbox_status: InboxStatus,
}

impl InCommunity for WebChat {
    const NOUN: &'static str = "web chat";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// How the inbox lists a chat: state, assignee, snooze, unread mark and priority.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct InboxStatus {
    #[sqlx(try_from = "i32")]
    pub state: State,
    /// The user who took the chat over, or to whom a routing rule assigned it.
    pub assignee_id: Option<UserId>,
    /// Empty if it is unassigned. Not stored.
    pub assignee_name: String,
    /// Name of the routing rule that assigned it; empty if a user took it over.
    pub assigned_by_rule: String,
    pub snoozed_until_ms: Option<Timestamp>,
    /// Whether it has messages that were neither answered by the bot nor read by staff.
    pub is_unread: bool,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
}

impl Default for InboxStatus {
    /// Returns the status of a new chat: the bot answers.
    fn default() -> Self {
        Self {
            state: State::Bot,
            assignee_id: None,
            assignee_name: String::new(),
            assigned_by_rule: String::new(),
            snoozed_until_ms: None,
            is_unread: false,
            priority: Priority::Normal,
        }
    }
}

impl InboxStatus {
    /// Returns the status of a chat with a question that was left to staff.
    #[must_use]
    pub fn waiting_for_staff() -> Self {
        Self { state: State::Open, is_unread: true, ..Self::default() }
    }

    /// Returns whether a user took the chat over. The bot answers only emergencies then.
    #[must_use]
    pub fn is_taken_over(&self) -> bool {
        self.assignee_id.is_some() && self.assigned_by_rule.is_empty()
    }
}

/// A message of a web chat.
#[derive(Clone, Debug, FromRow)]
pub struct WebChatMessage {
    pub id: WebChatMessageId,
    pub chat_id: WebChatId,
    /// Number of the message in its chat, in the order in which messages were stored.
    pub position: i32,
    #[sqlx(try_from = "i32")]
    pub author: WebChatAuthor,
    /// The user or partner who wrote it. `None` for the visitor and the bot.
    pub staff_id: Option<UserId>,
    pub body: String,
    /// What the bot did with a message of the visitor; empty for other messages.
    pub bot_note: String,
    /// Questions from which the bot asks the visitor to choose; often empty.
    #[sqlx(json)]
    pub choices: Vec<Choice>,
    /// Time at which it was sent. A message with a time in the future is held: visitors do not see it.
    pub at_ms: Timestamp,
}

impl WebChatMessage {
    /// Whether the visitor sees it.
    #[must_use]
    pub fn is_visible(&self, now: Timestamp) -> bool {
        self.at_ms <= now
    }
}

/// A question from which the visitor can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub answer_id: String,
    pub question: String,
}

/// A message of the bot.
pub struct BotMessage<'a> {
    /// The visitor's message to which it replies.
    pub reply_to: &'a WebChatMessageId,
    pub body: &'a str,
    /// Questions from which the visitor is asked to choose; often empty.
    pub choices: Vec<Choice>,
    /// What the bot did and why, for staff. It is stored with the visitor's message.
    pub note: &'a str,
}

/// An answer of staff.
pub struct StaffAnswer<'a> {
    /// The user or partner who wrote it.
    pub author: &'a UserId,
    pub body: &'a str,
    pub photos: &'a [WrittenPhoto],
    /// Time at which the visitor gets it.
    pub visible_at: Timestamp,
}

/// A message with what staff see beside it.
#[derive(Clone, Debug, FromRow)]
pub struct ListedMessage {
    #[sqlx(flatten)]
    pub message: WebChatMessage,
    /// Full name of the user or partner who wrote it; empty for the visitor and the bot.
    pub author_name: String,
    /// Escalation of the message; empty if there is none.
    pub escalation_id: String,
}

/// A chat with what staff see beside it.
#[derive(Clone, Debug, FromRow)]
pub struct ListedChat {
    #[sqlx(flatten)]
    pub chat: WebChat,
    /// Tag of the community.
    pub community_tag: String,
    #[sqlx(flatten)]
    pub identity: ListedIdentity,
}

/// A community's chat as a visitor opens it.
pub struct OpenedSite {
    pub site: EnabledSite,
    /// Whether answers of staff can be emailed.
    pub can_email: bool,
    /// The visitor's chat, if there is one.
    pub chat: Option<VisitorChat>,
}

/// A chat as its visitor sees it.
pub struct VisitorChat {
    pub chat: WebChat,
    pub read: VisibleMessages,
    /// The photos of these messages.
    pub photos: Vec<LinkedPhoto>,
    /// Whether a job that answers a message is waiting or running.
    pub is_bot_writing: bool,
    /// Whether a user types a reply, or a message of staff is held.
    pub is_staff_writing: bool,
    /// What the visitor proved, even if it has expired.
    pub identity: Option<VisitorIdentity>,
}

/// Messages that a visitor sees, and where to continue.
pub struct VisibleMessages {
    /// Oldest first.
    pub messages: Vec<WebChatMessage>,
    pub cursor: Cursor,
    /// Whether there are newer messages than these.
    pub has_more: bool,
}

/// How far the messages of a chat were read. Messages get their positions in the order in which they are committed, so
/// none can appear before `position` later, except those that are held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Position of the last message that was read.
    pub position: i32,
    /// Positions of earlier messages that were held at that time.
    pub held: Vec<i32>,
}

impl Cursor {
    /// Returns the cursor as text, with the chat to which it belongs.
    #[must_use]
    pub fn to_text(&self, chat: &WebChatId) -> String {
        let held: String = self.held.iter().map(|position| format!(".{position}")).collect();
        format!("{chat}.{}{held}", self.position)
    }

    /// Reads a cursor; `None` if it is not one of the chat.
    #[must_use]
    pub fn parse(chat: &WebChatId, text: &str) -> Option<Self> {
        let positions = text.strip_prefix(chat.as_str())?.strip_prefix('.')?;
        let mut positions = positions.split('.').map(|position| position.parse::<i32>().ok());
        let position = positions.next()??;
        Some(Self { position, held: positions.collect::<Option<_>>()? })
    }
}

impl InCommunity for ListedChat {
    const NOUN: &'static str = WebChat::NOUN;

    fn community_id(&self) -> &CommunityId {
        &self.chat.community_id
    }
}

/// A message of a visitor to send.
pub struct NewContent {
    pub content: Content,
    /// Files in base64.
    pub photos: Vec<String>,
}

/// What a visitor writes or chooses.
pub enum Content {
    /// A text, which may be empty if there are photos.
    Body(String),
    /// The position of one of the choices of the bot's last message.
    Choice(i32),
}

/// A chat to begin.
pub struct NewWebChat {
    /// The visitor's token, 64 lowercase hexadecimal characters.
    pub token: String,
    /// First message. May be empty if there are photos.
    pub body: String,
    /// Photos of the first message, which are files in base64.
    pub photos: Vec<String>,
    pub name: String,
    pub email: String,
    pub page: String,
    pub is_test: bool,
    /// The visitor as the website signed them.
    pub signed_visitor: Option<SignedVisitor>,
}

/// A change of a visitor's contact. `None` keeps a value.
pub struct ContactChange {
    pub name: Option<String>,
    pub email: Option<String>,
}

/// Which chats a list includes.
pub struct ChatFilter {
    /// Empty for all communities.
    pub community: String,
    pub open_questions_only: bool,
    pub test_traffic: TestTraffic,
}

platform::db_enum! {
    /// How a visitor proved to have an email address, numbered as in the contract.
    WebChatVerification {
        /// The website signed the address.
        Signed = 1,
        /// The visitor typed a code that was emailed to the address.
        Code = 2,
    }
}

/// The email address that a visitor proved to have. It is kept when it expires, for staff.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct VisitorIdentity {
    /// In lowercase.
    pub email: String,
    #[sqlx(try_from = "i32")]
    pub verification: WebChatVerification,
    pub verified_ms: Timestamp,
    /// Time until which the bot shares account data.
    pub expires_ms: Timestamp,
}

impl VisitorIdentity {
    /// Returns the identity of a visitor who typed the code that was emailed to an address in lowercase.
    #[must_use]
    pub fn by_code(email: String, now: Timestamp) -> Self {
        let (verification, expires_ms) = (WebChatVerification::Code, now.plus(homeowner::VALID_FOR));
        Self { email, verification, verified_ms: now, expires_ms }
    }

    /// Whether the bot may share account data.
    #[must_use]
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.verified_ms <= now && now < self.expires_ms
    }
}

/// A visitor as the website's server signed them.
pub struct SignedVisitor {
    pub email: String,
    /// Not signed.
    pub name: String,
    /// When the signature expires, in seconds since 1970.
    pub expires: i64,
    /// In hexadecimal.
    pub signature: String,
}

/// What staff see of a visitor's identity, with the accounts that have the email address now.
#[derive(Clone, Debug, FromRow)]
pub struct ListedIdentity {
    /// `None` if the visitor proved nothing; then the other fields are empty, too.
    pub verified_email: Option<String>,
    pub verification: Option<i32>,
    pub verified_ms: Option<Timestamp>,
    pub verified_until_ms: Option<Timestamp>,
    pub account_name: String,
    pub account_unit: String,
    pub account_count: i64,
}
