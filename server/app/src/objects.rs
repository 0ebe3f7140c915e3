//! Stores the bytes of files as objects: in a folder, or in a bucket of a service with the protocol of Amazon S3.
//! An object is written once under a key of its own and is never changed.
use std::{
    collections::BTreeSet,
    fs::Permissions,
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::{
    ClientOptions, Error, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
    aws::AmazonS3Builder,
    client::{HttpClient, HttpConnector},
    local::LocalFileSystem,
    memory::InMemory,
    path::Path as Key,
};
use platform::{Fault, config::Bucket};
use secrecy::ExposeSecret;
use tokio::{fs, task::spawn_blocking};

use crate::http_client;

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// Maximum time of one request to a bucket.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum total time for retries; a job's lease is longer.
const RETRY_TIMEOUT: Duration = Duration::from_secs(25);
const MAX_RETRIES: usize = 3;
/// Number of objects that are deleted at once.
const DELETED_AT_ONCE: usize = 8;
/// Maximum size of an object, in bytes: it is held in memory.
const MAX_SIZE: u64 = 64 << 20;

/// The object storage. Clones share it.
#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The folder; `None` for a bucket or memory.
    folder: Option<PathBuf>,
}

impl Objects {
    /// Stores objects in an existing folder.
    ///
    /// # Errors
    /// Fails if the folder cannot be used.
    pub fn folder(folder: &Path) -> io::Result<Self> {
        let store = LocalFileSystem::new_with_prefix(folder).map_err(io::Error::other)?.with_fsync(true);
        Ok(Self { store: Arc::new(store), folder: Some(folder.canonicalize()?) })
    }

    /// Stores objects in a bucket.
    ///
    /// # Errors
    /// Fails if the settings are not valid.
    pub fn bucket(bucket: &Bucket) -> Result<Self, Error> {
        let retry =
            RetryConfig { max_retries: MAX_RETRIES, retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&bucket.name)
            .with_region(&bucket.region)
            .with_access_key_id(&bucket.key_id)
            .with_secret_access_key(bucket.key.expose_secret())
            .with_retry(retry)
            .with_disable_bulk_delete(true)
            .with_http_connector(Connector);
        if let Some(url) = &bucket.url {
            builder = builder.with_endpoint(url).with_allow_http(url.starts_with("http://"));
        }
        Ok(Self { store: Arc::new(builder.build()?), folder: None })
    }

    /// Stores objects in memory only, for commands without files.
    #[must_use]
    pub fn memory() -> Self {
        Self { store: Arc::new(InMemory::new()), folder: None }
    }

    /// Stores an object. It is on disk when this returns.
    ///
    /// # Errors
    /// `UNAVAILABLE`; `STORAGE_FULL`; `INTERNAL` for one that is larger than 64 MB.
    pub async fn put(&self, key: &str, bytes: Vec<u8>) -> Result<(), Fault> {
        if bytes.len() as u64 > MAX_SIZE {
            return Err(Fault::internal("an object is too large"));
        }
        let file = self.folder.as_ref().map(|folder| folder.join(key));
        if let Some(parent) = file.as_ref().and_then(|file| file.parent()) {
            let mut made = fs::DirBuilder::new();
            made.recursive(true).mode(FOLDER_MODE).create(parent).await.map_err(failed)?;
        }
        self.store.put(&Key::from(key), PutPayload::from(bytes)).await.map_err(failed)?;
        if let Some(file) = file {
            let mode = Permissions::from_mode(FILE_MODE);
            fs::set_permissions(file, mode).await.map_err(failed)?;
        }
        Ok(())
    }

