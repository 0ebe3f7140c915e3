//! The configuration: typed, read once, all of its mistakes told together.
mod admin;
mod answers;
mod catalog;
mod files;
mod keys;
mod mail;
mod serve;
#[cfg(test)]
mod tests;

use std::{env, ffi::OsStr, fmt, path::PathBuf};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use secrecy::{ExposeSecret, SecretString};

use crate::server_role::{SERVER_ROLE, is_server_login};

pub use admin::{Backup, CreateAdmin, Outbox, RotateSigningKey};
pub use answers::Evaluate;
pub use catalog::{CatalogName, PrintCatalog};
pub use files::{Bucket, Files};
pub use keys::{read_key, write_key};
pub use mail::Relay;
pub use serve::{Addresses, Serve};

/// Parlor: residents text, a bot answers, and staff answer what it cannot.
#[derive(Parser)]
#[command(name = "parlor", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// What the arguments and the environment say; leaves with a word on it where they cannot be read.
    #[must_use]
    pub fn read() -> Self {
        let mut command = without_empty(Self::command());
        let read = Self::from_arg_matches_mut(&mut command.get_matches_mut());
        read.unwrap_or_else(|mistake| mistake.format(&mut command).exit())
    }
}

/// The same command, for which a variable that is empty is one that is not given.
fn without_empty(command: clap::Command) -> clap::Command {
    let is_empty = |name: &OsStr| env::var_os(name).is_some_and(|value| value.is_empty());
    let given = move |arg: clap::Arg| match arg.get_env().is_some_and(is_empty) {
        true => arg.env(None::<&str>),
        false => arg,
    };
    command.mut_args(given).mut_subcommands(without_empty)
}

/// What the program can do.
#[derive(Subcommand)]
pub enum Command {
    /// Serve staff, partners and residents.
    Serve(Box<Serve>),
    /// Bring the database up to date and leave.
    Migrate(Storage),
    /// Copy the SQLite database into a file that is not there yet, also while the server runs.
    Backup(Backup),
    /// Print what REST takes and gives, as an OpenAPI document.
    Openapi,
    /// Print a catalog of what residents ask, as JSON: what a community starts from before
    /// it has answers.
    Catalog(PrintCatalog),
    /// What the bot would make of residents' texts.
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
    /// Make a company's administrator. Asks for nothing: the password comes from the
    /// environment variable PARLOR_ADMIN_PASSWORD.
    Create(CreateAdmin),
    /// Have a new key sign tokens for other systems. The one before it stays in the key set
    /// for 48 hours, so that what it signed is still believed.
    RotateSigningKey(RotateSigningKey),
    /// Print the mails that stayed in the outbox because there is no mail server, with the
    /// links in them.
    Outbox(Outbox),
}

/// Where things are stored.
#[derive(Args, Clone)]
pub struct Storage {
    /// Folder for the SQLite database.
    #[arg(long, env = "PARLOR_DATA_DIR", default_value = "./data")]
    pub data_dir: PathBuf,
    /// PostgreSQL instead of SQLite: postgres://parlor_server:password@host/database. What the
    /// server logs in with every day. Where the database's owner stands here instead, it brings
    /// the schema up to date as well, and the server works as the role parlor_server.
    #[arg(long, env = "PARLOR_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,
    /// The owner of PostgreSQL's tables: postgres://owner:password@host/database. It brings the
    /// schema up to date, lets parlor_server log in, and is used for nothing else. Without it,
    /// parlor_server is served with if the schema is up to date.
    #[arg(long, env = "PARLOR_DATABASE_OWNER_URL", hide_env_values = true)]
    pub database_owner_url: Option<SecretString>,
}

/// Everything that is wrong with a configuration.
#[derive(Debug)]
pub struct Mistakes(Vec<String>);

impl Mistakes {
    /// What was read, if nothing is wrong.
    fn none<T>(mistakes: Vec<String>, read: T) -> Result<T, Self> {
        if mistakes.is_empty() { Ok(read) } else { Err(Self(mistakes)) }
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The configuration cannot be used:")?;
        self.0.iter().try_for_each(|mistake| write!(f, "\n  - {mistake}"))
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

    /// Checks what the types do not say.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<(), Mistakes> {
        Mistakes::none(self.mistakes(), ())
    }
}

/// Whether it is http(s)://host[:port] with nothing after it.
#[must_use]
pub fn is_origin(url: &str) -> bool {
    url.parse::<http::Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.authority().is_some_and(|a| !a.as_str().contains('@'))
            && uri.path() == "/"
            && !url.ends_with('/')
            && uri.query().is_none()
    })
}
