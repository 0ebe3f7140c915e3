//! Text conversations and email threads in one list, and the people behind them.
mod convert;
mod model;
mod person;
mod service;
mod store;

pub use service::Service;
pub use store::purge;
