//! The configuration from the command line and the environment. It is read once, and all mistakes are reported
//! together.
mod admin;
mod answers;
mod catalog;
mod cinc;
mod files;
mod keys;
mod limits;
mod mail;
mod models;
mod secrets;
mod serve;
#[cfg(test)]
mod tests;

use std::{env, ffi::OsStr, fmt, path::PathBuf};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use secrecy::{ExposeSecret, SecretString};

use crate::server_role::{SERVER_ROLE, is_server_login};

pub use admin::{Backup, CreateAdmin, KeyedStorage};
pub use answers::Evaluate;
pub use catalog::{CatalogName, PrintCatalog};
pub use cinc::{Cinc, CincClient};
pub use files::{Bucket, Files};
pub use keys::{read_key, write_key};
pub use limits::Limits;
pub use mail::Relay;
pub use secrets::{Secrets, Ssm};
pub use serve::{Addresses, Serve};

/// Parlor: residents text, a bot answers, and staff answer what it cannot.
#[derive(Parser)]
#[command(name = "parlor", version)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads the arguments and the environment. Prints the mistake and exits if they are not valid.
    #[must_use]
    pub fn read() -> Self {
        let mut command = without_empty(Self::command());
        let read = Self::from_arg_matches_mut(&mut command.get_matches_mut());
        read.unwrap_or_else(|mistake| mistake.format(&mut command).exit())
    }
}

/// Returns the command with empty environment variables ignored.
fn without_empty(command: clap::Command) -> clap::Command {
    let is_empty = |name: &OsStr| env::var_os(name).is_some_and(|value| value.is_empty());
    let ignore_empty = move |arg: clap::Arg| match arg.get_env().is_some_and(is_empty) {
        true => arg.env(None::<&str>),
        false => arg,
    };
    command.mut_args(ignore_empty).mut_subcommands(without_empty)
}

/// The commands of the program.
#[derive(Subcommand)]
pub enum Command {
    /// Serve staff, partners and residents.
    Serve(Box<Serve>),
    /// Migrate the database to the current schema and exit.
    Migrate(Storage),
    /// Copy the SQLite database to a new file. The server can keep running.
    Backup(Backup),
    /// Print the OpenAPI document of the REST API.
    Openapi,
    /// Print a catalog of residents' questions as JSON: what a community starts from before
    /// it has answers.
    Catalog(PrintCatalog),
    /// Test the answering engine.
    #[command(subcommand)]
    Answers(Answers),
    /// Administer from the command line.
    #[command(subcommand)]
    Admin(Admin),
}

/// The answering engine from the command line.
#[derive(Subcommand)]
pub enum Answers {
    /// Measure how well the engine finds the right answers, and how well it knows when it has none.
    Evaluate(Evaluate),
}

/// Administration from the command line.
#[derive(Subcommand)]
pub enum Admin {
    /// Create an administrator of a company. There is no prompt: the password comes from the
    /// environment variable PARLOR_ADMIN_PASSWORD.
    Create(CreateAdmin),
    /// Sign tokens for other systems with a new key. The previous key stays in the key set for
    /// 48 hours, so that the tokens that it signed stay valid.
    RotateSigningKey(KeyedStorage),
    /// Print the emails that are in the outbox because there is no mail server, with the links
    /// in them.
    Outbox(KeyedStorage),
}

/// The database.
#[derive(Args, Clone)]
pub struct Storage {
    /// Folder for the SQLite database.
    #[arg(long, env = "PARLOR_DATA_DIR", default_value = "./data")]
    pub data_dir: PathBuf,
    /// PostgreSQL instead of SQLite: postgres://parlor_server:password@host/database. If this URL
    /// logs in as the owner of the database instead, the server also migrates the schema, and then
    /// switches to the role parlor_server.
    #[arg(long, env = "PARLOR_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,
    /// The owner of PostgreSQL's tables: postgres://owner:password@host/database. Used only to
    /// migrate the schema and to let parlor_server log in. Without it, a server that logs in as
    /// parlor_server starts only if the schema is up to date.
    #[arg(long, env = "PARLOR_DATABASE_OWNER_URL", hide_env_values = true)]
    pub database_owner_url: Option<SecretString>,
}

/// All mistakes in a configuration.
#[derive(Debug)]
pub struct Mistakes {
    mistakes: Vec<String>,
}

impl Mistakes {
    /// Returns `read` if there are no mistakes.
    fn none<T>(mistakes: Vec<String>, read: T) -> Result<T, Self> {
        if mistakes.is_empty() { Ok(read) } else { Err(Self { mistakes }) }
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The configuration cannot be used:")?;
        self.mistakes.iter().try_for_each(|mistake| write!(f, "\n  - {mistake}"))
    }
}

impl std::error::Error for Mistakes {}

impl Storage {
    fn mistakes(&self) -> Vec<String> {
        let mut mistakes = vec![];
        let given = [
            ("PARLOR_DATABASE_URL", &self.database_url),
            ("PARLOR_DATABASE_OWNER_URL", &self.database_owner_url),
        ];
        for (name, url) in given {
            let url = url.as_ref().map_or("postgres://", |url| url.expose_secret());
            if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
                mistakes.push(format!("{name} must begin with postgres://"));
            }
        }
        if self.database_owner_url.is_some() && mistakes.is_empty() {
            match &self.database_url {
                Some(url) if is_server_login(url.expose_secret()) => {}
                Some(_) => mistakes.push(format!(
                    "PARLOR_DATABASE_URL must log in as {SERVER_ROLE} where PARLOR_DATABASE_OWNER_URL is given"
                )),
                None => mistakes.push("PARLOR_DATABASE_OWNER_URL needs PARLOR_DATABASE_URL".to_owned()),
            }
        }
        mistakes
    }

    /// Checks the URLs of the database.
    ///
    /// # Errors
    /// Returns all mistakes at once.
    pub fn check(&self) -> Result<(), Mistakes> {
        Mistakes::none(self.mistakes(), ())
    }
}

/// Returns whether a URL is http(s)://host[:port] with nothing after it, and the host has no empty part.
#[must_use]
pub fn is_origin(url: &str) -> bool {
    url.parse::<http::Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.authority().is_some_and(|a| !a.as_str().contains('@'))
            && uri.host().is_some_and(|host| host.split('.').all(|part| !part.is_empty()))
            && uri.path() == "/"
            && !url.ends_with('/')
            && uri.query().is_none()
    })
}
