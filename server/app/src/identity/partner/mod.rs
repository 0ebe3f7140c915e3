//! Credentials for partner systems, issued by a company's administrators. A partner acts in that company only,
//! within its scopes. `oauth` issues its tokens.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use model::{Partner, PartnerId};
pub use rules::{digest, is_secret_of};
pub use service::Service;
pub use store::{find_active, find_by_client, touch};
