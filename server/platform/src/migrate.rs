//! Bringing a schema up to date: what both engines share, and what each needs of its own,
//! in one order by version.
use std::borrow::Cow;

use sqlx::{
    Connection, Executor, FromRow, PgConnection, PgPool, SqlitePool,
    migrate::{Migration, Migrator},
};

/// The role that the server takes on PostgreSQL: it owns nothing and is no superuser, or
/// the policies would not hold it.
pub(crate) const SERVER_ROLE: &str = "parlor_server";

/// The three folders of an application.
pub struct Migrations {
    /// What both engines run.
    pub common: &'static Migrator,
    /// What SQLite alone runs.
    pub sqlite: &'static Migrator,
    /// What PostgreSQL alone runs.
    pub postgres: &'static Migrator,
}

/// Why storage was not opened.
#[derive(Debug, thiserror::Error)]
pub enum Opened {
    /// The engine said no.
    #[error("The database could not be used: {0}")]
    Engine(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("The database could not be brought up to date: {0}")]
    Schema(#[from] sqlx::migrate::MigrateError),
    /// The policies would not hold.
    #[error(
        "The role {SERVER_ROLE} owns tables or may bypass row-level security, so tenants would not be kept \
         apart. Let another role own the tables, and take SUPERUSER and BYPASSRLS from {SERVER_ROLE}."
    )]
    PowerfulRole,
}

impl Migrations {
    fn merged(&self, own: &'static Migrator) -> Migrator {
        let mut all: Vec<Migration> = self.common.iter().chain(own.iter()).cloned().collect();
        all.sort_by_key(|m| m.version);
        Migrator { migrations: Cow::Owned(all), ..Migrator::DEFAULT }
    }

    pub(crate) async fn run_sqlite(&self, pool: &SqlitePool) -> Result<(), sqlx::Error> {
        self.merged(self.sqlite).run(pool).await.map_err(|e| sqlx::Error::Migrate(Box::new(e)))
    }

    /// Brings a PostgreSQL schema up to date, as the owner that `url` names, and makes the
    /// server's role where it is missing.
    ///
    /// # Errors
    /// When it cannot be reached, or the owner may not do that.
    pub async fn run_postgres(&self, url: &str) -> Result<(), Opened> {
        let mut owner = PgConnection::connect(url).await?;
        owner.execute(ROLE).await?;
        self.merged(self.postgres).run(&mut owner).await?;
        owner.close().await?;
        Ok(())
    }
}

/// Makes the role that the policies hold, and lets the owner take it. Two servers may try
/// at once.
const ROLE: &str = "
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parlor_server') THEN
        CREATE ROLE parlor_server NOLOGIN;
    END IF;
    IF NOT pg_has_role(current_user, 'parlor_server', 'MEMBER') THEN
        EXECUTE format('GRANT parlor_server TO %I', current_user);
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$";

#[derive(FromRow)]
struct Powers {
    powerful: bool,
}

pub(crate) async fn refuse_powerful_role(pool: &PgPool) -> Result<(), Opened> {
    let powers: Powers = sqlx::query_as(
        "SELECT rolsuper OR rolbypassrls OR EXISTS (
             SELECT FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user
         ) AS powerful FROM pg_roles WHERE rolname = current_user",
    )
    .fetch_one(pool)
    .await?;
    if powers.powerful { Err(Opened::PowerfulRole) } else { Ok(()) }
}
