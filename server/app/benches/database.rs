//! Databases on the benchmark's own PostgreSQL server.
use sqlx::{AssertSqlSafe, Connection, Executor};
use sqlx_postgres::PgConnection;

#[path = "../tests/it/support/postgres.rs"]
mod postgres;

/// A new database.
pub struct Database {
    /// URL for the owner, who is not a superuser.
    pub url: String,
    /// URL for the superuser, who bypasses row-level security.
    pub superuser_url: String,
    /// A connection of the superuser.
    pub superuser: PgConnection,
}

impl Database {
    pub async fn make(name: &str) -> Self {
        let mut superuser = PgConnection::connect(&postgres::superuser_url("postgres")).await.unwrap();
        // The role is created with the first database.
        let _ = superuser.execute("CREATE ROLE parlor_owner LOGIN CREATEROLE").await;
        superuser.execute(AssertSqlSafe(format!("CREATE DATABASE {name} OWNER parlor_owner"))).await.unwrap();
        let superuser_url = postgres::superuser_url(name);
        let mut superuser = PgConnection::connect(&superuser_url).await.unwrap();
        superuser.execute("ALTER SCHEMA public OWNER TO parlor_owner").await.unwrap();
        Self { url: postgres::owner_url(name), superuser_url, superuser }
    }
}
