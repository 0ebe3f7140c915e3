//! Association software, the help desk, and the store of secrets.
//! Association software, and the help desk.
mod buildium;
mod chatwoot;
mod cinc;
pub mod company_sync;
mod secret_outages;
mod secret_store;
mod software_requests;
mod vantaca;
