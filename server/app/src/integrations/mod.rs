//! Integrations: association software, the service requests that are sent to it, and the help desk to which companies
//! mirror conversations.
pub mod chatwoot;
pub mod integration;
pub mod software_request;
