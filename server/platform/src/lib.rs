//! The foundation of all capabilities: callers and the data that they may access, time, ids, storage,
//! background jobs, live events, configuration and errors.
//!
//! This crate does not depend on any capability. Time, the environment and randomness are passed in.
pub mod access_policy;
pub mod actor;
pub mod backup;
pub mod clock;
pub mod company_permits;
pub mod company_turns;
pub mod config;
pub mod cpu_pool;
pub mod db;
mod db_enum;
pub mod events;
mod expiry;
pub mod fault;
pub mod idempotency;
pub mod ids;
pub mod in_flight;
mod instance_liveness;
pub mod invalidation;
pub mod jobs;
pub mod metrics;
mod migrate;
mod names;
pub mod network_address;
pub mod paging;
pub mod phone;
pub mod priority;
pub mod proxies;
mod purging;
pub mod request;
pub mod scopes;
pub mod secrets;
pub mod server_role;
pub mod signal;
pub mod sms;
mod sql_list;
pub mod tabular;
pub mod text;
pub mod time_zone;
pub mod tls;
pub mod typing;
mod update_mask;
pub mod vault;
pub mod visibility;

pub use actor::{Actor, InCommunity, Scope};
pub use clock::{Clock, Timestamp};
pub use company_permits::{CompanyPermit, CompanyPermits};
pub use company_turns::CompanyTurns;
pub use contract::{
    email_address,
    v1::{AuditAction, ErrorReason},
};
pub use cpu_pool::CpuPool;
pub use db::{Db, Sql, Tx, dialect};
pub use fault::Fault;
pub use ids::Ids;
pub use in_flight::InFlight;
pub use metrics::Metrics;
pub use priority::Priority;
pub use purging::purge;
pub use update_mask::UpdateMask;
pub use vault::Vault;
