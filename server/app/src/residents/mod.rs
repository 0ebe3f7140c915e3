//! Homeowner accounts and identity verification, and consent to texts.
pub mod consent;
pub mod homeowner;
