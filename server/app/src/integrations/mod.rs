//! Association software that companies connect, and the help desk to which they mirror conversations.
pub mod chatwoot;
pub mod integration;