    /// Returns an object; `None` if it is not there.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, Fault> {
        match self.store.get(&Key::from(key)).await {
            Ok(found) if found.meta.size > MAX_SIZE => Err(Fault::internal("an object is too large")),
            Ok(found) => found.bytes().await.map(Some).map_err(Fault::unavailable),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(Fault::unavailable(error)),
        }
    }

    /// Deletes objects; those that are not there count as deleted.
    ///
    /// # Errors
    /// `UNAVAILABLE`; some may be deleted then.
    pub async fn delete(&self, keys: &[String]) -> Result<(), Fault> {
        let deleting = stream::iter(keys.to_owned()).map(|key| self.delete_one(key));
        deleting.buffer_unordered(DELETED_AT_ONCE).try_collect().await
    }

    async fn delete_one(&self, key: String) -> Result<(), Fault> {
        // Keys of interrupted writes are not valid paths of the store, and occur only in folders.
        match &self.folder {
            Some(folder) => {
                fs::remove_file(folder.join(key)).await.or_else(is_absent).map_err(Fault::unavailable)
            }
            None => match self.store.delete(&Key::from(key)).await {
                Err(Error::NotFound { .. }) => Ok(()),
                deleted => deleted.map_err(Fault::unavailable),
            },
        }
    }

    /// Returns up to `most` keys after another one, in their order; in a folder, those of interrupted writes as well.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    pub async fn list_after(&self, after: &str, most: usize) -> Result<Vec<String>, Fault> {
        if let Some(folder) = self.folder.clone() {
            let after = after.to_owned();
            let listed = spawn_blocking(move || list_folder(&folder, &after, most)).await;
            return listed.map_err(Fault::unavailable)?.map_err(Fault::unavailable);
        }
        let found = match after {
            "" => self.store.list(None),
            after => self.store.list_with_offset(None, &Key::from(after)),
        };
        let keys = found.take(most).map_ok(|object| object.location.to_string());
        keys.try_collect().await.map_err(Fault::unavailable)
    }
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> Fault {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(&error);
    while let Some(one) = cause {
        if one.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::StorageFull) {
            return Fault::storage_full(error);
        }
        cause = one.source();
    }
    Fault::unavailable(error)
}

fn is_absent(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Returns the first `most` keys after another one. A folder has no order, so it is read as a whole.
fn list_folder(root: &Path, after: &str, most: usize) -> io::Result<Vec<String>> {
    let mut first = BTreeSet::new();
    for folder in std::fs::read_dir(root)? {
        let folder = folder?;
        if !folder.file_type()?.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(folder.path())? {
            let (folder, file) = (folder.file_name(), file?.file_name());
            let (Some(folder), Some(file)) = (folder.to_str(), file.to_str()) else { continue };
            let key = format!("{folder}/{file}");
            if key.as_str() > after {
                first.insert(key);
            }
            if first.len() > most {
                first.pop_last();
            }
        }
    }
    Ok(first.into_iter().collect())
}

/// Creates the HTTP client of a bucket.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(http_client::client_with_timeout(REQUEST_TIMEOUT)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use platform::ErrorReason;

    use super::*;

    #[tokio::test]
    async fn objects_in_a_directory_are_readable_only_by_their_owner() {
        let root = tempfile::tempdir().unwrap();
        let objects = Objects::folder(root.path()).unwrap();
        objects.put("company/key", b"bytes".to_vec()).await.unwrap();
        let mode = |path: &str| {
            let found = std::fs::metadata(root.path().join(path)).unwrap();
            found.permissions().mode() & 0o777
        };
        assert_eq!((mode("company"), mode("company/key")), (0o700, 0o600));
        assert_eq!(objects.get("company/key").await.unwrap().unwrap(), "bytes");
        objects.delete(&["company/key".to_owned(), "company/none".to_owned()]).await.unwrap();
        assert!(objects.get("company/key").await.unwrap().is_none());
    }

    #[tokio::test]
    async fn keys_are_listed_in_order_in_every_store() {
        let root = tempfile::tempdir().unwrap();
        for objects in [Objects::folder(root.path()).unwrap(), Objects::memory()] {
            for key in ["b/1", "a/2", "c/1", "a/1", "b/2"] {
                objects.put(key, Vec::new()).await.unwrap();
            }
            assert_eq!(objects.list_after("", 3).await.unwrap(), ["a/1", "a/2", "b/1"]);
            assert_eq!(objects.list_after("b/1", 3).await.unwrap(), ["b/2", "c/1"]);
            assert!(objects.list_after("c/1", 3).await.unwrap().is_empty());
        }
    }

    #[tokio::test]
    async fn an_interrupted_write_to_a_directory_is_listed_and_deletable() {
        let root = tempfile::tempdir().unwrap();
        let objects = Objects::folder(root.path()).unwrap();
        std::fs::create_dir(root.path().join("a")).unwrap();
        std::fs::write(root.path().join("a/1#1"), "half").unwrap();
        let listed = objects.list_after("", 9).await.unwrap();
        assert_eq!(listed, ["a/1#1"]);
        objects.delete(&listed).await.unwrap();
        assert!(!root.path().join("a/1#1").exists());
    }

    #[test]
    fn a_full_disk_is_distinguished_from_an_unavailable_one() {
        for (kind, reason) in [
            (io::ErrorKind::StorageFull, ErrorReason::StorageFull),
            (io::ErrorKind::TimedOut, ErrorReason::Unavailable),
        ] {
            let error = Error::Generic { store: "folder", source: Box::new(io::Error::from(kind)) };
            assert_eq!(failed(error).reason(), reason);
        }
    }
}
