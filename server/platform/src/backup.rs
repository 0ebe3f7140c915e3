//! Copies a SQLite database at one point in time, while it is in use.
use std::{fs, os::unix::fs::OpenOptionsExt, path::Path, time::Duration};

use sqlx::{Connection, Executor};
use sqlx_sqlite::{SqliteConnectOptions, SqliteConnection};

/// Copies a database into a new file and checks the copy's integrity.
///
/// # Errors
/// A message for the user. No file is left behind.
pub async fn sqlite(database: &Path, to: &Path) -> Result<(), String> {
    if !database.is_file() {
        return Err(format!("There is no database {}. Give its folder with --data-dir.", database.display()));
    }
    // Never overwrites a file, not even one that is created at the same time. Other users cannot read it.
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
    file.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            format!("{} already exists. Choose another file name.", to.display())
        }
        _ => format!("{} cannot be written: {error}", to.display()),
    })?;
    copy(database, to).await.map_err(|why| {
        let _ = fs::remove_file(to);
        format!("{} cannot be copied: {why}", database.display())
    })
}

async fn copy(database: &Path, to: &Path) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let name = to.to_str().ok_or("the name of the copy is no text")?;
    let options = SqliteConnectOptions::new().busy_timeout(Duration::from_secs(30));
    let mut from = SqliteConnection::connect_with(&options.clone().filename(database)).await?;
    // A single read transaction: it excludes later commits and blocks no one.
    from.execute(sqlx::query("VACUUM INTO $1").bind(name)).await?;
    from.close().await?;
    let mut copy = SqliteConnection::connect_with(&options.filename(to).read_only(true)).await?;
    let (whole,): (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut copy).await?;
    copy.close().await?;
    if whole != "ok" {
        return Err(format!("the copy is not whole: {whole}").into());
    }
    Ok(fs::File::open(to)?.sync_all()?)
}
