//! Integrations: association software, and the help desk to which companies mirror conversations.
pub mod chatwoot;
pub mod integration;
