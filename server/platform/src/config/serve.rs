//! How to serve: what the flags and variables say, and what is made of them.
use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use clap::Args;
use secrecy::{ExposeSecret, SecretString};

use super::{Bucket, Files, Mistakes, Relay, Storage, is_origin, keys::read_keys};
use crate::{proxies::Proxies, tls, vault::KEY_BYTES};

/// A stop is over within 30 seconds, what was begun included.
const MOST_DRAIN_WAIT: u64 = 15;

/// How to serve.
#[derive(Args, Clone)]
pub struct Serve {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub files: Files,
    /// Address and port to listen on.
    #[arg(long, env = "PARLOR_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The address that browsers and carriers use; by default the one that is listened on. Pages of
    /// this origin alone, and of allowed ones, may sign in; by default those of the host they call.
    #[arg(long, env = "PARLOR_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Fill an empty database with three demo companies.
    #[arg(long, env = "PARLOR_DEMO")]
    pub demo: bool,
    /// The password of the demo's accounts.
    #[arg(long, env = "PARLOR_DEMO_PASSWORD", hide_env_values = true, default_value = "parlor-demo-house")]
    pub demo_password: SecretString,
    /// Number of days before now in which the demo's residents texted, up to 365.
    #[arg(long, env = "PARLOR_DEMO_HISTORY_DAYS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=365))]
    pub demo_history_days: u32,
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
    /// Let companies use mail servers and Chatwoot on private addresses, and load images of emails from there.
    #[arg(long, env = "PARLOR_PRIVATE_HOSTS")]
    pub private_hosts: bool,
    /// Folder with another build of the web, to serve instead of the one in the program.
    #[arg(long, env = "PARLOR_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
    /// The folder of the sentence model; without it, or while it cannot be read, residents' texts are
    /// answered by their words alone.
    #[arg(long, env = "PARLOR_MODEL_DIR", value_name = "FOLDER")]
    pub model_dir: Option<PathBuf>,
    /// A model that words replies: the address of an endpoint that speaks OpenAI's chat completions, up
    /// to /chat/completions, such as https://models.example/v1. Without it answers go out word for word.
    #[arg(long, env = "PARLOR_WRITER_URL", value_name = "URL")]
    pub writer_url: Option<String>,
    /// Which of the endpoint's models.
    #[arg(long, env = "PARLOR_WRITER_MODEL", value_name = "NAME")]
    pub writer_model: Option<String>,
    /// The endpoint's key, if it wants one.
    #[arg(long, env = "PARLOR_WRITER_KEY", hide_env_values = true, value_name = "KEY")]
    pub writer_key: Option<SecretString>,
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
    /// Address and port of the metrics, for Prometheus, and of the health checks; without one
    /// there are no metrics. Nobody else should reach it.
    #[arg(long, env = "PARLOR_METRICS_LISTEN")]
    pub metrics_listen: Option<String>,
    /// Seconds to keep serving after a stop signal while health checks report not ready, so that load
    /// balancers stop sending requests; at most 15.
    #[arg(long, env = "PARLOR_DRAIN_WAIT", default_value = "0")]
    pub drain_wait: u64,
    /// Connections at once from one address that is no trusted proxy. At most half of all connections.
    #[arg(long, env = "PARLOR_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value = "1024")]
    pub max_connections_per_address: usize,
    /// Live event streams at once of one session or one partner token.
    #[arg(long, env = "PARLOR_MAX_STREAMS_PER_SESSION", value_name = "NUMBER", default_value = "20")]
    pub max_streams_per_session: usize,
    /// Live event streams at once of everybody who acts in one company.
    #[arg(long, env = "PARLOR_MAX_STREAMS_PER_COMPANY", value_name = "NUMBER", default_value = "500")]
    pub max_streams_per_company: usize,
    /// How the log is written: text or json.
    #[arg(long, env = "PARLOR_LOG_FORMAT", default_value = "text")]
    pub log_format: String,
}

/// Where the server is and may be called from, checked.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where the metrics are, if anywhere.
    pub metrics_listen: Option<SocketAddr>,
    /// How long it serves on after it was told to stop.
    pub drain_wait: Duration,
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
    /// The bucket of files, if they are not kept in the data folder.
    pub bucket: Option<Bucket>,
}

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
        let metrics_listen = self.metrics_listen.as_ref().and_then(|given| {
            let read = given.parse().ok();
            if read.is_none() {
                mistakes.push(format!(
                    "PARLOR_METRICS_LISTEN is \"{given}\"; give an address and a port, such as 127.0.0.1:9090"
                ));
            }
            read
        });
        for (name, value) in [
            ("PARLOR_MAX_CONNECTIONS_PER_ADDRESS", self.max_connections_per_address),
            ("PARLOR_MAX_STREAMS_PER_SESSION", self.max_streams_per_session),
            ("PARLOR_MAX_STREAMS_PER_COMPANY", self.max_streams_per_company),
        ] {
            if value == 0 {
                mistakes.push(format!("{name} is 0; give a number of at least 1"));
            }
        }
        if self.drain_wait > MOST_DRAIN_WAIT {
            mistakes.push(format!("PARLOR_DRAIN_WAIT is {}; give seconds, at most 15", self.drain_wait));
        }
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
        self.writer(&mut mistakes);
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
        let bucket = self.files.bucket(&mut mistakes);
        if !matches!(self.log_format.as_str(), "text" | "json") {
            mistakes.push(format!("PARLOR_LOG_FORMAT is \"{}\"; give text or json", self.log_format));
        }
        match listen {
            Ok(listen) if mistakes.is_empty() => Ok(Addresses {
                listen,
                metrics_listen,
                drain_wait: Duration::from_secs(self.drain_wait),
                allowed_origins,
                tls,
                trusted_proxies,
                json_log: self.log_format == "json",
                secret_keys,
                relay,
                bucket,
            }),
            _ => Err(Mistakes(mistakes)),
        }
    }

    /// What is wrong with the writing model, if there is to be one.
    fn writer(&self, mistakes: &mut Vec<String>) {
        let Some(url) = &self.writer_url else {
            if self.writer_model.is_some() || self.writer_key.is_some() {
                mistakes.push("PARLOR_WRITER_MODEL and PARLOR_WRITER_KEY need PARLOR_WRITER_URL".to_owned());
            }
            return;
        };
        let is_address = url::Url::parse(url).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.query().is_none()
                && url.fragment().is_none()
        });
        if !is_address {
            mistakes.push("PARLOR_WRITER_URL is no address; give http(s)://host[:port]/path, such as https://models.example/v1, without a key in it".to_owned());
        }
        if self.writer_model.as_ref().is_none_or(|model| model.trim().is_empty()) {
            mistakes.push(
                "PARLOR_WRITER_MODEL is missing; name one of the models at PARLOR_WRITER_URL".to_owned(),
            );
        }
        let in_a_header = |key: &SecretString| key.expose_secret().bytes().all(|b| b.is_ascii_graphic());
        if self.writer_key.as_ref().is_some_and(|key| !in_a_header(key)) {
            mistakes.push("PARLOR_WRITER_KEY has characters that no key has; copy it anew".to_owned());
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
}
