//! OAuth 2 for partners: authorization, token exchange and authentication by access token.
//!
//! Codes and tokens have 256 bits and are stored hashed. All tokens from one decision of a user form a grant, which
//! ends as a whole. A token is limited to the current permissions of its grant, its partner and its user.
mod clients;
mod convert;
mod model;
mod rules;
mod service;
mod store;
mod token_issuer;
mod token_lifetimes;
mod tokens;

pub use model::Bearer;
pub use service::Service;
pub use store::end_grants;
pub use tokens::{ResolvedToken, Tokens, delete_expired};
