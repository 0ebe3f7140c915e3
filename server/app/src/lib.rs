//! The Parlor server: a folder for each domain, a folder for each capability in it, and what puts them together.
mod bot;
pub mod cli;
pub mod context;
mod demo;
mod drafting;
mod email;
mod http_client;
mod identity;
mod inbox;
mod incoming_request;
mod integrations;
mod knowledge;
mod messaging;
pub mod objects;
mod operations;
mod outreach;
mod parameter_store;
mod realtime;
mod reporting;
mod residents;
mod service_requests;
mod simulation;
pub mod startup;
mod tenancy;
pub mod transport;

pub use knowledge::catalog;

/// The three folders of migrations.
pub static MIGRATIONS: platform::db::Migrations =
    platform::db::Migrations { common: &COMMON, sqlite: &SQLITE, postgres: &POSTGRES };
static COMMON: sqlx::migrate::Migrator = sqlx::migrate!("migrations/common");
static SQLITE: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");
