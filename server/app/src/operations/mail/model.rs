//! Stored emails and how they are sent.
use platform::{Timestamp, ids::CompanyId};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

platform::ids! {
    /// The id of a stored email.
    MailId;
}

platform::db_enum! {
    /// The status of an email.
    Status {
        /// Waiting to be sent.
        Queued = 1,
        /// The mail server is being called.
        Sending = 2,
        /// The mail server accepted it.
        Sent = 3,
        /// No mail server is configured; the email stays in the outbox.
        Kept = 4,
        /// The mail server refused it.
        Failed = 5,
        /// The mail server may have accepted it or not.
        Unknown = 6,
        /// It was canceled before it was sent.
        Canceled = 7,
    }
}

platform::db_enum! {
    /// How a connection to a mail server is secured.
    Security {
        /// STARTTLS, required.
        StartTls = 1,
        /// Implicit TLS.
        Tls = 2,
        /// No encryption; only for a server on the same machine.
        None = 3,
    }
}

/// How a company's email is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailTransport {
    /// It is not sent; it stays in the outbox.
    Outbox = 1,
    /// Through the platform's mail server.
    Platform = 2,
    /// Through the company's own mail server.
    Company = 3,
}

/// An email to one recipient.
pub struct Email<'a> {
    /// The recipient's address.
    pub to: &'a str,
    /// The subject, one line.
    pub subject: String,
    /// The text, plain.
    pub body: String,
    /// Whether the body is hidden from staff, because it holds a link to an account.
    pub withheld: bool,
}

/// A file of an email.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Attachment {
    pub name: String,
    /// The media type without parameters, such as `text/csv`; the text is UTF-8.
    pub media_type: String,
    pub text: String,
}

/// The parts of an email other than its text.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Extras {
    pub attachment: Option<Attachment>,
    /// A link by which the recipient ends such emails, without signing in.
    pub unsubscribe_url: Option<String>,
}

/// A stored email.
#[derive(Clone, Debug, FromRow)]
pub struct Mail {
    pub id: MailId,
    pub to_address: String,
    pub subject: String,
    /// Encrypted.
    pub body: String,
    /// Encrypted. Empty if there are none.
    #[sqlx(default)]
    pub extras: String,
    pub withheld: bool,
    #[sqlx(try_from = "i32")]
    pub status: Status,
    pub problem: String,
    pub created_ms: Timestamp,
    pub sent_ms: Option<Timestamp>,
}

/// An email in the outbox and its company.
#[derive(Clone, Debug, FromRow)]
pub struct OutboxEmail {
    pub company_id: CompanyId,
    pub company: String,
    #[sqlx(flatten)]
    pub mail: Mail,
}

/// A company's email settings.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Configuration {
    pub from_address: String,
    pub from_name: String,
    pub reply_to: String,
    /// Empty if the company has no mail server of its own.
    pub smtp_host: String,
    pub smtp_port: i32,
    #[sqlx(try_from = "i32")]
    pub smtp_security: Security,
    pub smtp_username: String,
    pub verified_ms: Option<Timestamp>,
}

/// A company's email settings with the encrypted password.
#[derive(Clone, Debug, FromRow)]
pub struct Setup {
    /// The company's name.
    pub company: String,
    #[sqlx(flatten)]
    pub configuration: Configuration,
    /// Encrypted; empty if there is none.
    pub password: String,
}

/// A change of the email settings. Unset fields keep their value.
#[derive(Clone, Debug, Default)]
pub struct ConfigurationChange {
    pub from_address: Option<String>,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    pub smtp_host: Option<String>,
    pub smtp_port: Option<i32>,
    pub smtp_security: Option<Security>,
    pub smtp_username: Option<String>,
    /// Empty removes the password.
    pub smtp_password: Option<SecretString>,
}

/// A mail server and its credentials.
pub struct Server {
    pub host: String,
    pub port: u16,
    pub security: Security,
    pub login: Option<(String, SecretString)>,
    /// Whether a private address is allowed.
    pub private: bool,
}

/// The result of handing an email to a mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server accepted it.
    Sent,
    /// The server refused it for good, with the reason.
    Refused(String),
    /// The server refused it for now, with the reason.
    Later(String),
    /// The server may have accepted it or not, with the reason.
    Unknown(String),
}

impl Outcome {
    /// The reason why the email was not sent, or may not have been; empty if it was.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            Self::Sent => "",
            Self::Refused(reason) | Self::Later(reason) | Self::Unknown(reason) => reason,
        }
    }
}
