//! Tests of homeowner accounts, verification and consent.
pub mod account_search;
pub mod consent;
pub mod homeowner_accounts;
pub mod identity_verification;
pub mod recorded_consent;
