//! Mails, and how they leave.
use platform::{Timestamp, ids::CompanyId};
use secrecy::SecretString;
use sqlx::FromRow;

platform::ids! {
    /// A mail.
    MailId;
}

platform::stored! {
    /// Where a mail stands.
    Status {
        /// It waits.
        Queued = 1,
        /// It was handed to the mail server; the outcome is not known yet.
        Sending = 2,
        /// The mail server took it.
        Sent = 3,
        /// There is no mail server; it stays in the outbox.
        Kept = 4,
        /// The mail server refused it.
        Failed = 5,
        /// Nobody knows whether it left.
        Unknown = 6,
        /// It was taken back before it went.
        Canceled = 7,
    }
}

platform::stored! {
    /// How a connection to a mail server is secured.
    Security {
        /// TLS is asked for once connected, and needed.
        StartTls = 1,
        /// TLS from the beginning.
        Tls = 2,
        /// None; for a server on the same machine alone.
        None = 3,
    }
}

/// Which way mail leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It stays in the outbox.
    Outbox = 1,
    /// By the platform's mail server.
    Platform = 2,
    /// By the company's own.
    Company = 3,
}

/// A mail to one person.
pub struct Letter<'a> {
    /// The recipient's address.
    pub to: &'a str,
    /// The subject, one line.
    pub subject: String,
    /// The text, plain.
    pub body: String,
    /// It holds a link to an account: nobody but its recipient reads it.
    pub withheld: bool,
}

/// A mail as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct Mail {
    pub id: MailId,
    pub to_address: String,
    pub subject: String,
    /// Sealed.
    pub body: String,
    pub withheld: bool,
    #[sqlx(try_from = "i32")]
    pub status: Status,
    pub problem: String,
    pub created_ms: Timestamp,
    pub sent_ms: Option<Timestamp>,
}

/// A mail that stayed in the outbox, and whose.
#[derive(Clone, Debug, FromRow)]
pub struct Kept {
    pub company_id: CompanyId,
    pub company: String,
    #[sqlx(flatten)]
    pub mail: Mail,
}

/// How a company wants its mail to leave.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Configuration {
    pub from_address: String,
    pub from_name: String,
    pub reply_to: String,
    /// Empty without a server of the company's own.
    pub smtp_host: String,
    pub smtp_port: i32,
    #[sqlx(try_from = "i32")]
    pub smtp_security: Security,
    pub smtp_username: String,
    pub verified_ms: Option<Timestamp>,
}

/// All that it takes to know how a company's mail leaves.
#[derive(Clone, Debug, FromRow)]
pub struct Setup {
    /// The company's name.
    pub company: String,
    #[sqlx(flatten)]
    pub configuration: Configuration,
    /// Sealed; empty without one.
    pub password: String,
}

/// A change of the configuration: what is unset stays.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub from_address: Option<String>,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    pub smtp_host: Option<String>,
    pub smtp_port: Option<i32>,
    pub smtp_security: Option<Security>,
    pub smtp_username: Option<String>,
    /// Empty for none any more.
    pub smtp_password: Option<SecretString>,
}

/// A mail server, and how to sign in there.
pub struct Server {
    pub host: String,
    pub port: u16,
    pub security: Security,
    pub login: Option<(String, SecretString)>,
    /// It may be on a private address.
    pub private: bool,
}

/// What came of handing a mail to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server took it.
    Sent,
    /// It will not be taken, and why.
    Refused(String),
    /// It was not taken now, and why; it may be later.
    Later(String),
    /// Nobody knows whether it was taken, and why.
    Unknown(String),
}
