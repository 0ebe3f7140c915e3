//! Tests of the chats on communities' websites.
mod bot;
mod emailed_codes;
mod escalations;
mod limits;
mod notes;
mod page;
mod photos;
mod signed_visitors;
mod sites;
mod staff;
mod staff_typing;
mod visitors;
mod void_codes;

use aws_lc_rs::hmac;
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

/// Creates or replaces the signing secret of a community's chat.
pub async fn create_signing_secret(staff: &Staff<'_>, community: &str) -> String {
    let path = format!("{}/signingSecret", site_path(community));
    text(&staff.post(&path, json!({})).await.ok(), "signingSecret")
}

/// Signs a visitor as the server of a website does. `expires` is in seconds from the time of the server.
pub fn sign(server: &TestServer, secret: &str, site_key: &str, email: &str, expires: i64) -> Value {
    let now: jiff::Timestamp = server.now().parse().unwrap();
    let expires = now.as_second() + expires;
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signed = format!("{site_key}\n{}\n{expires}", email.to_lowercase());
    let signature = hex::encode(hmac::sign(&key, signed.as_bytes()));
    json!({ "email": email, "expires": expires, "signature": signature })
}

/// What a visitor asks about their account.
pub const BALANCE: &str = "what is my balance";
/// The owner of 4B in Harbor Row.
pub const ANN: &str = "ann.kowalski@mail.example";
/// The bot's answer to [`BALANCE`] of Ann.
pub const ANN_OWES: &str = "You owe $1,234.56 as of March 2.";
/// What the bot tells a visitor whose question about an account it leaves to staff.
pub const ACCOUNT_HANDED_OVER: &str =
    "I can't answer that here myself, so I'm asking the Harbor Row office. Someone will reply here.";

/// Makes Harbor Row share balances after verification by this method, and adds the account of Ann.
pub async fn share_balances(staff: &Staff<'_>, auth: &str) {
    let community = format!("/textCommunities/community/{HARBOR_ROW}");
    staff.put(&format!("{community}/model/persona"), json!({ "homeownerAuth": auth })).await.ok();
    let answer = json!({ "question": "What is my balance?", "answer": "You owe {balance}." });
    staff.post(&format!("{community}/answers"), answer).await.ok();
    let account = json!({
        "number": "HR-9104", "unit": "4B", "name": "Ann Kowalski", "email": ANN, "balanceCents": 123_456,
    });
    staff.post(&format!("{community}/accounts"), account).await.ok();
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
