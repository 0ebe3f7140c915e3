//! Credentials for partner systems, issued by a company's administrators. A partner acts in
//! that company alone, as far as its scopes go; what it is let in with is made by `oauth`.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use model::{Partner, PartnerId};
pub use rules::{digest, is_secret_of};
pub use service::Service;
pub use store::{find_by_client, find_live, touch};
