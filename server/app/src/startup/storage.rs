//! Opens the database, the lock of the data folder, the storage of files, the vault and the store of secrets.
use std::{path::Path, sync::Arc};

use platform::{
    Db, Vault,
    config::{Bucket, Ssm, Storage},
    db::OpenError,
    secrets::ParameterStore,
    server_role,
    vault::KEY_BYTES,
};
use secrecy::{ExposeSecret, SecretString};

use super::private_files;
use crate::{objects::Objects, parameter_store::SsmParameterStore};

/// The reason why the server could not start or run.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Opens and migrates the database: SQLite in the data folder, or PostgreSQL.
///
/// # Errors
/// Returns a message for the operator if the database cannot be opened or migrated.
pub async fn open(storage: &Storage) -> Result<Db, Failure> {
    if let Some(url) = &storage.database_url {
        let url = url.expose_secret();
        update(url, storage.database_owner_url.as_ref()).await?;
        return Ok(Db::postgres(url).await?);
    }
    let dir = &storage.data_dir;
    make(dir)?;
    let file = dir.join("parlor.db");
    private_files::make_database(&file)
        .map_err(|e| format!("The database {} cannot be used: {e}", file.display()))?;
    let db = Db::sqlite(&file, &crate::MIGRATIONS).await;
    Ok(db.map_err(|e| format!("The database {} cannot be used: {e}", file.display()))?)
}

/// Migrates PostgreSQL as the owner of the database. The server's own role may not migrate: if only that is configured,
/// checks the schema version instead.
async fn update(url: &str, owner_url: Option<&SecretString>) -> Result<(), OpenError> {
    match owner_url {
        Some(owner) => {
            crate::MIGRATIONS.run_postgres(owner.expose_secret()).await?;
            server_role::enable_login(owner.expose_secret(), url).await
        }
        None if server_role::is_server_login(url) => crate::MIGRATIONS.check_postgres(url).await,
        None => crate::MIGRATIONS.run_postgres(url).await,
    }
}

fn make(dir: &Path) -> Result<(), Failure> {
    Ok(private_files::make_folder(dir)
        .map_err(|e| format!("The folder {} cannot be created: {e}", dir.display()))?)
}

/// Locks a data folder with SQLite, because only one server may use it: two servers would not get each other's
/// signals. The lock is held until the returned file is dropped. Returns `None` for PostgreSQL.
///
/// # Errors
/// A message for the operator if another server has the folder, or it cannot be written.
pub fn hold(storage: &Storage) -> Result<Option<std::fs::File>, Failure> {
    if storage.database_url.is_some() {
        return Ok(None);
    }
    let dir = storage.data_dir.display();
    let unusable = |error: std::io::Error| format!("The folder {dir} cannot be used: {error}");
    make(&storage.data_dir)?;
    let file = private_files::open_file(&storage.data_dir.join("parlor.lock")).map_err(unusable)?;
    file.try_lock().map_err(|_| {
        format!(
            "Another Parlor is serving from {dir}. Stop it, give another folder, or use PostgreSQL for both."
        )
    })?;
    Ok(Some(file))
}

/// Opens the storage of files: a bucket, or a folder in the data folder.
///
/// # Errors
/// Returns a message for the operator if the bucket or the folder cannot be used.
pub fn objects(storage: &Storage, bucket: Option<&Bucket>) -> Result<Objects, Failure> {
    if let Some(bucket) = bucket {
        let opened = Objects::bucket(bucket);
        return Ok(opened.map_err(|e| format!("The bucket {} cannot be used: {e}", bucket.name))?);
    }
    make(&storage.data_dir)?;
    let folder = storage.data_dir.join("files");
    make(&folder)?;
    Ok(Objects::folder(&folder)
        .map_err(|e| format!("The folder {} cannot be used: {e}", folder.display()))?)
}

/// Returns the store of secrets' values, if one is configured.
#[must_use]
pub fn parameters(settings: Option<&Ssm>) -> Option<Arc<dyn ParameterStore>> {
    settings.map(|settings| Arc::new(SsmParameterStore::new(settings)) as Arc<dyn ParameterStore>)
}

/// Creates the vault with the configured keys, or else with the key in the data folder, which is created at the first
/// start.
///
/// # Errors
/// Returns a message for the operator if the key file cannot be used.
pub fn vault(storage: &Storage, keys: &[[u8; KEY_BYTES]]) -> Result<Vault, Failure> {
    if !keys.is_empty() {
        return Ok(Vault::new(keys)?);
    }
    make(&storage.data_dir)?;
    let file = storage.data_dir.join("parlor.key");
    let unusable =
        |why: &dyn std::fmt::Display| format!("The key file {} cannot be used: {why}", file.display());
    let key: [u8; KEY_BYTES] = rand::random();
    private_files::write_once(&file, &platform::config::write_key(&key)).map_err(|e| unusable(&e))?;
    let text = std::fs::read_to_string(&file).map_err(|e| unusable(&e))?;
    let key = platform::config::read_key(text.trim()).ok_or_else(|| unusable(&"it contains no key"))?;
    Ok(Vault::new(&[key])?)
}
