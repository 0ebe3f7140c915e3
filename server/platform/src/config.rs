//! The configuration: typed, read once, all of its mistakes told together.
use std::{fmt, net::SocketAddr, path::PathBuf, sync::Arc};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use clap::{Args, Parser, Subcommand};
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};

use crate::vault::KEY_BYTES;

use crate::{proxies::Proxies, tls};

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
    Serve(Box<Serve>),
    /// Bring the database up to date and leave.
    Migrate(Storage),
    /// Print what REST takes and gives, as an OpenAPI document.
    Openapi,
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
    /// Keys that encrypt what is secret, separated by commas: 32 bytes each in base64. The
    /// first one is used, the others still open what they sealed. By default, one in the data
    /// folder; several servers on one PostgreSQL need the same.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
    /// Issuers that tokens for other systems may name, separated by commas.
    #[arg(long, env = "PARLOR_JWT_ISSUERS", value_delimiter = ',')]
    pub jwt_issuers: Vec<String>,
    /// Let companies use mail servers on private addresses.
    #[arg(long, env = "PARLOR_PRIVATE_HOSTS")]
    pub private_hosts: bool,
    /// Folder with another build of the web, to serve instead of the one in the program.
    #[arg(long, env = "PARLOR_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
    /// Addresses and networks of our own proxies, separated by commas: 10.0.0.0/8. What they
    /// say in X-Forwarded-For is believed.
    #[arg(long, env = "PARLOR_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
    /// The certificate to serve https with, in PEM: the server's own, then its chain.
    #[arg(long, env = "PARLOR_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// The certificate's private key, in PEM.
    #[arg(long, env = "PARLOR_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// Where Twilio's API is.
    #[arg(long, env = "PARLOR_TWILIO_URL", default_value = "https://api.twilio.com")]
    pub twilio_url: String,
    /// The platform's mail server, for companies without one of their own:
    /// smtp://user:password@host:587 with STARTTLS, or smtps://user:password@host:465. To
    /// this very machine, smtp:// is not encrypted.
    #[arg(long, env = "PARLOR_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<SecretString>,
    /// The sender of the platform's mail: notices@parlor.example.
    #[arg(long, env = "PARLOR_MAIL_FROM")]
    pub mail_from: Option<String>,
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

impl RotateSigningKey {
    /// Checks what the types do not say; the keys.
    ///
    /// # Errors
    /// All mistakes at once.
    pub fn check(&self) -> Result<Vec<[u8; KEY_BYTES]>, Mistakes> {
        let mut mistakes = self.storage.mistakes();
        let keys = read_keys(&self.secret_keys, &mut mistakes);
        if mistakes.is_empty() { Ok(keys) } else { Err(Mistakes(mistakes)) }
    }
}

/// The platform's mail server.
#[derive(Clone, Debug)]
pub struct Relay {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// TLS from the beginning, instead of STARTTLS.
    pub tls: bool,
    /// The name to sign in with; empty without.
    pub username: String,
    /// The password.
    pub password: SecretString,
    /// The sender's address.
    pub from: String,
}

