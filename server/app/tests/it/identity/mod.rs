//! Tests of sessions, users, OAuth and partners.
pub mod accounts;
pub mod community_assignments;
pub mod header_images;
pub mod impersonation;
pub mod oauth;
pub mod partner_scopes;
pub mod partners;
pub mod tokens;
pub mod users;
