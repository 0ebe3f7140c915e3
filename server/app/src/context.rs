//! What is handed to every service at start-up: storage, time, ids, secrets and settings.
use std::{sync::Arc, time::Duration};

use platform::{
    Clock, Db, Ids, Timestamp, Vault,
    config::Relay,
    secrets::{self, SecretStore},
};

use crate::objects::Objects;

/// What the configuration says about the world outside.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The address that browsers and partners use, without a slash at its end; empty stands for
    /// the one that is listened on. Links begin with it, never with what a request says.
    pub public_url: String,
    /// Who may be named as the issuer of a token.
    pub jwt_issuers: Vec<String>,
    /// Mail servers, Chatwoot and images of emails may be on private addresses.
    pub private_hosts: bool,
    /// The company that runs the platform.
    pub main_company: Option<String>,
    /// The companies in which the bot takes service requests by text.
    pub service_request_companies: Vec<String>,
    /// Where Twilio's API is, without a slash at its end.
    pub twilio_url: String,
    /// How mail leaves.
    pub mail: Outgoing,
}

/// How mail leaves the platform.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The mail server for companies without one of their own.
    pub relay: Option<Relay>,
    /// How long a mail server may take for each half of it: until it wants the text, and until
    /// it has it. Both together are less than a job's lease.
    pub patience: Duration,
}

impl Default for Outgoing {
    fn default() -> Self {
        Self::by(None)
    }
}

impl Outgoing {
    /// By this mail server, or not at all.
    #[must_use]
    pub fn by(relay: Option<Relay>) -> Self {
        Self { relay, patience: Duration::from_secs(25) }
    }
}

/// Storage, time, ids, secrets and settings. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// Where everything is stored.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes ids.
    pub ids: Arc<Ids>,
    /// Encrypts and signs.
    pub vault: Arc<Vault>,
    /// What the configuration says.
    pub settings: Arc<Settings>,
    /// Where companies' secrets are kept.
    pub secrets: Arc<dyn SecretStore>,
    /// Where the bytes of files are kept.
    pub objects: Objects,
}

impl Context {
    /// All of it, with secrets in the database.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        ids: Arc<Ids>,
        vault: Arc<Vault>,
        settings: Settings,
        objects: Objects,
    ) -> Self {
        let secrets = Arc::new(secrets::Database { vault: vault.clone(), clock: clock.clone() });
        Self { db, clock, ids, vault, settings: Arc::new(settings), secrets, objects }
    }

    /// Now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
