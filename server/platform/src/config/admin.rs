//! Arguments of the administration commands.
use std::path::PathBuf;

use clap::Args;
use secrecy::SecretString;

use super::{Mistakes, Storage, keys::read_keys};
use crate::vault::KEY_BYTES;

/// Creates an administrator.
#[derive(Args, Clone)]
pub struct CreateAdmin {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The company's name. A company with this name is created if there is none.
    #[arg(long)]
    pub company: String,
    /// The email address to sign in with.
    #[arg(long)]
    pub email: String,
    /// First name.
    #[arg(long)]
    pub first_name: String,
    /// Last name.
    #[arg(long)]
    pub last_name: String,
    /// The password, 12 to 128 characters.
    #[arg(long, env = "PARLOR_ADMIN_PASSWORD", hide_env_values = true)]
    pub password: SecretString,
}

/// The database and the keys that encrypt its secrets.
#[derive(Args, Clone)]
pub struct KeyedStorage {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The server's own keys; by default, the one in the data folder.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
}

/// Copies the SQLite database.
#[derive(Args, Clone)]
pub struct Backup {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The file to write. It must not exist yet.
    pub file: PathBuf,
    /// The server's own keys, if they are configured; see serve.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
}

impl KeyedStorage {
    /// Checks the arguments and returns the keys.
    ///
    /// # Errors
    /// Returns all mistakes at once.
    pub fn check(&self) -> Result<Vec<[u8; KEY_BYTES]>, Mistakes> {
        let mut mistakes = self.storage.mistakes();
        let keys = read_keys(&self.secret_keys, &mut mistakes);
        Mistakes::none(mistakes, keys)
    }
}

impl Backup {
    /// Checks the arguments: only SQLite is copied.
    ///
    /// # Errors
    /// Returns all mistakes at once.
    pub fn check(&self) -> Result<(), Mistakes> {
        let mut mistakes = self.storage.mistakes();
        if self.storage.database_url.is_some() {
            mistakes.push("PARLOR_DATABASE_URL is set; copy PostgreSQL with its own pg_dump".to_owned());
        }
        Mistakes::none(mistakes, ())
    }
}
