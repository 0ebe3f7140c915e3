//! Storage of the program: permissions of the data folder, and the PostgreSQL roles.
use std::{os::unix::fs::PermissionsExt, path::Path};

use sqlx::{Connection, Executor};
use sqlx_postgres::PgConnection;
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::*;

/// Returns the modes of a folder and of its files, by name.
fn modes(folder: &Path) -> Vec<(String, u32)> {
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut modes: Vec<_> = files.map(|file| (name(&file), mode(&file))).collect();
    modes.push((".".to_owned(), mode(folder)));
    modes.sort();
    modes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_data_directory_is_private_regardless_of_the_umask() {
    let root = TempDir::new().unwrap();
    let data = root.path().join("data");
    let loose = || {
        let program = serve(&data, &[]);
        let mut command = Command::new("sh");
        command.args(["-c", "umask 000; exec \"$0\" \"$@\""]);
        command.env_clear().arg(program.as_std().get_program()).args(program.as_std().get_args());
        piped(&mut command);
        command
    };
    let expected: Vec<_> = [
        (".", 0o700),
        ("files", 0o700),
        ("parlor.db", 0o600),
        ("parlor.db-shm", 0o600),
        ("parlor.db-wal", 0o600),
    ]
    .into_iter()
    .chain([("parlor.key", 0o600), ("parlor.lock", 0o600)])
    .map(|(name, mode)| (name.to_owned(), mode))
    .collect();
    let mut first = Program::start(loose()).await;
    assert_eq!(modes(&data), expected);
    // After a kill, SQLite's auxiliary files remain next to the database.
    first.kill().await;
    for (name, mode) in &expected {
        let loosened = std::fs::Permissions::from_mode(mode | 0o055);
        std::fs::set_permissions(data.join(name), loosened).unwrap();
    }
    let again = Program::start(loose()).await;
    assert_eq!(modes(&data), expected, "existing files become private as well");
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_migrates_postgres_and_the_server_logs_in_as_its_own_role() {
    let (mut cluster, folder) = (Cluster::create(), TempDir::new().unwrap());
    cluster.require_password();
    cluster.stop(Shutdown::Fast);
    cluster.start();
    let (owner, server) = (cluster.url(), cluster.login_url("parlor_server", "pass%20word%27"));
    let daily = ["--database-url", &server];
    let refused = run_to_end(serve(folder.path(), &daily)).await;
    assert!(!refused.status.success(), "there is no such role yet");

    let both = [daily[0], daily[1], "--database-owner-url", &owner];
    Program::serve(folder.path(), &[&both[..], &["--demo"]].concat()).await.stop().await;
    // Without the owner's URL, once the schema is up to date.
    let program = Program::serve(folder.path(), &daily).await;
    program.login("admin@harborline.example").await;
    let log = program.stop().await;
    assert!(!log.contains("logs in to PostgreSQL as more"), "{log}");

    let wrong = cluster.login_url("parlor_server", "another");
    let refused = run_to_end(serve(folder.path(), &["--database-url", &wrong])).await;
    assert!(
        text_of(&refused.stderr).contains("password authentication failed"),
        "{}",
        text_of(&refused.stderr)
    );
    let mut superuser = PgConnection::connect(&owner).await.unwrap();
    superuser.execute("DELETE FROM _sqlx_migrations WHERE version > 11").await.unwrap();
    let refused = run_to_end(serve(folder.path(), &daily)).await;
    assert!(text_of(&refused.stderr).contains("Run parlor migrate"), "{}", text_of(&refused.stderr));
}

#[tokio::test]
async fn a_server_that_logs_in_as_the_postgres_owner_warns() {
    let (cluster, folder) = (Cluster::create(), TempDir::new().unwrap());
    let program = Program::serve(folder.path(), &["--database-url", &cluster.url()]).await;
    let log = program.stop().await;
    assert!(log.contains("does not log in to PostgreSQL as the role parlor_server"), "{log}");
    let owner = cluster.url();
    let refused =
        run_to_end(serve(folder.path(), &["--database-url", &owner, "--database-owner-url", &owner])).await;
    assert!(
        text_of(&refused.stderr).contains("must log in as parlor_server"),
        "{}",
        text_of(&refused.stderr)
    );
}
