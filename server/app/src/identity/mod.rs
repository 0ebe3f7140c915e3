//! Authentication: sessions, users, OAuth, partner credentials and signed tokens.
pub mod account;
pub mod caller;
pub mod header_image;
pub mod oauth;
pub mod partner;
pub mod session;
pub mod token;
pub mod user;
