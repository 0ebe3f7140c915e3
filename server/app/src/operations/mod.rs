//! What keeps the platform running and accountable: audit trail, background jobs, files for download, short links,
//! mail, notes and rate limits.
pub mod audit;
pub mod file;
pub mod job;
pub mod link;
pub mod mail;
pub mod note;
pub mod rate_limit;
