//! Flags and environment variables of the `serve` command, and the checked configuration.
use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use clap::Args;
use secrecy::SecretString;

use super::{
    Bucket, Cinc, CincClient, Files, Limits, Mistakes, Relay, Secrets, Ssm, Storage, is_origin,
    keys::read_keys, models::ModelSettings,
};
use crate::{proxies::Proxies, tls, vault::KEY_BYTES};

/// Maximum in seconds. A stop must end within 30 seconds, including the calls and jobs under way.
const MAX_DRAIN_WAIT: u64 = 15;

/// Serves staff, partners and residents.
#[derive(Args, Clone)]
pub struct Serve {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub storage: Storage,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub files: Files,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub secrets: Secrets,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub cinc: Cinc,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: Limits,
    /// Address and port to listen on.
    #[arg(long, env = "PARLOR_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The URL that browsers and carriers use; by default, the address to listen on. Only pages of this
    /// origin and of allowed origins may sign in; by default, pages of the host that they call.
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
    /// Id of a second company whose staff can use service requests.
    #[arg(long, env = "PARLOR_SERVICE_REQUEST_COMPANY_ID")]
    pub service_request_company_id: Option<String>,
    /// Ids of single users who can use service requests, separated by commas.
    #[arg(long, env = "PARLOR_SERVICE_REQUEST_USER_IDS", value_delimiter = ',')]
    pub service_request_user_ids: Vec<String>,
    /// Other origins whose pages may call the API, separated by commas: https://dash.example.
    #[arg(long, env = "PARLOR_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// Keys that encrypt secrets, separated by commas: 32 bytes each, in base64. The first one
    /// encrypts; the others only decrypt older secrets. By default, one key in the data folder;
    /// several servers on one PostgreSQL need the same keys.
    #[arg(long, env = "PARLOR_SECRET_KEYS", hide_env_values = true, value_delimiter = ',')]
    pub secret_keys: Vec<SecretString>,
    /// Issuers that tokens for other systems may name, separated by commas.
    #[arg(long, env = "PARLOR_JWT_ISSUERS", value_delimiter = ',')]
    pub jwt_issuers: Vec<String>,
    /// Let companies use mail servers and Chatwoot on private addresses, and load images of emails from there.
    #[arg(long, env = "PARLOR_PRIVATE_HOSTS")]
    pub private_hosts: bool,
    /// Folder with another build of the web app, to serve instead of the one in the program.
    #[arg(long, env = "PARLOR_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
    /// The folder of the sentence model. Without it, or while it cannot be read, residents' texts are
    /// matched by their words only.
    #[arg(long, env = "PARLOR_MODEL_DIR", value_name = "FOLDER")]
    pub model_dir: Option<PathBuf>,
    /// A sentence model in place of the one in a folder: the URL of an endpoint with OpenAI's embeddings API, up
    /// to /embeddings, such as https://models.example/v1. While it fails, residents' texts are matched by their
    /// words only.
    #[arg(long, env = "PARLOR_EMBEDDINGS_URL", value_name = "URL")]
    pub embeddings_url: Option<String>,
    /// The name of the sentence model at the endpoint.
    #[arg(long, env = "PARLOR_EMBEDDINGS_MODEL", value_name = "NAME")]
    pub embeddings_model: Option<String>,
    /// The API key of the endpoint of the sentence model, if it needs one.
    #[arg(long, env = "PARLOR_EMBEDDINGS_KEY", hide_env_values = true, value_name = "KEY")]
    pub embeddings_key: Option<SecretString>,
    /// A model that phrases replies: the URL of an endpoint with OpenAI's chat completions API, up to
    /// /chat/completions, such as https://models.example/v1. Without it, answers are sent word for word.
    #[arg(long, env = "PARLOR_WRITER_URL", value_name = "URL")]
    pub writer_url: Option<String>,
    /// The name of the model at the endpoint.
    #[arg(long, env = "PARLOR_WRITER_MODEL", value_name = "NAME")]
    pub writer_model: Option<String>,
    /// The endpoint's API key, if it needs one.
    #[arg(long, env = "PARLOR_WRITER_KEY", hide_env_values = true, value_name = "KEY")]
    pub writer_key: Option<SecretString>,
    /// Addresses and networks of trusted proxies, separated by commas: 10.0.0.0/8. Their
    /// X-Forwarded-For header is trusted.
    #[arg(long, env = "PARLOR_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
    /// File with the certificate for https, in PEM: the server's own, then its chain.
    #[arg(long, env = "PARLOR_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// File with the certificate's private key, in PEM.
    #[arg(long, env = "PARLOR_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// The origin of Twilio's API.
    #[arg(long, env = "PARLOR_TWILIO_URL", default_value = "https://api.twilio.com")]
    pub twilio_url: String,
    /// The URL of Buildium's API with its version.
    #[arg(long, env = "PARLOR_BUILDIUM_URL", default_value = "https://api.buildium.com/v1")]
    pub buildium_url: String,
    /// The origin of Textline's API.
    #[arg(long, env = "PARLOR_TEXTLINE_URL", default_value = "https://application.textline.com")]
    pub textline_url: String,
    /// The URL of Vantaca's API.
    #[arg(long, env = "PARLOR_VANTACA_URL", default_value = "https://api.vantaca.net")]
    pub vantaca_url: String,
    /// The platform's mail server, for companies without one of their own:
    /// smtp://user:password@host:587 with STARTTLS, or smtps://user:password@host:465. To
    /// localhost, smtp:// is not encrypted.
    #[arg(long, env = "PARLOR_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<SecretString>,
    /// The sender of the platform's mail: notices@parlor.example.
    #[arg(long, env = "PARLOR_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Address and port of the metrics, for Prometheus, and of the health checks. Without one,
    /// there are no metrics. Keep it unreachable from outside.
    #[arg(long, env = "PARLOR_METRICS_LISTEN")]
    pub metrics_listen: Option<String>,
    /// Seconds to keep serving after a stop signal while health checks report not ready, so that load
    /// balancers stop sending requests; at most 15.
    #[arg(long, env = "PARLOR_DRAIN_WAIT", default_value = "0")]
    pub drain_wait: u64,
    /// The format of the log: text or json.
    #[arg(long, env = "PARLOR_LOG_FORMAT", default_value = "text")]
    pub log_format: String,
}

