//! What every capability stands on: who acts and on whose data, time, ids, storage,
//! work that outlives a call, live events, configuration and errors.
//!
//! Nothing here knows a capability; nothing here reads the clock, the environment or
//! chance by itself.
pub mod actor;
pub mod aside;
pub mod backup;
mod bygone;
pub mod changes;
pub mod claims;
pub mod clock;
pub mod config;
pub mod db;
pub mod events;
pub mod fault;
pub mod host;
pub mod ids;
pub mod jobs;
pub mod metrics;
mod migrate;
pub mod paging;
pub mod phone;
mod presence;
pub mod proxies;
pub mod request;
pub mod scopes;
pub mod seen;
pub mod signal;
mod stored;
pub mod tls;
pub mod vault;

pub use actor::{Actor, Scope};
pub use aside::Aside;
pub use clock::{Clock, Timestamp};
pub use db::{Db, Tx, dialect};
pub use fault::Fault;
pub use ids::Ids;
pub use metrics::Metrics;
pub use vault::Vault;
