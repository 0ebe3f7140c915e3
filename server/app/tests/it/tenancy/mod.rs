//! Companies and communities.
pub mod communities;
pub mod community_admin;
pub mod community_requests;
pub mod companies;
