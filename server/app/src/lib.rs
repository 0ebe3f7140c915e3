//! The Parlor server: one folder a capability, and what puts them together.
mod account;
pub mod admin;
pub mod answers;
mod audit;
mod bot;
mod call;
mod callers;
pub mod carrier;
pub mod catalogue;
mod community;
mod community_admin;
mod company;
mod consent;
pub mod context;
mod conversation;
mod demo;
mod desk;
mod directory;
mod escalation;
mod event;
mod file;
mod handset;
mod header_image;
mod integration;
mod job;
mod knowledge;
mod limit;
mod link;
mod mail;
mod oauth;
mod partner;
mod replay;
mod secret;
mod session;
pub mod startup;
mod test_case;
mod texting;
mod token;
pub mod transport;
mod upkeep;
mod user;

/// The three folders of migrations.
pub static MIGRATIONS: platform::db::Migrations =
    platform::db::Migrations { common: &COMMON, sqlite: &SQLITE, postgres: &POSTGRES };
static COMMON: sqlx::migrate::Migrator = sqlx::migrate!("migrations/common");
static SQLITE: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");
