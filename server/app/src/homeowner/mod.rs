//! The accounts of a community's homeowners: by which phone, unit and address they are known, and
//! what they owe.
//!
//! Phone numbers and balances are nobody's business: neither a log nor the audit trail has them.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
pub use store::purge;
