//! Association software that companies connect.
pub mod integration;