/// Where the server is and may be called from, checked.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Other origins whose pages may call.
    pub allowed_origins: Vec<http::HeaderValue>,
    /// The certificate, if https is served.
    pub tls: Option<Arc<rustls::ServerConfig>>,
    /// Our own proxies.
    pub trusted_proxies: Proxies,
    /// One log line is one JSON object.
    pub json_log: bool,
    /// Keys that encrypt what is secret, the newest first; none for the one in the data folder.
    pub secret_keys: Vec<[u8; KEY_BYTES]>,
    /// The platform's mail server, if there is one.
    pub relay: Option<Relay>,
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
        if !is_origin(&self.twilio_url) {
            mistakes.push(format!(
                "PARLOR_TWILIO_URL is \"{}\"; give http(s)://host[:port] with nothing after it",
                self.twilio_url
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
        let secret_keys = read_keys(&self.secret_keys, &mut mistakes);
        let trusted_proxies = Proxies::read(&self.trusted_proxies).unwrap_or_else(|wrong| {
            mistakes.extend(wrong.iter().map(|given| {
                format!(
                    "PARLOR_TRUSTED_PROXIES has \"{given}\"; give addresses or networks, such as 10.0.0.0/8"
                )
            }));
            Proxies::default()
        });
        let tls = self.tls().unwrap_or_else(|mistake| {
            mistakes.push(mistake);
            None
        });
        let relay = self.relay(&mut mistakes);
        if !matches!(self.log_format.as_str(), "text" | "json") {
            mistakes.push(format!("PARLOR_LOG_FORMAT is \"{}\"; give text or json", self.log_format));
        }
        match listen {
            Ok(listen) if mistakes.is_empty() => Ok(Addresses {
                listen,
                allowed_origins,
                tls,
                trusted_proxies,
                json_log: self.log_format == "json",
                secret_keys,
                relay,
            }),
            _ => Err(Mistakes(mistakes)),
        }
    }

    fn tls(&self) -> Result<Option<Arc<rustls::ServerConfig>>, String> {
        match (&self.tls_cert, &self.tls_key) {
            (None, None) => Ok(None),
            (Some(certificate), Some(key)) => match tls::read(certificate, key) {
                Ok(tls) => Ok(Some(tls)),
                Err(why) => Err(format!("PARLOR_TLS_CERT and PARLOR_TLS_KEY: {why}")),
            },
            _ => Err("PARLOR_TLS_CERT and PARLOR_TLS_KEY belong together; give both or neither".into()),
        }
    }

    /// The platform's mail server needs a sender, and a sender needs a server.
    fn relay(&self, mistakes: &mut Vec<String>) -> Option<Relay> {
        let from = self.mail_from.as_deref();
        if let Some(from) = from.filter(|from| !is_address(from)) {
            mistakes.push(format!(
                "PARLOR_MAIL_FROM is \"{from}\"; give an address alone, such as notices@parlor.example"
            ));
        }
        // What was given holds a password, so it is not repeated.
        let server = self.smtp_url.as_ref().and_then(|url| {
            let server = read_smtp(url.expose_secret());
            if server.is_none() {
                mistakes.push(
                    "PARLOR_SMTP_URL cannot be read; give smtp[s]://user:password@host:port with nothing after it"
                        .to_owned(),
                );
            }
            server
        });
        if self.smtp_url.is_some() != from.is_some() {
            mistakes.push("PARLOR_SMTP_URL and PARLOR_MAIL_FROM go together; give both or none".to_owned());
        }
        server.zip(from).map(|(server, from)| Relay { from: from.to_owned(), ..server })
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
        if mistakes.is_empty() { Ok(keys) } else { Err(Mistakes(mistakes)) }
    }
}

impl Storage {
    fn mistakes(&self) -> Vec<String> {
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

fn read_keys(given: &[SecretString], mistakes: &mut Vec<String>) -> Vec<[u8; KEY_BYTES]> {
    let mut keys = Vec::new();
    for key in given {
        match read_key(key.expose_secret()) {
            Some(key) => keys.push(key),
            None => mistakes.push("PARLOR_SECRET_KEYS has a key that is not 32 bytes in base64".to_owned()),
        }
    }
    keys
}

/// A mail server from its URL, without a sender yet.
fn read_smtp(url: &str) -> Option<Relay> {
    let url = url::Url::parse(url).ok()?;
    let tls = match url.scheme() {
        "smtp" => false,
        "smtps" => true,
        _ => return None,
    };
    let plain = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
    let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    (bare && !host.is_empty()).then_some(())?;
    Some(Relay {
        host,
        port: url.port().unwrap_or(if tls { 465 } else { 587 }),
        tls,
        username: plain(url.username())?,
        password: plain(url.password().unwrap_or_default())?.into(),
        from: String::new(),
    })
}

fn is_address(text: &str) -> bool {
    let parts = text.split_once('@');
    let plain = |c: char| c.is_ascii_graphic() && !"<>,;\"()[]\\".contains(c);
    parts.is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') | (host == "localhost") && !host.contains('@')
    }) && text.chars().all(plain)
}

/// A key of 32 bytes in base64, of either alphabet.
#[must_use]
pub fn read_key(text: &str) -> Option<[u8; KEY_BYTES]> {
    let text = text.trim().trim_end_matches('=').replace('+', "-").replace('/', "_");
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// A key as [`read_key`] takes it.
#[must_use]
pub fn write_key(key: &[u8; KEY_BYTES]) -> String {
    URL_SAFE_NO_PAD.encode(key)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(args: &[&str]) -> Serve {
        match Cli::parse_from(["parlor", "serve"].iter().chain(args)).command {
            Command::Serve(serve) => *serve,
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
            "--tls-cert",
            "nowhere/parlor.pem",
            "--trusted-proxies",
            "10.0.0.0/8,10.0.0.0/99,proxy.example",
            "--smtp-url",
            "smtp://user:hush@mail.example/queue",
            "--mail-from",
            "Parlor <mail@parlor.example>",
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
            "PARLOR_TLS_KEY",
            "PARLOR_TRUSTED_PROXIES has \"10.0.0.0/99\"",
            "PARLOR_TRUSTED_PROXIES has \"proxy.example\"",
            "PARLOR_SMTP_URL",
            "PARLOR_MAIL_FROM",
            "PARLOR_LOG_FORMAT",
        ] {
            assert!(mistakes.contains(name), "{name} in {mistakes}");
        }
        let told =
            [mistakes.contains("ok.example"), mistakes.contains("10.0.0.0/8\""), mistakes.contains("hush")];
        assert_eq!(told, [false; 3]);
    }

    #[test]
    fn a_mail_server_is_read_from_its_url() {
        let relay = |url, from| serve(&["--smtp-url", url, "--mail-from", from]).check().map(|a| a.relay);
        let told =
            relay("smtps://us%40er:p%3Ass@mail.example:2465", "a@b.example").expect("right").expect("one");
        assert_eq!((told.host.as_str(), told.port, told.tls), ("mail.example", 2465, true));
        assert_eq!((told.username.as_str(), told.password.expose_secret()), ("us@er", "p:ss"));
        let told = relay("smtp://[::1]", "a@b.example").expect("right").expect("one");
        assert_eq!((told.host.as_str(), told.port, told.tls), ("::1", 587, false));
        assert!(relay("http://mail.example", "a@b.example").is_err());
        assert!(serve(&["--mail-from", "a@b.example"]).check().is_err());
    }

    #[test]
    fn the_defaults_are_right() {
        let addresses = serve(&[]).check().expect("the defaults are right");
        assert_eq!(addresses.listen.to_string(), "127.0.0.1:8080");
    }
}
