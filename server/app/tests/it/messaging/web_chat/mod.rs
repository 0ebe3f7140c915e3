//! Tests of the chats on communities' websites.
mod bot;
mod escalations;
mod limits;
mod page;
mod sites;
mod visitors;

use serde_json::{Value, json};

use crate::support::*;

pub const MERIDIAN: &str = "community-the-meridian";
pub const COVERED: &str = "how do i get a 2nd parking permit";
pub const NOT_COVERED: &str = "may i keep a zeppelin on the roof";
/// How the bot's answer to [`COVERED`] begins.
pub const PERMITS: &str = "Each home has one permit.";
pub const RAE: &str = "rae.quill@mail.example";

/// A visitor of a community's website.
pub struct Visitor<'h> {
    pub server: &'h TestServer,
    pub key: String,
    pub token: String,
}

impl<'h> Visitor<'h> {
    /// Returns a visitor of Harbor Row's website. Visitors with the same number have the same token.
    pub async fn of_harbor_row(server: &'h TestServer, staff: &Staff<'_>, number: u64) -> Self {
        let key = text(&site(staff, HARBOR_ROW).await, "key");
        Self { server, key, token: format!("{number:064x}") }
    }

    /// Returns a visitor with this key and token.
    pub fn with(server: &'h TestServer, key: &str, token: &str) -> Self {
        Self { server, key: key.to_owned(), token: token.to_owned() }
    }

    /// Makes a call with the key and the token, such as `send`.
    pub async fn call(&self, name: &str, mut body: Value) -> Answer {
        body["siteKey"] = json!(self.key);
        body["token"] = json!(self.token);
        self.server.rest("POST", &format!("/webChat/{name}"), "", Some(body)).await
    }

    /// Begins the chat with a message, and waits for the bot.
    pub async fn start(&self, body: &str) {
        self.call("start", json!({ "body": body })).await.ok();
        self.server.settled().await;
    }

    /// Sends a message, and waits for the bot.
    pub async fn send(&self, body: &str) {
        self.call("send", json!({ "body": body })).await.ok();
        self.server.settled().await;
    }

    /// Returns the chat with the messages after a cursor, and marks it as seen.
    pub async fn after(&self, cursor: &str) -> Value {
        self.call("messages", json!({ "after": cursor })).await.ok()["chat"].clone()
    }

    /// Returns the texts of all messages of an author, oldest first. Does not mark the chat as seen.
    pub async fn texts_of(&self, author: &str) -> Vec<String> {
        let opened = self.call("open", json!({})).await.ok();
        texts_of(&opened["chat"], author)
    }

    /// Returns the last text of the bot.
    pub async fn last_reply(&self) -> String {
        self.texts_of("BOT").await.pop().unwrap_or_default()
    }
}

/// Returns the texts of a chat's messages of an author.
pub fn texts_of(chat: &Value, author: &str) -> Vec<String> {
    let messages = chat["messages"].as_array().unwrap().iter();
    messages.filter(|one| one["author"] == author).map(|one| text(one, "body")).collect()
}

/// Returns the texts of a chat's messages.
pub fn bodies(chat: &Value) -> Vec<String> {
    chat["messages"].as_array().unwrap().iter().map(|one| text(one, "body")).collect()
}

/// Returns a field that is a text.
pub fn text(object: &Value, field: &str) -> String {
    object[field].as_str().unwrap_or_else(|| panic!("no {field} in {object}")).to_owned()
}

pub fn site_path(community: &str) -> String {
    format!("/textCommunities/community/{community}/webChat")
}

/// Returns the settings of a community's chat.
pub async fn site(staff: &Staff<'_>, community: &str) -> Value {
    staff.get(&site_path(community)).await.ok()["site"].clone()
}

/// Changes the settings of a community's chat, from their current version.
pub async fn change_site(staff: &Staff<'_>, community: &str, mut change: Value) -> Value {
    change["version"] = site(staff, community).await["version"].clone();
    staff.patch(&site_path(community), change).await.ok()["site"].clone()
}

/// Returns the chats that staff can see, newest first.
pub async fn chats(staff: &Staff<'_>, query: &str) -> Vec<Value> {
    staff.get(&format!("/webChats?limit=200&{query}")).await.ok()["chats"].as_array().unwrap().clone()
}

/// Returns the newest chat of Harbor Row with its messages, as staff see it.
pub async fn newest_chat(staff: &Staff<'_>) -> Value {
    newest_chat_of(staff, HARBOR_ROW).await
}

/// Returns the newest chat of a community with its messages, as staff see it.
pub async fn newest_chat_of(staff: &Staff<'_>, community: &str) -> Value {
    let newest = chats(staff, &format!("communityId={community}")).await.swap_remove(0);
    staff.get(&format!("/webChats/{}", text(&newest, "_id"))).await.ok()
}

/// Returns the open escalations of a chat, newest first.
pub async fn escalations_of(staff: &Staff<'_>, chat: &str) -> Vec<Value> {
    let open = staff.open_escalations().await;
    open.into_iter().filter(|one| one["webChatId"] == chat).collect()
}

/// Returns the open escalations of the newest chat of Harbor Row, newest first.
pub async fn newest_escalations(staff: &Staff<'_>) -> Vec<Value> {
    escalations_of(staff, &text(&newest_chat(staff).await["chat"], "_id")).await
}
