//! OAuth 2 for partners: what an application may ask, what it is given, and whom a token
//! stands for.
//!
//! Codes and tokens are 256 bits, stored hashed. What came of one decision of a person is a
//! grant; it ends as a whole. A token never may more than its grant, its partner and the person
//! that it acts for, as they are now.
mod clients;
mod convert;
mod exchange;
mod model;
mod rates;
mod rules;
mod service;
mod store;
mod tokens;

pub use model::Bearer;
pub use service::Service;
pub use store::end_grants;
pub use tokens::{Tokens, forget_bygone};
