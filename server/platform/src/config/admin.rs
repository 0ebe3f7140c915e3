//! What administration from the command line takes.
use std::path::PathBuf;

use clap::Args;
use secrecy::SecretString;

use super::{Mistakes, Storage, keys::read_keys};
use crate::vault::KEY_BYTES;

/// The administrator to make.
#[derive(Args, Clone)]
pub struct CreateAdmin {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The company's name; it is made if there is none of that name.
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

/// Where the signing keys are, and what opens them.
#[derive(Args, Clone)]
pub struct RotateSigningKey {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The server's own keys; by default, the one in the data folder.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
}

/// Which outbox.
#[derive(Args, Clone)]
pub struct Outbox {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The keys that the server has, if it has any; see serve.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
}

/// What to copy, and whither.
#[derive(Args, Clone)]
pub struct Backup {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The file to write; it must not be there yet.
    pub file: PathBuf,
    /// The keys that the server has, if it has any; see serve.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
}

impl RotateSigningKey {
    /// Checks what the types do not say; the keys.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<Vec<[u8; KEY_BYTES]>, Mistakes> {
        let mut mistakes = self.storage.mistakes();
        let keys = read_keys(&self.secret_keys, &mut mistakes);
        Mistakes::none(mistakes, keys)
    }
}

impl Outbox {
    /// Checks what the types do not say: the keys.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<Vec<[u8; KEY_BYTES]>, Mistakes> {
        let mut mistakes = self.storage.mistakes();
        let keys = read_keys(&self.secret_keys, &mut mistakes);
        Mistakes::none(mistakes, keys)
    }
}

impl Backup {
    /// Checks what the types do not say: it is SQLite.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<(), Mistakes> {
        let mut mistakes = self.storage.mistakes();
        if self.storage.database_url.is_some() {
            mistakes.push("PARLOR_DATABASE_URL is set; copy PostgreSQL with its own pg_dump".to_owned());
        }
        Mistakes::none(mistakes, ())
    }
}
