//! The context of every service: storage, time, ids, secrets and settings.
use std::{sync::Arc, time::Duration};

use platform::{
    Clock, Db, Ids, InFlight, Scope, Timestamp, Vault,
    config::{CincClient, Relay},
    phone::Phone,
    secrets::{ParameterStore, SecretStore},
};

use crate::objects::Objects;

/// Settings from the configuration.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The URL that browsers and partners use, without a trailing slash; empty for the address that the server
    /// listens on. Links start with it, never with a host from a request.
    pub public_url: String,
    /// The permitted issuers of tokens for other systems.
    pub jwt_issuers: Vec<String>,
    /// Whether mail servers, Chatwoot and images of emails may be on private addresses.
    pub private_hosts: bool,
    /// The company that runs the platform.
    pub main_company: Option<String>,
    /// The companies in which the bot takes service requests by text.
    pub service_request_companies: Vec<String>,
    /// The URL of Twilio's API, without a trailing slash.
    pub twilio_url: String,
    /// The URL of Buildium's API with its version, without a trailing slash.
    pub buildium_url: String,
    /// The URL of Textline, without a trailing slash.
    pub textline_url: String,
    /// The URL of Vantaca's API, without a trailing slash.
    pub vantaca_url: String,
    /// CINC; `None` if it is not configured.
    pub cinc: Option<CincClient>,
    /// Settings of outgoing email.
    pub mail: Outgoing,
}

/// Settings of outgoing email.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The mail server for companies without one of their own.
    pub relay: Option<Relay>,
    /// Timeout of each half of sending an email: until the mail server asks for the text, and until it accepts
    /// it. Both together are less than a job's lease, a few seconds of which pass before.
    pub patience: Duration,
}

impl Default for Outgoing {
    fn default() -> Self {
        Self::by(None)
    }
}

impl Outgoing {
    /// Uses this mail server for companies without one of their own, or none.
    #[must_use]
    pub fn by(relay: Option<Relay>) -> Self {
        Self { relay, patience: Duration::from_secs(25) }
    }
}

/// Storage, time, ids, secrets and settings. Clones share them.
#[derive(Clone)]
pub struct Context {
    /// The database.
    pub db: Db,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Generates ids and secrets.
    pub ids: Arc<Ids>,
    /// Encrypts and signs.
    pub vault: Arc<Vault>,
    /// Settings from the configuration.
    pub settings: Arc<Settings>,
    /// Stores the secrets of companies.
    pub secrets: Arc<SecretStore>,
    /// Stores the bytes of files.
    pub objects: Objects,
    /// The texts of blasts that are being handed to the carrier. See [`Context::blast_text_key`].
    pub blast_texts: InFlight,
}

impl Context {
    /// Creates a context. Secrets are stored in the database, unless there is a parameter store.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        ids: Arc<Ids>,
        vault: Arc<Vault>,
        settings: Settings,
        objects: Objects,
        parameters: Option<Arc<dyn ParameterStore>>,
    ) -> Self {
        let secrets = SecretStore::new(db.clone(), vault.clone(), clock.clone(), ids.clone(), parameters);
        let secrets = Arc::new(secrets);
        let settings = Arc::new(settings);
        let blast_texts = InFlight::new(&db);
        Self { db, clock, ids, vault, settings, secrets, objects, blast_texts }
    }

    /// Returns the key of a company's text to a phone in [`Context::blast_texts`].
    #[must_use]
    pub fn blast_text_key(scope: &Scope, phone: &Phone) -> String {
        format!("{} {}", scope.company().as_str(), phone.as_str())
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
