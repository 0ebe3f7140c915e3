//! Commands on consent.
mod record_consent;

pub use record_consent::record_consent;
