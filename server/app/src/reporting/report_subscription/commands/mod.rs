//! Commands that change subscriptions.
mod unsubscribe;
mod update;

pub use unsubscribe::{check, link, unsubscribe};
pub use update::update;
