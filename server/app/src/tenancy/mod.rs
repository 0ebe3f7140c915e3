//! Management companies and their communities, and their administration.
pub mod community;
pub mod community_admin;
pub mod company;
