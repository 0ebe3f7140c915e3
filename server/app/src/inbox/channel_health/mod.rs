//! Whether the channels of the inbox work: phone numbers, mailboxes and web chats.
mod convert;
mod list;
mod model;
mod rules;
mod service;

pub use service::Service;
