//! Creates files and folders that only the server's account may read, regardless of the umask.
use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// The sticky bit. A folder with it, such as /tmp, is shared by all accounts and does not belong to Parlor alone.
const STICKY: u32 = 0o1000;
/// The permission bits of accounts other than the owner.
const OTHERS: u32 = 0o077;
/// Suffixes of the files that SQLite creates beside an open database.
const BESIDE_DATABASE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Creates a folder if it is missing, and removes the permissions of other accounts, unless it is a shared folder.
///
/// # Errors
/// Fails if it cannot be created.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)?;
    if fs::metadata(folder)?.permissions().mode() & STICKY == 0 {
        restrict(folder, FOLDER_MODE)?;
    }
    Ok(())
}

/// Opens a file for writing without truncating it, creates it if it is missing, and removes the permissions of other
/// accounts.
///
/// # Errors
/// Fails if it cannot be opened.
pub fn open_file(file: &Path) -> io::Result<fs::File> {
    let opened =
        fs::OpenOptions::new().write(true).create(true).truncate(false).mode(FILE_MODE).open(file)?;
    restrict(file, FILE_MODE)?;
    Ok(opened)
}

/// Creates the file of a database if it is missing, and removes the permissions of other accounts from it and from
/// SQLite's files beside it. Files that SQLite creates later get the mode of the database.
///
/// # Errors
/// Fails if it cannot be opened.
pub fn make_database(file: &Path) -> io::Result<()> {
    open_file(file)?;
    for ending in BESIDE_DATABASE {
        let mut beside = file.as_os_str().to_owned();
        beside.push(ending);
        let beside = Path::new(&beside);
        if beside.exists() {
            restrict(beside, FILE_MODE)?;
        }
    }
    Ok(())
}

/// Writes a file unless it exists.
///
/// # Errors
/// Fails if it cannot be written.
pub fn write_once(file: &Path, text: &str) -> io::Result<()> {
    use io::Write;
    let created = fs::OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(file);
    match created {
        Ok(mut file) => file.write_all(format!("{text}\n").as_bytes()).and_then(|()| file.sync_all())?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    restrict(file, FILE_MODE)
}

/// Removes the permissions of other accounts. Only logs a warning if that fails, because a file or folder of another
/// account, such as a mounted volume, cannot be changed.
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    if fs::metadata(path)?.permissions().mode() & OTHERS == 0 {
        return Ok(());
    }
    if let Err(why) = fs::set_permissions(path, fs::Permissions::from_mode(mode)) {
        tracing::warn!(path = %path.display(), %why, "could not remove the permissions of other accounts");
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn loosen(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn the_data_directory_and_its_files_become_private_to_their_owner() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("not/there/yet");
        let (database, key) = (folder.join("parlor.db"), folder.join("parlor.key"));
        let log = folder.join("parlor.db-wal");
        let make = || {
            make_folder(&folder).unwrap();
            make_database(&database).unwrap();
            write_once(&key, "key").unwrap();
        };
        make();
        fs::write(&log, "log").unwrap();
        assert_eq!([&folder, &database, &key].map(|path| mode(path)), [0o700, 0o600, 0o600]);
        fs::write(&database, "rows").unwrap();
        loosen(&folder, 0o755);
        [&database, &log, &key].into_iter().for_each(|file| loosen(file, 0o664));
        make();
        assert_eq!([&folder, &database, &log, &key].map(|path| mode(path)), [0o700, 0o600, 0o600, 0o600]);
        assert_eq!(fs::read_to_string(&database).unwrap(), "rows");
        assert_eq!(fs::read_to_string(&key).unwrap(), "key\n");
    }

    #[test]
    fn a_shared_directory_keeps_its_permissions() {
        let root = tempfile::tempdir().unwrap();
        loosen(root.path(), 0o1777);
        make_folder(root.path()).unwrap();
        assert_eq!(mode(root.path()), 0o1777);
    }
}
