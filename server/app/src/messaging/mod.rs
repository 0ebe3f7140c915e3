//! Conversations with residents, escalations to staff, web chats, and the text carriers.
pub mod carrier;
pub mod conversation;
pub mod escalation;
pub mod photo;
pub mod thread;
pub mod web_chat;
pub mod web_chat_site;
