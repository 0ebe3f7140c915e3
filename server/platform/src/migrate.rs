//! Applies migrations: those that both engines share and those of one engine, in the order of their versions.
use std::borrow::Cow;

use sqlx::{
    Connection, Executor,
    migrate::{MigrateError, Migration, Migrator},
};
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqlitePool;

use crate::server_role::{MAKE_ROLE, SERVER_ROLE};

/// The three folders of migrations of an application.
pub struct Migrations {
    /// Applied to both engines.
    pub common: &'static Migrator,
    /// Applied to SQLite.
    pub sqlite: &'static Migrator,
    /// Applied to PostgreSQL.
    pub postgres: &'static Migrator,
}

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The engine failed.
    #[error("The database could not be used: {0}")]
    Engine(#[from] sqlx::Error),
    /// A migration failed.
    #[error("The database could not be brought up to date: {0}")]
    Schema(#[source] MigrateError),
    /// The migrations that were applied to the database are not those of this program.
    #[error(
        "The database has a schema that this Parlor does not know: a newer Parlor created it, or one from before \
         the first release. Start the Parlor that fits, or use an empty database."
    )]
    UnknownSchema,
    /// Row-level security would not apply to the server's role.
    #[error(
        "The role {SERVER_ROLE} owns tables or may bypass row-level security, so tenants would not be kept \
         apart. Let another role own the tables, and take SUPERUSER and BYPASSRLS from {SERVER_ROLE}."
    )]
    PowerfulRole,
    /// The role exists, and the owner may not let it log in.
    #[error(
        "The role {SERVER_ROLE} cannot log in, and the owner may not change that: {0}. Have an administrator of \
         PostgreSQL say: ALTER ROLE {SERVER_ROLE} LOGIN PASSWORD '...'"
    )]
    Login(sqlx::Error),
    /// The password of the server's role has unsupported characters.
    #[error(
        "The password in PARLOR_DATABASE_URL must be printable ASCII, percent-encoded where a URL needs it."
    )]
    Password,
    /// The schema has another version, and no owner is configured to migrate it.
    #[error(
        "The database has schema version {found}, and this Parlor works with {expected}. Run parlor migrate with \
         PARLOR_DATABASE_OWNER_URL, or start the Parlor that fits."
    )]
    OtherSchema {
        /// Version of the database; 0 if it is empty.
        found: i64,
        /// Version of this program.
        expected: i64,
    },
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => Self::UnknownSchema,
            error => Self::Schema(error),
        }
    }
}

impl Migrations {
    fn merged(&self, own: &'static Migrator) -> Migrator {
        let mut all: Vec<Migration> = self.common.iter().chain(own.iter()).cloned().collect();
        all.sort_by_key(|m| m.version);
        Migrator { migrations: Cow::Owned(all), ..Migrator::DEFAULT }
    }

    pub(crate) async fn run_sqlite(&self, pool: &SqlitePool) -> Result<(), OpenError> {
        Ok(self.merged(self.sqlite).run(pool).await?)
    }

    /// Migrates a PostgreSQL database as the owner in `url`, and creates the server's role if it is missing.
    ///
    /// # Errors
    /// Fails if the database cannot be reached, has an unknown schema, or the owner lacks a privilege.
    pub async fn run_postgres(&self, url: &str) -> Result<(), OpenError> {
        let mut owner = PgConnection::connect(url).await?;
        owner.execute(MAKE_ROLE).await?;
        self.merged(self.postgres).run(&mut owner).await?;
        owner.close().await?;
        Ok(())
    }

    /// Checks the schema of a PostgreSQL database as the server's role, which may not migrate it.
    ///
    /// # Errors
    /// `OtherSchema`, `UnknownSchema`, and failures of the engine.
    pub async fn check_postgres(&self, server_url: &str) -> Result<(), OpenError> {
        let migrations = self.merged(self.postgres);
        let expected: Vec<(i64, Vec<u8>)> =
            migrations.iter().map(|one| (one.version, one.checksum.to_vec())).collect();
        let mut server = PgConnection::connect(server_url).await?;
        let applied = sqlx::query_as("SELECT version, checksum FROM applied_migrations()");
        let applied: Vec<(i64, Vec<u8>)> = match applied.fetch_all(&mut server).await {
            // The function does not exist in an empty database.
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("42883") => Vec::new(),
            applied => applied?,
        };
        server.close().await?;
        if applied == expected {
            return Ok(());
        }
        let newest = |migrations: &[(i64, Vec<u8>)]| migrations.last().map_or(0, |(version, _)| *version);
        let (found, expected) = (newest(&applied), newest(&expected));
        match found == expected {
            // Another migration has the same version.
            true => Err(OpenError::UnknownSchema),
            false => Err(OpenError::OtherSchema { found, expected }),
        }
    }
}
