//! Databases with demo data, copied from a template that is created once per test run.
use std::{
    cell::RefCell,
    path::{Path, PathBuf},
};

use app::startup::Demo;
use argon2::{Argon2, PasswordHasher};
use platform::{Db, clock::TurnedClock, server_role::enable_login};
use sqlx::{AssertSqlSafe, Connection, Executor};
use sqlx_postgres::PgConnection;
use tokio::sync::{Mutex, OnceCell};

use super::{
    postgres,
    test_server::{BEGINNING, Engine, KEY, PASSWORD, ServerOptions, Urls, start},
};

/// Databases of tests that have ended. They are dropped when the next one is created.
static UNUSED: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

thread_local! {
    /// Databases that this thread created. A thread ends with its test.
    static CREATED: RefCell<Created> = const { RefCell::new(Created(Vec::new())) };
}

/// Names of databases, which are unused when this is dropped.
struct Created(Vec<String>);

impl Drop for Created {
    fn drop(&mut self) {
        UNUSED.lock().unwrap().append(&mut self.0);
    }
}

/// Creates a database with demo data that no server uses. Returns the path of its file, or its name.
pub async fn demo_database(engine: Engine, folder: &Path) -> String {
    match engine {
        Engine::Sqlite => {
            let file = folder.join("parlor.db");
            copy_sqlite(&file).await;
            file.display().to_string()
        }
        Engine::Postgres => clone_postgres().await,
    }
}

pub(super) async fn sqlite(file: PathBuf) -> (Db, String) {
    copy_sqlite(&file).await;
    (Db::sqlite(&file, &app::MIGRATIONS).await.unwrap(), file.display().to_string())
}

async fn copy_sqlite(file: &Path) {
    static TEMPLATE: OnceCell<(tempfile::TempDir, PathBuf)> = OnceCell::const_new();
    let (_, template) = TEMPLATE
        .get_or_init(|| async {
            let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
            let file = folder.path().join("template.db");
            seed_demo(Db::sqlite(&file, &app::MIGRATIONS).await.unwrap()).await;
            (folder, file)
        })
        .await;
    // The main file contains everything, because a closed database has no write-ahead log.
    assert!(!template.with_extension("db-wal").exists(), "the template was not closed");
    std::fs::copy(template, file).unwrap();
}

pub(super) async fn postgres() -> (Db, String) {
    let name = clone_postgres().await;
    (Db::postgres(&postgres::server_url(&name)).await.unwrap(), name)
}

async fn clone_postgres() -> String {
    // Only one session at a time may clone a template.
    static TEMPLATE: Mutex<bool> = Mutex::const_new(false);
    let mut is_created = TEMPLATE.lock().await;
    let mut superuser = PgConnection::connect(&postgres::superuser_url("postgres")).await.unwrap();
    if !*is_created {
        for sql in [
            "CREATE ROLE parlor_owner LOGIN CREATEROLE",
            "CREATE DATABASE parlor_template OWNER parlor_owner",
        ] {
            superuser.execute(sql).await.unwrap();
        }
        let mut schema = PgConnection::connect(&postgres::superuser_url("parlor_template")).await.unwrap();
        schema.execute("ALTER SCHEMA public OWNER TO parlor_owner").await.unwrap();
        schema.close().await.unwrap();
        let url = postgres::owner_url("parlor_template");
        let server_url = postgres::server_url("parlor_template");
        app::MIGRATIONS.run_postgres(&url).await.unwrap();
        enable_login(&url, &server_url).await.unwrap();
        seed_demo(Db::postgres(&server_url).await.unwrap()).await;
        *is_created = true;
    }
    let unused = std::mem::take(&mut *UNUSED.lock().unwrap());
    for name in unused {
        // Fails if its last connections have not ended within five seconds. The next test tries again.
        if superuser.execute(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).await.is_err() {
            UNUSED.lock().unwrap().push(name);
        }
    }
    let name = format!("demo_{:016x}", rand::random::<u64>());
    superuser
        .execute(AssertSqlSafe(format!(
            "CREATE DATABASE {name} TEMPLATE parlor_template STRATEGY file_copy OWNER parlor_owner"
        )))
        .await
        .unwrap();
    CREATED.with_borrow_mut(|created| created.0.push(name.clone()));
    superuser.close().await.unwrap();
    drop(is_created);
    name
}

/// Creates the demo data once per run, from which test databases are copied.
async fn seed_demo(db: Db) {
    // A cheap hash, because hashing for logins took 6 % of the processor time of all tests.
    let params = argon2::Params::new(argon2::Params::MIN_M_COST, 1, 1, None).unwrap();
    let hasher = Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    let password_hash = hasher.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    let (clock, demo) = (TurnedClock::at(BEGINNING), Some(Demo { password_hash, history_days: 0 }));
    let [twilio, textline, buildium, vantaca, cinc] = [(); 5].map(|()| "http://127.0.0.1:9".to_owned());
    let urls = Urls { twilio, textline, buildium, vantaca, cinc };
    start(db.clone(), clock, &[KEY], urls, demo, ServerOptions::default()).await;
    db.close().await;
}
