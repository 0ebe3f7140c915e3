//! Text conversations, email threads and web chats in one list, and the people behind them.
mod convert;
mod model;
mod person;
mod service;
mod store;

pub use service::Service;
pub use store::purge;
