//! Signing in and out, and who the bearer of a token is.
//!
//! A token is 256 bits, stored hashed. What a session stands for is kept in memory for two
//! seconds, so that a revocation reaches every server within five.
mod convert;
mod model;
mod password;
mod rules;
mod service;
mod sessions;
mod store;

pub use convert::user as user_to_contract;
pub use model::{Account, NamedAccounts, Staff};
pub use password::Passwords;
pub use rules::check_password;
pub use service::Service;
pub use sessions::Sessions;
pub use store::{insert_staff, staff_of_company};
