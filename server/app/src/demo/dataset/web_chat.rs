//! The format of the demo's web chats.
use serde::Deserialize;

/// Settings of a community's web chat, and its chats.
#[derive(Deserialize)]
pub struct WebChatSite {
    /// Tag of its community.
    pub community: String,
    pub key: String,
    pub title: String,
    pub greeting: String,
    pub color: String,
    pub allowed_origins: Vec<String>,
    pub chats: Vec<WebChat>,
}

/// A chat of a visitor, who has read it.
#[derive(Deserialize)]
pub struct WebChat {
    pub id: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    pub page: String,
    #[serde(default)]
    pub is_after_hours: bool,
    pub messages: Vec<WebChatMessage>,
    /// Position of the message that the bot left to staff. Unset means that it left none.
    #[serde(default)]
    pub escalated: Option<usize>,
}

/// A message of the visitor or of the bot.
#[derive(Deserialize)]
pub struct WebChatMessage {
    pub is_from_visitor: bool,
    pub body: String,
    /// The bot's note on a message of the visitor.
    #[serde(default)]
    pub note: String,
    /// Question of the answer that a message of the bot gives. Unset means that it gives none.
    #[serde(default)]
    pub answers: Option<String>,
    pub minutes_ago: u64,
}
