//! The configuration: typed, read once, all of its mistakes told together.
use std::{fmt, net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use secrecy::SecretString;

/// Parlor: residents text, a bot answers, and staff answer what it cannot.
#[derive(Parser)]
#[command(name = "parlor", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Subcommand)]
pub enum Command {
    /// Serve staff, partners and residents.
    Serve(Serve),
    /// Bring the database up to date and leave.
    Migrate(Storage),
    /// Administer from the command line.
    #[command(subcommand)]
    Admin(Admin),
}

/// Administration from the command line.
#[derive(Subcommand)]
pub enum Admin {
    /// Make a company's administrator. Asks for nothing: the password comes from the
    /// environment variable PARLOR_ADMIN_PASSWORD.
    Create(CreateAdmin),
}

/// Where things are stored.
#[derive(Args, Clone)]
pub struct Storage {
    /// Folder for the SQLite database.
    #[arg(long, env = "PARLOR_DATA_DIR", default_value = "./data")]
    pub data_dir: PathBuf,
    /// PostgreSQL instead of SQLite: postgres://owner@host/database. Its tables belong to
    /// that owner; the server itself works as the role parlor_server.
    #[arg(long, env = "PARLOR_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<SecretString>,
}

/// How to serve.
#[derive(Args, Clone)]
pub struct Serve {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// Address and port to listen on.
    #[arg(long, env = "PARLOR_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The address that browsers and carriers use; by default the one that is listened on.
    #[arg(long, env = "PARLOR_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Fill an empty database with three demo companies.
    #[arg(long, env = "PARLOR_DEMO")]
    pub demo: bool,
    /// The password of the demo's accounts.
    #[arg(long, env = "PARLOR_DEMO_PASSWORD", hide_env_values = true, default_value = "parlor-demo-house")]
    pub demo_password: SecretString,
    /// Id of the company that runs the platform.
    #[arg(long, env = "PARLOR_MAIN_COMPANY_ID")]
    pub main_company_id: Option<String>,
    /// Id of the second company whose staff have the service requests.
    #[arg(long, env = "PARLOR_SERVICE_REQUEST_COMPANY_ID")]
    pub service_request_company_id: Option<String>,
    /// Ids of single accounts that have the service requests, separated by commas.
    #[arg(long, env = "PARLOR_SERVICE_REQUEST_USER_IDS", value_delimiter = ',')]
    pub service_request_user_ids: Vec<String>,
    /// Other origins whose pages may call, separated by commas: https://dash.example.
    #[arg(long, env = "PARLOR_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// How the log is written: text or json.
    #[arg(long, env = "PARLOR_LOG_FORMAT", default_value = "text")]
    pub log_format: String,
}

/// The administrator to make.
#[derive(Args, Clone)]
pub struct CreateAdmin {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    /// The company's name; it is made if there is none of that name.
    #[arg(long)]
    pub company: String,
    /// The e-mail address to sign in with.
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

/// Where the server is and may be called from, checked.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Other origins whose pages may call.
    pub allowed_origins: Vec<http::HeaderValue>,
    /// One log line is one JSON object.
    pub json_log: bool,
}

/// Everything that is wrong with a configuration.
#[derive(Debug)]
pub struct Mistakes(Vec<String>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The configuration cannot be used:")?;
        self.0.iter().try_for_each(|mistake| write!(f, "\n  - {mistake}"))
    }
}

impl std::error::Error for Mistakes {}

impl Serve {
    /// Checks what the types do not say.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<Addresses, Mistakes> {
        let mut mistakes = self.storage.mistakes();
        let listen = self.listen.parse().map_err(|_| {
            let given = &self.listen;
            mistakes.push(format!(
                "PARLOR_LISTEN is \"{given}\"; give an address and a port, such as 127.0.0.1:8080"
            ));
        });
        if let Some(url) = &self.public_url
            && !is_origin(url)
        {
            mistakes.push(format!(
                "PARLOR_PUBLIC_URL is \"{url}\"; give http(s)://host[:port] with nothing after it"
            ));
        }
        let mut allowed_origins = Vec::new();
        for origin in &self.allowed_origins {
            match origin.parse() {
                Ok(value) if is_origin(origin) => allowed_origins.push(value),
                _ => mistakes.push(format!(
                    "PARLOR_ALLOWED_ORIGINS has \"{origin}\"; give http(s)://host[:port] with nothing after it"
                )),
            }
        }
        if !matches!(self.log_format.as_str(), "text" | "json") {
            mistakes.push(format!("PARLOR_LOG_FORMAT is \"{}\"; give text or json", self.log_format));
        }
        match listen {
            Ok(listen) if mistakes.is_empty() => {
                Ok(Addresses { listen, allowed_origins, json_log: self.log_format == "json" })
            }
            _ => Err(Mistakes(mistakes)),
        }
    }
}

impl Storage {
    fn mistakes(&self) -> Vec<String> {
        use secrecy::ExposeSecret;
        let wrong = self.database_url.as_ref().is_some_and(|url| {
            let url = url.expose_secret();
            !url.starts_with("postgres://") && !url.starts_with("postgresql://")
        });
        if wrong { vec!["PARLOR_DATABASE_URL must begin with postgres://".into()] } else { vec![] }
    }

    /// Checks what the types do not say.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<(), Mistakes> {
        let mistakes = self.mistakes();
        if mistakes.is_empty() { Ok(()) } else { Err(Mistakes(mistakes)) }
    }
}

fn is_origin(url: &str) -> bool {
    url.parse::<http::Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.authority().is_some_and(|a| !a.as_str().contains('@'))
            && uri.path() == "/"
            && !url.ends_with('/')
            && uri.query().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(args: &[&str]) -> Serve {
        match Cli::parse_from(["parlor", "serve"].iter().chain(args)).command {
            Command::Serve(serve) => serve,
            _ => unreachable!("serve was asked for"),
        }
    }

    #[test]
    fn all_mistakes_are_told_together() {
        let mistakes = serve(&[
            "--listen",
            "here",
            "--public-url",
            "https://parlor.example/path",
            "--database-url",
            "mysql://x",
            "--allowed-origins",
            "https://ok.example,nope",
            "--log-format",
            "xml",
        ])
        .check()
        .expect_err("nothing of it is right")
        .to_string();
        for name in [
            "PARLOR_LISTEN",
            "PARLOR_PUBLIC_URL",
            "PARLOR_DATABASE_URL",
            "PARLOR_ALLOWED_ORIGINS",
            "PARLOR_LOG_FORMAT",
        ] {
            assert!(mistakes.contains(name), "{name} in {mistakes}");
        }
        assert!(!mistakes.contains("ok.example"));
    }

    #[test]
    fn the_defaults_are_right() {
        let addresses = serve(&[]).check().expect("the defaults are right");
        assert_eq!(addresses.listen.to_string(), "127.0.0.1:8080");
    }
}
