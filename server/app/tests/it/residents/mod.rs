//! Tests of homeowner accounts, verification and consent.
pub mod consent;
pub mod homeowner_accounts;
pub mod identity_verification;
