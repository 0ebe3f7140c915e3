//! Association software.
pub mod company_sync;
