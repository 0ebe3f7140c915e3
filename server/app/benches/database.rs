//! Databases on the benchmark's own PostgreSQL server.
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

#[path = "../tests/it/support/postgres.rs"]
mod postgres;

/// A new database.
pub struct Database {
    /// URL for the owner, who is not a superuser.
    pub url: String,
    /// URL for the superuser, to whom no policy applies.
    pub keeper_url: String,
    /// A connection of the superuser.
    pub keeper: PgConnection,
}

impl Database {
    pub async fn make(name: &str) -> Self {
        let mut keeper = PgConnection::connect(&postgres::keeper_url("postgres")).await.unwrap();
        // The role is created with the first database.
        let _ = keeper.execute("CREATE ROLE house_owner LOGIN CREATEROLE").await;
        keeper.execute(AssertSqlSafe(format!("CREATE DATABASE {name} OWNER house_owner"))).await.unwrap();
        let keeper_url = postgres::keeper_url(name);
        let mut keeper = PgConnection::connect(&keeper_url).await.unwrap();
        keeper.execute("ALTER SCHEMA public OWNER TO house_owner").await.unwrap();
        Self { url: postgres::owner_url(name), keeper_url, keeper }
    }
}
