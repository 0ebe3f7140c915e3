//! Association software, and the help desk.
mod chatwoot;
pub mod company_sync;
