//! The Parlor server: one folder a capability, and what puts them together.
pub mod admin;
mod bot;
mod call;
pub mod carrier;
mod community;
mod company;
mod context;
mod conversation;
mod demo;
mod directory;
mod escalation;
mod event;
mod handset;
mod knowledge;
mod session;
pub mod startup;
mod texting;
pub mod transport;

/// The three folders of migrations.
pub static MIGRATIONS: platform::db::Migrations =
    platform::db::Migrations { common: &COMMON, sqlite: &SQLITE, postgres: &POSTGRES };
static COMMON: sqlx::migrate::Migrator = sqlx::migrate!("migrations/common");
static SQLITE: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");