/// The checked configuration of the server's addresses, keys, mail server, file storage, store of secrets and CINC.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Address and port of the metrics; `None` for no metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// How long the server keeps serving after a stop signal.
    pub drain_wait: Duration,
    /// Other origins whose pages may call the API.
    pub allowed_origins: Vec<http::HeaderValue>,
    /// The TLS configuration; `None` for plain http.
    pub tls: Option<Arc<rustls::ServerConfig>>,
    /// Proxies whose X-Forwarded-For header is trusted.
    pub trusted_proxies: Proxies,
    /// Whether each log line is a JSON object.
    pub json_log: bool,
    /// Keys that encrypt secrets, the newest first; empty to use the key in the data folder.
    pub secret_keys: Vec<[u8; KEY_BYTES]>,
    /// The platform's mail server, if there is one.
    pub relay: Option<Relay>,
    /// The bucket for files; `None` to store them in the data folder.
    pub bucket: Option<Bucket>,
    /// The store of secrets' values; `None` to store them in the database.
    pub parameter_store: Option<Ssm>,
    /// CINC, if it is configured.
    pub cinc: Option<CincClient>,
}

impl Serve {
    /// Checks the flags and variables.
    ///
    /// # Errors
    /// Returns all mistakes at once.
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
        mistakes.extend(self.limits.mistakes());
        if self.drain_wait > MAX_DRAIN_WAIT {
            mistakes.push(format!("PARLOR_DRAIN_WAIT is {}; give seconds, at most 15", self.drain_wait));
        }
        if let Some(url) = &self.public_url
            && !is_origin(url)
        {
            mistakes.push(format!(
                "PARLOR_PUBLIC_URL is \"{url}\"; give http(s)://host[:port] with nothing after it"
            ));
        }
        for (name, url) in
            [("PARLOR_TWILIO_URL", &self.twilio_url), ("PARLOR_TEXTLINE_URL", &self.textline_url)]
        {
            if !is_origin(url) {
                mistakes
                    .push(format!("{name} is \"{url}\"; give http(s)://host[:port] with nothing after it"));
            }
        }
        for (name, url) in
            [("PARLOR_BUILDIUM_URL", &self.buildium_url), ("PARLOR_VANTACA_URL", &self.vantaca_url)]
        {
            if !is_address(url) {
                mistakes.push(format!(
                    "{name} is no address; give http(s)://host[:port]/path, such as https://host/v1"
                ));
            }
        }
        self.models(&mut mistakes);
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
        let parameter_store = self.secrets.parameter_store(&mut mistakes);
        let cinc = self.cinc.client(&mut mistakes);
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
                parameter_store,
                cinc,
            }),
            _ => Err(Mistakes { mistakes }),
        }
    }

    /// Checks the settings of the models behind endpoints.
    fn models(&self, mistakes: &mut Vec<String>) {
        ModelSettings {
            prefix: "PARLOR_WRITER",
            url: self.writer_url.as_deref(),
            model: self.writer_model.as_deref(),
            key: self.writer_key.as_ref(),
        }
        .check(mistakes);
        ModelSettings {
            prefix: "PARLOR_EMBEDDINGS",
            url: self.embeddings_url.as_deref(),
            model: self.embeddings_model.as_deref(),
            key: self.embeddings_key.as_ref(),
        }
        .check(mistakes);
        if self.model_dir.is_some() && self.embeddings_url.is_some() {
            mistakes.push("Give PARLOR_MODEL_DIR or PARLOR_EMBEDDINGS_URL, not both".to_owned());
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

/// Returns whether a text is the address of an API: without credentials, query and fragment.
pub(super) fn is_address(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.query().is_none()
            && url.fragment().is_none()
    })
}
